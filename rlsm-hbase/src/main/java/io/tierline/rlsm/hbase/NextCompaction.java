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
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.TierlineStoreAccess;

/**
 * Asks for the next compaction of a store when one is done. HBase asks for one after each flush,
 * which is enough where a compaction takes many flushes. Folds of an overwritten store are small:
 * it needs more of them than it has flushes, and superseded bytes would pile up while the threads
 * that compact have nothing to do.
 */
final class NextCompaction {

  /** HBase compacts a store in so many threads, unless told otherwise. */
  private static final int THREADS = 2;

  private static final String WHY = "RLSM: the next fold or merge";

  private final HStore store;

  NextCompaction(HStore store) {
    this.store = store;
  }

  /**
   * Asks for it, if there is something to compact and no other request of the region waits: that
   * one would find it.
   *
   * @param server of the store; null where there is none, as in a tool: nothing is done then
   */
  void ask(RegionServerServices server) throws IOException {
    HRegion region = store.getHRegion();
    if (server != null
        && server.getCompactionRequestor() != null
        && store.areWritesEnabled()
        && TierlineStoreAccess.compactionsAskedFor(region) <= THREADS
        && store.needsCompaction()) {
      server.getCompactionRequestor().requestSystemCompaction(region, store, WHY, false);
    }
  }
}
