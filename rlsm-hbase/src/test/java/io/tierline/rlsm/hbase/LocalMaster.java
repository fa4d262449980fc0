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
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.backup.HFileArchiver;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.util.Bytes;

/** What a master does to a table's regions: splits them, merges them, archives their parents. */
final class LocalMaster {
  private final LocalTable table;

  LocalMaster(LocalTable table) {
    this.table = table;
  }

  /** Splits the region that holds a row there, if the row is not its first. */
  boolean split(byte[] row) throws IOException {
    HRegion parent = table.regionOf(row);
    RegionInfo info = parent.getRegionInfo();
    if (Bytes.equals(info.getStartKey(), row)) {
      return false;
    }
    clearReferences(parent);
    table.close(parent);
    RegionInfo low = child(info.getStartKey(), row);
    RegionInfo high = child(row, info.getEndKey());
    table.files().split(info, low, high, row);
    table.open(low);
    table.open(high);
    rewriteHalfFiles();
    return true;
  }

  /** Merges the region that holds a row with the next one, if there is one. */
  boolean merge(byte[] row) throws IOException {
    HRegion low = table.regionOf(row);
    Optional<HRegion> next = table.regionAfter(low);
    if (next.isEmpty()) {
      return false;
    }
    HRegion high = next.get();
    RegionInfo info = child(low.getRegionInfo().getStartKey(), high.getRegionInfo().getEndKey());
    for (HRegion parent : List.of(low, high)) {
      clearReferences(parent);
      table.close(parent);
    }
    table.files().merge(List.of(low.getRegionInfo(), high.getRegionInfo()), info);
    table.open(info);
    rewriteHalfFiles();
    return true;
  }

  /**
   * Half files do not stay in the stock engine. Its readers of them answer with rows beyond the
   * split when the wanted row is between the keys of two blocks, and fail in reversed scans: they
   * do not check what a seek has found.
   */
  void rewriteHalfFiles() throws IOException {
    if (!table.isRlsm()) {
      for (HRegion region : table.regions()) {
        clearReferences(region);
      }
    }
  }

  private RegionInfo child(byte[] start, byte[] end) {
    return RegionInfoBuilder.newBuilder(table.descriptor().getTableName())
        .setStartKey(start)
        .setEndKey(end)
        .setRegionId(table.nextRegionId())
        .build();
  }

  /** HBase splits and merges no region with half files: they are compacted away first. */
  private void clearReferences(HRegion region) throws IOException {
    table.release();
    table.compactions().finishAll();
    for (int i = 0; region.hasReferences(); i++) {
      // The stock engine rewrites them for certain only when everything is rewritten.
      if (table.isRlsm()) {
        table.compactions().one(region, Store.NO_PRIORITY);
      } else {
        table.compactions().all(region);
      }
      for (HStore store : region.getStores()) {
        store.closeAndArchiveCompactedFiles();
      }
      if (i == 20) {
        throw new IllegalStateException("half files are never rewritten: " + table.states());
      }
    }
  }

  /** Archives regions that were split or merged and are referred to by nothing but links. */
  void archiveParents() throws IOException {
    for (HRegion region : table.regions()) {
      clearReferences(region);
    }
    List<String> open =
        table.regions().stream().map(r -> r.getRegionInfo().getEncodedName()).toList();
    FileSystem fs = table.fileSystem();
    Path directory = table.tableDir();
    for (var status : fs.listStatus(directory)) {
      String name = status.getPath().getName();
      if (name.length() == 32 && !open.contains(name)) {
        HFileArchiver.archiveRegion(
            table.configuration(), fs, table.root(), directory, status.getPath());
      }
    }
  }
}
