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
import java.util.Set;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * Names of the files of a table's stores at one moment.
 *
 * @param referred the files that readers see
 * @param waiting files that were compacted away and that HBase has not archived yet
 */
record StoreNames(Set<String> referred, Set<String> waiting) {
  /** Keeps the names as they are now. */
  StoreNames {
    referred = Set.copyOf(referred);
    waiting = Set.copyOf(waiting);
  }

  /** As the regions are now. */
  static StoreNames of(Collection<HRegion> regions) {
    Set<String> referred = new HashSet<>();
    Set<String> waiting = new HashSet<>();
    for (HRegion region : regions) {
      for (HStore store : region.getStores()) {
        // In this order: a file that is compacted away in between waits.
        add(store.getStorefiles(), referred);
        add(store.getCompactedFiles(), waiting);
      }
    }
    referred.removeAll(waiting);
    return new StoreNames(referred, waiting);
  }

  private static void add(Collection<HStoreFile> files, Set<String> names) {
    files.forEach(file -> names.add(file.getPath().getName()));
  }
}
