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

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The engine is changed under a table that stays online. */
@ClusterTest
class AlterEngineTest {
  @Test
  void thereAndBackWithoutARewrite() throws Exception {
    TableDescriptorBuilder descriptor =
        TestTable.descriptor("alter")
            .setColumnFamily(Engines.stock(TestTable.family(TestTable.RLSM)).build());
    try (TestTable table = TestTable.create(Clusters.home(), descriptor)) {
      table.load(5);
      alterKeepingAll(table, Engines::underTest, Engines.UNDER_TEST);
      table.loadAllLevels();
      table.verify();
      alterKeepingAll(table, Engines::stock, Engines.STOCK);
      table.load(5);
      table.verify();
      alterKeepingAll(table, Engines::underTest, Engines.UNDER_TEST);
      table.load(5);
      table.verify();
      table.majorCompact();
      table.verify();
      alterKeepingAll(table, Engines::stock, Engines.STOCK);
      table.majorCompact();
      table.verify();
    }
  }

  @Test
  void forAllFamiliesByTheTable() throws Exception {
    TableDescriptorBuilder descriptor =
        TestTable.descriptor("alter-table")
            .setColumnFamily(TestTable.family("one").build())
            .setColumnFamily(TestTable.family("two").build())
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, Engines.UNDER_TEST);
    Engines.TINY.forEach(descriptor::setValue);
    try (TestTable table = TestTable.create(Clusters.home(), descriptor)) {
      table.loadAllLevels();
      for (String family : table.families()) {
        assertThat(engineOf(table, family)).isEqualTo(Engines.UNDER_TEST);
      }
      table.verify();
      table.settle();
      table
          .admin()
          .modifyTable(
              descriptor.removeValue(Bytes.toBytes(StoreEngine.STORE_ENGINE_CLASS_KEY)).build());
      for (String family : table.families()) {
        assertThat(engineOf(table, family)).isEqualTo(Engines.STOCK);
      }
      table.verify();
    }
  }

  /** No compaction can hide a difference: the switch leaves files and scans as they were. */
  private static void alterKeepingAll(
      TestTable table, UnaryOperator<ColumnFamilyDescriptorBuilder> engine, String expected)
      throws Exception {
    table.settle();
    table.admin().compactionSwitch(false, List.of());
    try {
      table.settle();
      Set<String> files = table.files(TestTable.RLSM);
      List<String> cells = table.cells(TestTable.RLSM);
      TableDescriptor now = table.admin().getDescriptor(table.name());
      ColumnFamilyDescriptorBuilder family =
          ColumnFamilyDescriptorBuilder.newBuilder(
              now.getColumnFamily(Bytes.toBytes(TestTable.RLSM)));
      table
          .admin()
          .modifyTable(
              TableDescriptorBuilder.newBuilder(now)
                  .modifyColumnFamily(engine.apply(family).build())
                  .build());
      assertThat(engineOf(table, TestTable.RLSM)).isEqualTo(expected);
      assertThat(table.files(TestTable.RLSM)).isEqualTo(files);
      Cells.assertSame(table.cells(TestTable.RLSM), cells, table.toString());
      table.verify();
    } finally {
      table.admin().compactionSwitch(true, List.of());
    }
  }

  /** The master may move a region that has just been opened anew. */
  private static String engineOf(TestTable table, String family) throws Exception {
    Clusters.await("a region of " + table, () -> !table.stores(family).isEmpty());
    return table.stores(family).get(0).getStoreEngine().getClass().getName();
  }
}
