/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a table of one family must answer: the cells of each row, the newest versions of each column
 * first. Times must ascend; only whole columns and whole rows are deleted.
 */
final class ExpectedCells {

  static final byte[] FAMILY = Bytes.toBytes("f");

  private final int versions;
  private final NavigableMap<byte[], NavigableMap<String, List<KeyValue>>> rows;

  /** No cells, of a family that keeps so many versions. */
  ExpectedCells(int versions) {
    this(versions, new TreeMap<>(Arrays::compareUnsigned));
  }

  private ExpectedCells(
      int versions, NavigableMap<byte[], NavigableMap<String, List<KeyValue>>> rows) {
    this.versions = versions;
    this.rows = rows;
  }

  void put(byte[] row, String column, long time, byte[] value) {
    List<KeyValue> cells =
        rows.computeIfAbsent(row, key -> new TreeMap<>())
            .computeIfAbsent(column, key -> new ArrayList<>());
    cells.add(0, new KeyValue(row, FAMILY, Bytes.toBytes(column), time, value));
    if (cells.size() > versions) {
      cells.remove(versions);
    }
  }

  void delete(byte[] row) {
    rows.remove(row);
  }

  void delete(byte[] row, String column) {
    NavigableMap<String, List<KeyValue>> columns = rows.get(row);
    if (columns != null && columns.remove(column) != null && columns.isEmpty()) {
      rows.remove(row);
    }
  }

  /** What it is now, whatever is done to this later. */
  ExpectedCells copy() {
    ExpectedCells copy = new ExpectedCells(versions);
    rows.forEach(
        (row, columns) -> {
          NavigableMap<String, List<KeyValue>> same = new TreeMap<>();
          columns.forEach((column, cells) -> same.put(column, new ArrayList<>(cells)));
          copy.rows.put(row, same);
        });
    return copy;
  }

  /** What a scan of all versions returns. */
  Cells cells() {
    Cells cells = new Cells();
    rows.values().forEach(columns -> cells.add(inOrder(columns)));
    return cells;
  }

  /** What a get of all versions returns. */
  Cells cellsOf(byte[] row) {
    Cells cells = new Cells();
    cells.add(inOrder(rows.getOrDefault(row, Collections.emptyNavigableMap())));
    return cells;
  }

  private static List<KeyValue> inOrder(NavigableMap<String, List<KeyValue>> columns) {
    return columns.values().stream().flatMap(List::stream).toList();
  }
}
