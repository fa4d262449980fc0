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

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.Test;

/** Ages are whole hours where the limit is one hour, so that no clock needs to be turned. */
@ClusterTest
class VersionsTest {
  private static final int HOUR_SECONDS = 3600;
  private static final long HOUR_MILLIS = 3_600_000;

  @Test
  void onlyTheNewestVersionsAreKept() throws Exception {
    try (TestTable table = TestTable.create("max-versions", family -> family.setMaxVersions(2))) {
      table.withoutVersionDeletes().loadAllLevels();
      verify(table, 2);
      table.majorCompact();
      verify(table, 2);
      table.verifyRaw();
    }
  }

  @Test
  void cellsExpire() throws Exception {
    try (TestTable table = TestTable.create("ttl", f -> f.setTimeToLive(HOUR_SECONDS))) {
      long now = EnvironmentEdgeManager.currentTime();
      for (int age = 5; age >= 0; age--) {
        // All but the youngest are past their time by now, however fast the machine is.
        write(table, age * 50, 300, "a", now - age * HOUR_MILLIS - age * 1000);
        table.flush();
      }
      table.settle();
      verifySame(table, 300);
      table.majorCompact();
      verifySame(table, 300);
      table.verifyRaw();
    }
  }

  @Test
  void aFlushOfNothingButExpiredCellsAndACompactionOfThemLeaveNothing() throws Exception {
    try (TestTable table = TestTable.create("ttl-all", f -> f.setTimeToLive(HOUR_SECONDS))) {
      long old = EnvironmentEdgeManager.currentTime() - 2 * HOUR_MILLIS;
      for (int flush = 0; flush < 8; flush++) {
        write(table, 0, 300, "a", old + flush);
        table.flush();
      }
      table.settle();
      verifySame(table, 0);
      table.majorCompact();
      verifySame(table, 0);
      table.verifyRaw();
      write(table, 0, 300, "a", EnvironmentEdgeManager.currentTime());
      table.flush();
      table.settle();
      verifySame(table, 300);
    }
  }

  @Test
  void expiredVersionsAreKeptUpToTheMinimum() throws Exception {
    try (TestTable table =
        TestTable.create(
            "min-versions",
            f -> f.setTimeToLive(HOUR_SECONDS).setMinVersions(2).setMaxVersions(9))) {
      long now = EnvironmentEdgeManager.currentTime();
      for (int age = 9; age >= 2; age--) {
        write(table, 0, 30 * age, "a", now - age * HOUR_MILLIS);
        table.flush();
      }
      write(table, 0, 30, "a", now);
      table.flush();
      table.settle();
      verifySame(table, 510);
      table.majorCompact();
      verifySame(table, 510);
      table.verifyRaw();
    }
  }

  @Test
  void aCellWithATimeToLiveOfItsOwnExpires() throws Exception {
    try (TestTable table = TestTable.create("cell-ttl")) {
      long now = EnvironmentEdgeManager.currentTime();
      for (int flush = 0; flush < 8; flush++) {
        for (int row = flush; row < 300; row += 8) {
          Put put = put(table, row, "a", now - 2 * HOUR_MILLIS);
          put.setTTL(row % 2 == 0 ? HOUR_MILLIS : 48 * HOUR_MILLIS);
          table.table().put(put);
        }
        table.flush();
      }
      table.settle();
      verifySame(table, 150);
      table.majorCompact();
      verifySame(table, 150);
      table.verifyRaw();
    }
  }

  @Test
  void deletedCellsAreKeptForReadsOfThePast() throws Exception {
    try (TestTable table =
        TestTable.create("keep-deleted", f -> f.setKeepDeletedCells(KeepDeletedCells.TRUE))) {
      table.withoutVersionDeletes().load(6);
      CellModel then = table.model().copy();
      Scan past = new Scan().readAllVersions().setTimeRange(0, table.now());
      table.load(6);
      for (String family : table.families()) {
        Cells.assertSame(table.cells(family, past), then.cells(), family);
      }
      table.verify();
      table.majorCompact();
      for (String family : table.families()) {
        Cells.assertSame(table.cells(family, past), then.cells(), family);
      }
      table.verify();
      table.verifyRaw();
    }
  }

  @Test
  void deletedCellsAreKeptNoLongerThanTheyLive() throws Exception {
    try (TestTable table =
        TestTable.create(
            "keep-deleted-ttl",
            f ->
                f.setKeepDeletedCells(KeepDeletedCells.TTL)
                    .setTimeToLive(HOUR_SECONDS)
                    .setMinVersions(1))) {
      long now = EnvironmentEdgeManager.currentTime();
      for (int age = 6; age >= 0; age--) {
        long timestamp = now - age * HOUR_MILLIS;
        write(table, 0, 300, "a", timestamp);
        for (int row = age; row < 300; row += 4) {
          Delete delete = new Delete(Bytes.toBytes(TestTable.row(row)));
          table.families().forEach(f -> delete.addFamily(Bytes.toBytes(f), timestamp + 1));
          table.table().delete(delete);
        }
        table.flush();
      }
      table.settle();
      Cells.assertSame(table.cells(TestTable.RLSM), table.cells(TestTable.STOCK), table.toString());
      table.majorCompact();
      Cells.assertSame(table.cells(TestTable.RLSM), table.cells(TestTable.STOCK), table.toString());
      table.verifyRaw();
    }
  }

  private static void verify(TestTable table, int versions) throws Exception {
    for (String family : table.families()) {
      Cells.assertSame(table.cells(family), table.model().cells(versions), family);
    }
  }

  private static void verifySame(TestTable table, int cells) throws Exception {
    assertThat(table.cells(TestTable.STOCK)).hasSize(cells);
    Cells.assertSame(table.cells(TestTable.RLSM), table.cells(TestTable.STOCK), table.toString());
  }

  private static void write(TestTable table, int from, int to, String column, long timestamp)
      throws Exception {
    List<Put> puts = new ArrayList<>();
    for (int row = from; row < to; row++) {
      puts.add(put(table, row, column, timestamp));
    }
    table.table().put(puts);
  }

  private static Put put(TestTable table, int row, String column, long timestamp) {
    Put put = new Put(Bytes.toBytes(TestTable.row(row)));
    for (String family : table.families()) {
      put.addColumn(
          Bytes.toBytes(family),
          Bytes.toBytes(column),
          timestamp,
          Bytes.toBytes("of-" + timestamp));
    }
    return put;
  }
}
