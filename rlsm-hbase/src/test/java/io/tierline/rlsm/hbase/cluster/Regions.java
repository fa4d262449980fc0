/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/** Splits and merges of a table's regions, complete when they return. */
final class Regions {
  private static final int WAIT_SECONDS = 180;

  private Regions() {}

  /** Splits the only region before a row. */
  static void split(TestTable table, int row) throws Exception {
    table.settle();
    byte[] region = table.regions().get(0).getRegionInfo().getRegionName();
    table
        .admin()
        .splitRegionAsync(region, Bytes.toBytes(TestTable.row(row)))
        .get(WAIT_SECONDS, TimeUnit.SECONDS);
    Clusters.await("daughters", () -> table.regions().size() == 2);
  }

  /** Merges all regions. */
  static void merge(TestTable table) throws Exception {
    byte[][] regions =
        table.admin().getRegions(table.name()).stream()
            .map(RegionInfo::getRegionName)
            .toArray(byte[][]::new);
    table.admin().mergeRegionsAsync(regions, false).get(WAIT_SECONDS, TimeUnit.SECONDS);
    Clusters.await("one region", () -> table.regions().size() == 1);
  }

  /**
   * Waits until compactions have replaced all references to a parent's files, and those that they
   * replaced are archived: a region with them cannot be merged.
   */
  static void awaitNoReferences(TestTable table) throws Exception {
    table.admin().compact(table.name());
    Clusters.await(
        "references gone",
        () ->
            table.regions().stream()
                .flatMap(region -> region.getStores().stream())
                .noneMatch(store -> store.hasReferences() || store.getCompactedFilesCount() > 0));
  }
}
