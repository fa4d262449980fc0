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
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreConfigInformation;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.ExploringCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.RatioBasedCompactionPolicy;
import org.apache.hadoop.hbase.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What HBase asks a policy about a store outside of selection: the periodic major compaction, and
 * which thread pool a compaction belongs to.
 */
final class RlsmCompactionPolicy extends RatioBasedCompactionPolicy {

  private static final Logger LOG = LoggerFactory.getLogger(RlsmCompactionPolicy.class);

  /** What hbase-default.xml says; an operator who says something else is obeyed. */
  private static final long STOCK_THROTTLE_BYTES = 2_684_354_560L;

  /** In the names of HBase's threads for short compactions. */
  private static final String SHORT = "-shortCompactions-";

  /** In those of its threads for long ones, which take what waits for the others as well. */
  private static final String LONG = "-longCompactions-";

  private static final ThreadLocal<Selected> SELECTED = new ThreadLocal<>();

  private record Selected(CompactionContext compaction, boolean isLong, boolean isMajor) {}

  /** A major compaction that a thread for long ones has selected and not begun, if any. */
  private final AtomicReference<@Nullable CompactionContext> putOff = new AtomicReference<>();

  private final HStore store;
  private final EngineGuard guard;

  private RlsmCompactionPolicy(Configuration conf, HStore store, EngineGuard guard) {
    super(conf, store);
    this.store = store;
    this.guard = guard;
  }

  /**
   * The policy of a store: this one, unless the stock engine is told to use one that is more than a
   * way to choose what its own merges cost least. Such a policy, as the one that only drops expired
   * files, says what may be compacted at all.
   */
  static RatioBasedCompactionPolicy of(Configuration conf, HStore store, EngineGuard guard) {
    Class<?> configured = configured(conf, store);
    if (configured == ExploringCompactionPolicy.class
        || configured == RatioBasedCompactionPolicy.class) {
      return new RlsmCompactionPolicy(conf, store, guard);
    }
    LOG.warn("{}: {} chooses what is compacted, not RLSM", store, configured.getName());
    return (RatioBasedCompactionPolicy)
        ReflectionUtils.instantiateWithCustomCtor(
            configured.getName(),
            new Class<?>[] {Configuration.class, StoreConfigInformation.class},
            new Object[] {conf, store});
  }

  private static Class<?> configured(Configuration conf, HStore store) {
    try {
      return conf.getClass(
          DefaultStoreEngine.DEFAULT_COMPACTION_POLICY_CLASS_KEY,
          ExploringCompactionPolicy.class,
          RatioBasedCompactionPolicy.class);
    } catch (RuntimeException | LinkageError e) {
      // That class is the operator's, and so is what is wrong with it.
      LOG.error("{}: RLSM chooses what is compacted: {}", store, e.getMessage());
      return ExploringCompactionPolicy.class;
    }
  }

  /** As in the stock engine, but partitions that are major-compacted already are left alone. */
  @Override
  public boolean shouldPerformMajorCompaction(Collection<HStoreFile> files) throws IOException {
    return !isCompacted(files) && super.shouldPerformMajorCompaction(files);
  }

  private boolean isCompacted(Collection<HStoreFile> files) {
    try {
      return !guard.isOff()
          && files.size() > 1
          && storeConfigInfo.getStoreFileTtl() == HConstants.FOREVER
          && files.stream().allMatch(HStoreFile::isMajorCompactionResult);
    } catch (RuntimeException | Error e) {
      guard.failed("looking whether a major compaction is due", e);
      return false;
    }
  }

  /**
   * As the planner says: folds belong to the long compactions and merges to the short ones, so that
   * no fold keeps a merge waiting that flushes may wait for, unless a small fold would wait itself.
   * Where an operator has set the size that divides the two, it does.
   */
  @Override
  public boolean throttleCompaction(long bytes) {
    try {
      Selected selected = SELECTED.get();
      SELECTED.remove();
      if (selected != null) {
        boolean isLong =
            comConf.getThrottlePoint() == STOCK_THROTTLE_BYTES
                ? selected.isLong()
                : super.throttleCompaction(bytes);
        if (isLong && selected.isMajor()) {
          remember(selected.compaction());
        }
        return isLong;
      }
    } catch (RuntimeException | Error e) {
      guard.failed("choosing the pool of a compaction", e);
    }
    return super.throttleCompaction(bytes);
  }

  /**
   * Remembers a major compaction that is put off. Who has selected a long one on behalf of the
   * threads for short compactions cancels it, and a thread for long ones selects anew. HBase has
   * then forgotten that the compaction was to be a major one. A thread for long ones may have taken
   * over what waited for the others, or may begin at once, which it says.
   */
  private void remember(CompactionContext compaction) {
    String thread = Thread.currentThread().getName();
    if (thread.contains(SHORT)) {
      store.triggerMajorCompaction();
    } else if (thread.contains(LONG)) {
      putOff.set(compaction);
    }
  }

  /** Whether a major compaction was put off and is to be selected anew. */
  boolean isMajorPutOff() {
    return putOff.get() != null;
  }

  /** A major compaction has been selected: what was put off before it is done by it. */
  void majorIsSelected() {
    putOff.set(null);
  }

  /** A compaction begins, so it was not put off. */
  void begins(CompactionContext compaction) {
    putOff.compareAndSet(compaction, null);
  }

  /** Notes what this thread has selected: HBase asks next where it belongs. */
  static void selected(CompactionContext compaction, boolean isLong, boolean isMajor) {
    SELECTED.set(new Selected(compaction, isLong, isMajor));
  }
}
