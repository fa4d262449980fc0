/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

import java.util.Collection;
import java.util.Comparator;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionConfiguration;

/** The package-private members of HBase that the engine needs, and nothing else. */
public final class TierlineStoreAccess {

  private TierlineStoreAccess() {}

  /** The order of store files by age, oldest first. */
  public static Comparator<HStoreFile> byAge() {
    return StoreFileComparators.SEQ_ID;
  }

  /** The file manager of the stock engine, for system tables. */
  public static StoreFileManager stockFileManager(
      CellComparator comparator, Configuration conf, CompactionConfiguration compaction) {
    return new DefaultStoreFileManager(comparator, StoreFileComparators.SEQ_ID, conf, compaction);
  }

  /** The region server of a region; null if it has none. */
  public static RegionServerServices regionServer(HRegion region) {
    return region.getRegionServerServices();
  }

  /** Has files count as being read, so that nobody closes them. */
  public static void hold(Collection<HStoreFile> files) {
    HStoreFile.increaseStoreFilesRefeCount(files);
  }

  /** Undoes {@link #hold}. */
  public static void release(Collection<HStoreFile> files) {
    HStoreFile.decreaseStoreFilesRefeCount(files);
  }

  /** Compactions of a region's stores that run, and requests for some that wait for a thread. */
  public static long compactionsAskedFor(HRegion region) {
    return region.compactionsQueued.sum();
  }

  /** Whether a major compaction has been asked for that has not been selected yet. */
  public static boolean isMajorAwaited(HStore store) {
    return store.forceMajor;
  }

  /** The names of the files that a compaction's output has replaced and that may still be there. */
  public static Set<String> replacedBy(HStoreFile file) {
    return file.getCompactedStoreFiles();
  }

  /** A family's rules for scans, with other numbers of versions to keep. */
  public static ScanInfo withVersions(ScanInfo info, int minVersions, int maxVersions) {
    return info.customize(
        maxVersions,
        info.getTtl(),
        info.getKeepDeletedCells(),
        minVersions,
        info.getTimeToPurgeDeletes());
  }
}
