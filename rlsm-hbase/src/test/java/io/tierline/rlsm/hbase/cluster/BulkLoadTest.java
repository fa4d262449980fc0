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

import org.junit.jupiter.api.Test;

@ClusterTest
class BulkLoadTest {
  @Test
  void bulkLoadedCellsJoinThoseOfTheStore() throws Exception {
    try (TestTable table = TestTable.create("bulk-load")) {
      table.loadAllLevels();
      BulkFiles wide = new BulkFiles(table);
      for (int row = 0; row < 300; row += 7) {
        wide.put(TestTable.row(row), "a", "bulk-wide-" + row);
      }
      assertThat(wide.load()).isEqualTo(2);
      table.verify();
      BulkFiles dense = new BulkFiles(table);
      for (int row = 40; row < 80; row++) {
        dense.put(TestTable.row(row), "bulk", "bulk-dense-" + row);
      }
      dense.load();
      table.verify();
      table.load(4);
      table.verify();
      table.majorCompact();
      table.verify();
      table.verifyRaw();
    }
  }

  @Test
  void aBulkLoadedCellReplacesAnOlderOneOfItsTimestamp() throws Exception {
    try (TestTable table = TestTable.create("bulk-replace")) {
      table.loadAllLevels();
      long timestamp = table.now();
      for (int row = 100; row < 140; row++) {
        table.write(TestTable.row(row), "a", "first");
      }
      table.flush();
      table.settle();
      BulkFiles files = new BulkFiles(table);
      for (int row = 100; row < 140; row++) {
        files.putAt(TestTable.row(row), "a", timestamp + row - 100, "second");
      }
      files.load();
      table.verify();
      table.load(4);
      table.settle();
      table.verify();
      table.majorCompact();
      table.verify();
    }
  }

  @Test
  void aFileThatSpansRegionsIsDividedAmongThem() throws Exception {
    try (TestTable table = TestTable.create("bulk-regions")) {
      table.loadAllLevels();
      Regions.split(table, 150);
      BulkFiles files = new BulkFiles(table);
      for (int row = 0; row < 300; row += 3) {
        files.put(TestTable.row(row), "b", "bulk-" + row);
      }
      files.load();
      table.verify();
      table.load(4);
      Regions.awaitNoReferences(table);
      table.verify();
    }
  }
}
