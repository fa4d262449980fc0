/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** A delete hides what is older whatever levels the two are on, and nothing comes back. */
@ClusterTest
class DeletesTest {
  private static final long OLD = 100;
  private static final long MIDDLE = 200;
  private static final long NEW = 300;

  @Test
  void ofAFamily() throws Exception {
    hides("delete-family", List.of("a@300", "b@300"), (d, f) -> d.addFamily(f, MIDDLE));
  }

  @Test
  void ofAFamilysVersion() throws Exception {
    hides(
        "delete-family-version",
        List.of("a@300", "a@100", "b@300", "b@100"),
        (d, f) -> d.addFamilyVersion(f, MIDDLE));
  }

  @Test
  void ofAColumn() throws Exception {
    hides(
        "delete-column",
        List.of("a@300", "b@300", "b@200", "b@100"),
        (d, f) -> d.addColumns(f, Bytes.toBytes("a"), MIDDLE));
  }

  @Test
  void ofAVersion() throws Exception {
    hides(
        "delete-version",
        List.of("a@300", "a@100", "b@300", "b@200", "b@100"),
        (d, f) -> d.addColumn(f, Bytes.toBytes("a"), MIDDLE));
  }

  @Test
  void ofTheLatestVersion() throws Exception {
    hides(
        "delete-latest",
        List.of("a@200", "a@100", "b@300", "b@200", "b@100"),
        (d, f) -> d.addColumn(f, Bytes.toBytes("a")));
  }

  @Test
  void ofARow() throws Exception {
    hides("delete-row", List.of(), (d, f) -> {});
  }

  /** Every even row is deleted from, between flushes and compactions; odd rows stay whole. */
  private static void hides(String name, List<String> left, BiConsumer<Delete, byte[]> what)
      throws Exception {
    try (TestTable table = TestTable.create(name)) {
      for (long timestamp : List.of(OLD, MIDDLE, NEW)) {
        put(table, timestamp);
      }
      table.majorCompact();
      delete(table, what);
      check(table, left);
      table.flush();
      check(table, left);
      table.load(1);
      check(table, left);
      table.load(3);
      table.settle();
      check(table, left);
      table.majorCompact();
      check(table, left);
      table.verifyRaw();
    }
  }

  private static void put(TestTable table, long timestamp) throws Exception {
    for (int part = 0; part < 3; part++) {
      for (int row = part; row < 300; row += 3) {
        Put put = new Put(key(row));
        for (String family : table.families()) {
          put.addColumn(Bytes.toBytes(family), Bytes.toBytes("a"), timestamp, value(row));
          put.addColumn(Bytes.toBytes(family), Bytes.toBytes("b"), timestamp, value(row));
        }
        table.table().put(put);
      }
      table.flush();
    }
  }

  private static void delete(TestTable table, BiConsumer<Delete, byte[]> what) throws Exception {
    for (int row = 0; row < 300; row += 2) {
      Delete delete = new Delete(key(row));
      table.families().forEach(family -> what.accept(delete, Bytes.toBytes(family)));
      table.table().delete(delete);
    }
  }

  private static void check(TestTable table, List<String> left) throws Exception {
    List<String> whole = List.of("a@300", "a@200", "a@100", "b@300", "b@200", "b@100");
    List<String> expected = new ArrayList<>();
    for (int row = 0; row < 300; row++) {
      for (String cell : row % 2 == 0 ? left : whole) {
        expected.add("x" + TestTable.row(row) + '/' + cell + '=' + "value-" + row);
      }
    }
    for (String family : table.families()) {
      List<String> cells =
          table.cells(family).stream().filter(cell -> cell.startsWith("x")).toList();
      Cells.assertSame(cells, expected, family);
    }
  }

  /** Rows apart from those that loads write to. */
  private static byte[] key(int row) {
    return Bytes.toBytes("x" + TestTable.row(row));
  }

  private static byte[] value(int row) {
    return Bytes.toBytes("value-" + row);
  }
}
