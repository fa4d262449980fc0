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
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

@ClusterTest
class ReadReplicaTest {
  @Test
  void aSecondaryServesWhatThePrimaryHasFlushedAndCompacted() throws Exception {
    try (TestTable table =
        TestTable.create(
            Clusters.home(), "replica", both -> {}, settings -> settings.setRegionReplication(2))) {
      table.loadAllLevels();
      awaitSecondary(table);
      table.load(4);
      awaitSecondary(table);
      table.majorCompact();
      table.load(1);
      awaitSecondary(table);
      assertThat(read(table, 7)).isEqualTo(read(table, 7, 1));
      table.verify();
    }
  }

  private static void awaitSecondary(TestTable table) throws Exception {
    Scan secondary =
        new Scan().readAllVersions().setConsistency(Consistency.TIMELINE).setReplicaId(1);
    for (String family : table.families()) {
      Clusters.await(
          "refreshed " + family,
          () -> table.cells(family, secondary).equals(table.model().cells()));
    }
  }

  private static List<String> read(TestTable table, int row) throws Exception {
    return Cells.of(table.table().get(get(row)));
  }

  private static List<String> read(TestTable table, int row, int replica) throws Exception {
    Result result =
        table.table().get(get(row).setConsistency(Consistency.TIMELINE).setReplicaId(replica));
    assertThat(result.isStale()).isTrue();
    return Cells.of(result);
  }

  private static Get get(int row) throws Exception {
    return new Get(Bytes.toBytes(TestTable.row(row)))
        .addFamily(Bytes.toBytes(TestTable.RLSM))
        .readAllVersions();
  }
}
