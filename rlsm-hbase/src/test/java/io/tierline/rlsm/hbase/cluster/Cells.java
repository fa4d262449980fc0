/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Cells as text that leaves the family out, so that those of two families can be compared. */
final class Cells {
  private Cells() {}

  static String tell(String row, String column, long timestamp, String value) {
    return row + '/' + column + '@' + timestamp + '=' + value;
  }

  static String tell(Cell cell) {
    String told =
        tell(
            Bytes.toStringBinary(CellUtil.cloneRow(cell)),
            Bytes.toStringBinary(CellUtil.cloneQualifier(cell)),
            cell.getTimestamp(),
            Bytes.toStringBinary(CellUtil.cloneValue(cell)));
    return cell.getType() == Cell.Type.Put ? told : told + ' ' + cell.getType();
  }

  static List<String> of(Result result) {
    List<String> cells = new ArrayList<>();
    if (!result.isEmpty()) {
      for (Cell cell : result.rawCells()) {
        cells.add(tell(cell));
      }
    }
    return cells;
  }

  /** Fails with the first cells that differ, because whole tables are too long to read. */
  static void assertSame(List<String> actual, List<String> expected, String what) {
    int at = 0;
    while (at < Math.min(actual.size(), expected.size())
        && actual.get(at).equals(expected.get(at))) {
      at++;
    }
    if (at < Math.max(actual.size(), expected.size())) {
      throw new AssertionError(
          String.format(
              "%s: %d cells instead of %d; from cell %d on %s instead of %s",
              what, actual.size(), expected.size(), at, some(actual, at), some(expected, at)));
    }
  }

  private static List<String> some(List<String> cells, int from) {
    return cells.subList(from, Math.min(cells.size(), from + 4));
  }

  /** What a scan returns of one family. */
  static List<String> of(Table table, String family, Scan scan) throws IOException {
    Scan one = new Scan(scan).addFamily(Bytes.toBytes(family));
    List<String> cells = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(one)) {
      for (Result result : scanner) {
        cells.addAll(of(result));
      }
    }
    return cells;
  }
}
