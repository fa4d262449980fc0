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
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileManager;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.compactions.RatioBasedCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;

/** One compaction as the stock engine does it: of a system table, or where ours has failed. */
final class StockCompaction extends CompactionContext {

  private final StoreFileManager files;
  private final RatioBasedCompactionPolicy policy;
  private final DefaultCompactor compactor;

  StockCompaction(
      StoreFileManager files, RatioBasedCompactionPolicy policy, DefaultCompactor compactor) {
    this.files = files;
    this.policy = policy;
    this.compactor = compactor;
  }

  /** By which it selects. */
  RatioBasedCompactionPolicy policy() {
    return policy;
  }

  @Override
  public List<HStoreFile> preSelect(List<HStoreFile> filesCompacting) {
    return policy.preSelectCompactionForCoprocessor(files.getStoreFiles(), filesCompacting);
  }

  @Override
  public boolean select(
      List<HStoreFile> filesCompacting, boolean isUser, boolean mayUseOffPeak, boolean forceMajor)
      throws IOException {
    request =
        policy.selectCompaction(
            files.getStoreFiles(), filesCompacting, isUser, mayUseOffPeak, forceMajor);
    return request != null;
  }

  @Override
  public List<Path> compact(ThroughputController throughput, User user) throws IOException {
    return compactor.compact(request, throughput, user);
  }
}
