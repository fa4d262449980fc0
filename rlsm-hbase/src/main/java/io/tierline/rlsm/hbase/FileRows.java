/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.KeyRange;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/** The first and the last row of a file, as a scanner compares its keys with them. */
final class FileRows {
  private final CellComparator comparator;
  private final Cell first;
  private final Cell last;
  private final Cell end;

  private FileRows(CellComparator comparator, byte[] first, byte[] last) {
    this.comparator = comparator;
    // HBase's heaps compare them with cells of files, which is quickest between key-values.
    this.first = KeyValueUtil.createFirstOnRow(first);
    this.last = KeyValueUtil.createFirstOnRow(last);
    this.end = KeyValueUtil.createFirstOnRow(KeyRange.after(last));
  }

  /** The rows of an open file; null if it has no cells. */
  static FileRows of(HStoreFile file) {
    Optional<? extends Cell> first = file.getFirstKey();
    Optional<? extends Cell> last = file.getLastKey();
    CellComparator comparator = file.getComparator();
    // Half of a file may have no rows, between keys of the whole file.
    return first.isEmpty() || last.isEmpty() || comparator.compareRows(first.get(), last.get()) > 0
        ? null
        : new FileRows(comparator, CellUtil.cloneRow(first.get()), CellUtil.cloneRow(last.get()));
  }

  /** Not greater than any cell of the file, and greater than all cells in the rows before it. */
  Cell first() {
    return first;
  }

  /** Not greater than any cell of the last row. */
  Cell last() {
    return last;
  }

  /** Greater than all cells of the file, and not greater than any in the rows after it. */
  Cell end() {
    return end;
  }

  /** Whether all rows lie before a cell's. */
  boolean endBefore(Cell cell) {
    return comparator.compareRows(last, cell) < 0;
  }

  /** Whether the first row lies before a cell's. */
  boolean startBefore(Cell cell) {
    return comparator.compareRows(first, cell) < 0;
  }

  /** Whether all rows lie after a cell's. */
  boolean startAfter(Cell cell) {
    return comparator.compareRows(first, cell) > 0;
  }

  /** Whether a cell's row lies between the first and the last, or is one of them. */
  boolean contain(Cell cell) {
    return comparator.compareRows(first, cell) <= 0 && !endBefore(cell);
  }

  int compareRows(Cell one, Cell other) {
    return comparator.compareRows(one, other);
  }
}
