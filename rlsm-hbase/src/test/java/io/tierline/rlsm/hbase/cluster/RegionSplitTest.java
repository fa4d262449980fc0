/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

@ClusterTest
class RegionSplitTest {
  @Test
  void daughtersHaveTheCellsAndCompactTheReferencesAway() throws Exception {
    try (TestTable table = TestTable.create("split-manual")) {
      table.loadAllLevels();
      Regions.split(table, 120);
      assertThat(table.regions()).hasSize(2);
      table.verify();
      table.load(4);
      Regions.awaitNoReferences(table);
      table.verify();
      table.majorCompact();
      table.verify();
      table.verifyRaw();
    }
  }

  @Test
  void theEngineItselfNamesASplitPoint() throws Exception {
    try (TestTable table = TestTable.create("split-point")) {
      table.loadAllLevels();
      table.majorCompact();
      HStore store = table.stores(TestTable.RLSM).get(0);
      String point = Bytes.toString(store.getSplitPoint().orElseThrow());
      assertThat(point).isBetween(TestTable.row(60), TestTable.row(240));
    }
  }

  @Test
  void aRegionSplitsByItselfWhenItHasGrown() throws Exception {
    try (TestTable table =
        TestTable.create(
            Clusters.home(),
            "split-auto",
            family -> {},
            settings ->
                settings
                    .setRegionSplitPolicyClassName(ConstantSizeRegionSplitPolicy.class.getName())
                    .setMemStoreFlushSize(16 << 10)
                    .setMaxFileSize(48 << 10))) {
      for (int i = 0; i < 40 && table.regions().size() < 2; i++) {
        table.write(100);
        table.settle();
      }
      Clusters.await("a split", () -> table.regions().size() >= 2);
      table.write(100);
      table.verify();
      Regions.awaitNoReferences(table);
      table.verify();
    }
  }

  @Test
  void mergedRegionsHaveTheCellsOfBoth() throws Exception {
    try (TestTable table = TestTable.create("merge")) {
      table.loadAllLevels();
      Regions.split(table, 150);
      table.load(3);
      Regions.awaitNoReferences(table);
      Regions.merge(table);
      assertThat(table.regions()).hasSize(1);
      table.verify();
      table.load(4);
      Regions.awaitNoReferences(table);
      table.verify();
      table.majorCompact();
      table.verify();
      table.verifyRaw();
    }
  }
}
