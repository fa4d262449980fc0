/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * A table's stores at one moment.
 *
 * @param busy whether a flush, compaction or split is queued or under way
 * @param files the store files that readers see
 */
public record StoreState(boolean busy, Set<String> files) {
  /** Keeps the files as they are now. */
  public StoreState {
    files = Set.copyOf(files);
  }

  /** As the table is now. */
  public static StoreState of(Server server, TableName table) {
    List<HRegion> regions = server.regions(table);
    boolean busy =
        server.hosts().stream().anyMatch(StoreState::isQueued)
            || regions.isEmpty()
            // Not the flush queue: system tables wait in it for minutes.
            || regions.stream().anyMatch(r -> r.getMemStoreDataSize() > 0)
            || regions.stream().anyMatch(r -> r.getCompactionState() != CompactionState.NONE);
    Set<String> files = new HashSet<>();
    for (HRegion region : regions) {
      for (HStore store : region.getStores()) {
        Collection<HStoreFile> of = store.getStorefiles();
        of.forEach(file -> files.add(file.getPath().toString()));
      }
    }
    return new StoreState(busy, files);
  }

  private static boolean isQueued(MeteredRegionServer host) {
    return host.getCompactSplitThread().getCompactionQueueSize() > 0
        || host.getCompactSplitThread().getSplitQueueSize() > 0;
  }
}
