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
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;

/**
 * What a read has returned, to be compared byte by byte: row, family, qualifier, timestamp, type
 * and value of each cell, and where one answer of a scanner ends and the next begins. Sequence ids
 * do not count: each store has its own.
 */
final class Cells {

  private final List<KeyValue> cells = new ArrayList<>();

  void add(Iterable<? extends Cell> answer) {
    for (Cell cell : answer) {
      cells.add(KeyValueUtil.copyToNewKeyValue(cell));
    }
    cells.add(null);
  }

  void addAll(Cells more) {
    cells.addAll(more.cells);
  }

  int size() {
    return cells.size();
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Cells that) || that.cells.size() != cells.size()) {
      return false;
    }
    for (int i = 0; i < cells.size(); i++) {
      if (!same(cells.get(i), that.cells.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(KeyValue one, KeyValue other) {
    return one == null || other == null
        ? one == other
        : Arrays.equals(
            one.getBuffer(),
            one.getOffset(),
            one.getOffset() + one.getLength(),
            other.getBuffer(),
            other.getOffset(),
            other.getOffset() + other.getLength());
  }

  @Override
  public int hashCode() {
    return cells.size();
  }

  /** Where two answers part; for people. */
  static String difference(Object expected, Object actual) {
    if (!(expected instanceof Cells one) || !(actual instanceof Cells other)) {
      return "expected " + expected + " but was " + actual;
    }
    int at = 0;
    while (at < Math.min(one.size(), other.size())
        && same(one.cells.get(at), other.cells.get(at))) {
      at++;
    }
    return String.format(
        "%d against %d cells; from the %d-th: expected %s but was %s",
        one.size(), other.size(), at, one.from(at), other.from(at));
  }

  private List<String> from(int start) {
    return cells.subList(Math.max(0, start - 1), Math.min(cells.size(), start + 4)).stream()
        .map(
            cell ->
                cell == null
                    ? "|"
                    : cell
                        + "="
                        + new String(
                            cell.getValueArray(),
                            cell.getValueOffset(),
                            cell.getValueLength(),
                            java.nio.charset.StandardCharsets.ISO_8859_1))
        .toList();
  }

  @Override
  public String toString() {
    return cells.size() + " cells";
  }
}
