/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreConfigInformation;
import org.apache.hadoop.hbase.regionserver.compactions.RatioBasedCompactionPolicy;

/**
 * What HBase asks a policy about a store outside of selection: the periodic major compaction, and
 * which thread pool a compaction belongs to.
 */
final class RlsmCompactionPolicy extends RatioBasedCompactionPolicy {

  /** What hbase-default.xml says; an operator who says something else is obeyed. */
  private static final long STOCK_THROTTLE_BYTES = 2_684_354_560L;

  private final long longCompactionBytes;

  RlsmCompactionPolicy(
      Configuration conf, StoreConfigInformation store, RlsmConf rlsm, long flushBytes) {
    super(conf, store);
    this.longCompactionBytes = 2L * rlsm.planner().runFilesMax() * flushBytes;
  }

  /** As in the stock engine, but partitions that are major-compacted already are left alone. */
  @Override
  public boolean shouldPerformMajorCompaction(Collection<HStoreFile> files) throws IOException {
    boolean compacted =
        files.size() > 1
            && storeConfigInfo.getStoreFileTtl() == HConstants.FOREVER
            && files.stream().allMatch(HStoreFile::isMajorCompactionResult);
    return !compacted && super.shouldPerformMajorCompaction(files);
  }

  /** Run merges stay with the small compactions, so that no fold keeps them waiting. */
  @Override
  public boolean throttleCompaction(long bytes) {
    long configured = comConf.getThrottlePoint();
    return bytes
        > (configured == STOCK_THROTTLE_BYTES
            ? Math.max(longCompactionBytes, configured)
            : configured);
  }
}
