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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What reads before it writes must see the newest cell wherever it is stored. */
@ClusterTest
class ReadModifyWriteTest {
  private static final int ROWS = 40;
  private static final int ROUNDS = 12;
  private static final byte[] COLUMN = Bytes.toBytes("c");

  @Test
  void incrementsAddUpWhileTheStoreFlushesAndCompacts() throws Exception {
    try (TestTable table = TestTable.create("increments", family -> family.setMaxVersions(1))) {
      for (int round = 0; round < ROUNDS; round++) {
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> increment(table, 10));
        increment(table, 1);
        other.join();
        table.flush();
      }
      table.settle();
      checkCounters(table);
      table.majorCompact();
      checkCounters(table);
      Cells.assertSame(table.cells(TestTable.RLSM), table.cells(TestTable.STOCK), table.toString());
    }
  }

  private static void increment(TestTable table, long amount) {
    try (var own = table.util().getConnection().getTable(table.name())) {
      for (int row = 0; row < ROWS; row++) {
        Increment increment = new Increment(key(row));
        table.families().forEach(f -> increment.addColumn(Bytes.toBytes(f), COLUMN, amount));
        own.increment(increment);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void checkCounters(TestTable table) throws Exception {
    for (int row = 0; row < ROWS; row++) {
      Result result = table.table().get(new Get(key(row)));
      for (String family : table.families()) {
        assertThat(Bytes.toLong(result.getValue(Bytes.toBytes(family), COLUMN)))
            .isEqualTo(ROUNDS * 11L);
      }
    }
  }

  @Test
  void appendsGrowOneValue() throws Exception {
    try (TestTable table = TestTable.create("appends", family -> family.setMaxVersions(3))) {
      StringBuilder expected = new StringBuilder();
      for (int round = 0; round < ROUNDS; round++) {
        expected.append((char) ('a' + round));
        for (int row = 0; row < ROWS; row++) {
          Append append = new Append(key(row));
          byte[] letter = {(byte) ('a' + round)};
          table.families().forEach(f -> append.addColumn(Bytes.toBytes(f), COLUMN, letter));
          table.table().append(append);
        }
        table.flush();
      }
      table.majorCompact();
      for (int row = 0; row < ROWS; row++) {
        Result result = table.table().get(new Get(key(row)));
        for (String family : table.families()) {
          assertThat(result.getValue(Bytes.toBytes(family), COLUMN))
              .asString()
              .isEqualTo(expected.toString());
        }
      }
      Cells.assertSame(table.cells(TestTable.RLSM), table.cells(TestTable.STOCK), table.toString());
    }
  }

  @Test
  void aCheckSeesTheNewestValueAndNoOlderOne() throws Exception {
    try (TestTable table = TestTable.create("check-and-mutate", f -> f.setMaxVersions(1))) {
      for (int round = 0; round < ROUNDS; round++) {
        for (int row = 0; row < ROWS; row++) {
          for (String family : table.families()) {
            assertThat(checkAndPut(table, row, family, round - 2, -1)).isFalse();
            assertThat(checkAndPut(table, row, family, round - 1, round)).isTrue();
          }
        }
        table.flush();
      }
      table.majorCompact();
      for (String family : table.families()) {
        List<String> values =
            table.cells(family).stream().map(cell -> cell.replaceAll(".*=", "")).toList();
        assertThat(values).hasSize(ROWS).containsOnly("v" + (ROUNDS - 1));
      }
    }
  }

  private static boolean checkAndPut(
      TestTable table, int row, String family, int expected, int next) throws Exception {
    byte[] name = Bytes.toBytes(family);
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(key(row));
    if (expected == -1) {
      check.ifNotExists(name, COLUMN);
    } else {
      check.ifEquals(name, COLUMN, Bytes.toBytes("v" + expected));
    }
    Put put = new Put(key(row)).addColumn(name, COLUMN, Bytes.toBytes("v" + next));
    return table.table().checkAndMutate(check.build(put)).isSuccess();
  }

  private static byte[] key(int row) {
    return Bytes.toBytes(TestTable.row(row));
  }
}
