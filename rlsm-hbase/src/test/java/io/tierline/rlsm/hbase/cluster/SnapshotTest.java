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

import io.tierline.rlsm.hbase.HostTestingUtil;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.snapshot.ExportSnapshot;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;

@ClusterTest
class SnapshotTest {
  @Test
  void aCloneKeepsTheCellsWhileTheOriginalGoesOn() throws Exception {
    try (TestTable table = TestTable.create("snapshot-clone")) {
      table.loadAllLevels();
      table.write(20);
      CellModel then = snapshot(table, "clone-of-all-levels");
      try (TestTable clone = clone(table, "clone-of-all-levels", then)) {
        table.load(4);
        table.majorCompact();
        clone.verify();
        clone.load(4);
        clone.majorCompact();
        clone.verify();
        clone.verifyRaw();
        table.verify();
      }
    }
  }

  @Test
  void theStockEngineOpensAClone() throws Exception {
    try (TestTable table = TestTable.create("snapshot-to-stock")) {
      table.loadAllLevels();
      CellModel then = snapshot(table, "clone-for-stock");
      try (TestTable clone = clone(table, "clone-for-stock", then)) {
        makeStock(clone);
        assertThat(clone.stores(TestTable.RLSM))
            .allMatch(store -> store.getStoreEngine() instanceof DefaultStoreEngine);
        clone.verify();
        clone.load(4);
        clone.majorCompact();
        clone.verify();
        clone.verifyRaw();
      }
    }
  }

  @Test
  void restoringBringsTheCellsBack() throws Exception {
    try (TestTable table = TestTable.create("snapshot-restore")) {
      table.loadAllLevels();
      CellModel then = snapshot(table, "to-restore");
      table.load(4);
      table.majorCompact();
      Admin admin = table.admin();
      admin.disableTable(table.name());
      admin.restoreSnapshot("to-restore");
      admin.enableTable(table.name());
      table.modelIs(then);
      table.verify();
      table.load(4);
      table.majorCompact();
      table.verify();
      table.verifyRaw();
    }
  }

  /**
   * The table is disabled meanwhile. HBase's tool copies a file and then asks for its checksum
   * where it was: if a compaction has had it archived by then it calls that a mismatch, and tries
   * again, but not where MapReduce is local.
   */
  @Test
  void anExportedSnapshotIsClonedElsewhere() throws Exception {
    HostTestingUtil peer = Clusters.peer();
    try (TestTable table = TestTable.create("snapshot-export")) {
      table.loadAllLevels();
      CellModel then = snapshot(table, "exported");
      table.admin().disableTable(table.name());
      export("exported", CommonFSUtils.getRootDir(peer.getConfiguration()));
      TableName name = TableName.valueOf("snapshot-imported");
      peer.getAdmin().cloneSnapshot("exported", name);
      try (TestTable copy = TestTable.open(peer, name, then)) {
        copy.continueAfter(table);
        copy.verify();
        copy.load(3);
        copy.majorCompact();
        copy.verify();
      }
    }
  }

  private static void export(String snapshot, Path to) throws Exception {
    Configuration conf = new Configuration(Clusters.home().getConfiguration());
    String[] arguments = {
      "-snapshot", snapshot, "-copy-to", to.toString(), "-mappers", "1", "-no-target-verify"
    };
    assertThat(ToolRunner.run(conf, new ExportSnapshot(), arguments)).isZero();
  }

  private static CellModel snapshot(TestTable table, String name) throws Exception {
    table.admin().snapshot(name, table.name());
    return table.model().copy();
  }

  private static TestTable clone(TestTable table, String snapshot, CellModel content)
      throws Exception {
    TableName name = TableName.valueOf(snapshot);
    table.admin().cloneSnapshot(snapshot, name);
    TestTable clone = TestTable.open(Clusters.home(), name, content);
    clone.continueAfter(table);
    return clone;
  }

  private static void makeStock(TestTable table) throws Exception {
    TableDescriptor now = table.admin().getDescriptor(table.name());
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(
            now.getColumnFamily(Bytes.toBytes(TestTable.RLSM)));
    table
        .admin()
        .modifyTable(
            TableDescriptorBuilder.newBuilder(now)
                .modifyColumnFamily(Engines.stock(family).build())
                .build());
  }
}
