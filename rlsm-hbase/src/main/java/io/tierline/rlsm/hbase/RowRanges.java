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
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;

/**
 * Ranges of rows of one file, cut to the rows that the file has, as a scanner looks them up. Ranges
 * are named by their index in ascending order.
 */
final class RowRanges {
  private final CellComparator comparator;
  private final Cell[] firsts;
  private final Cell[] ends;
  private final boolean[] guarded;
  private final Cell lastRow;

  private RowRanges(CellComparator comparator, List<KeyRange> ranges, byte[] lastRow) {
    this.comparator = comparator;
    this.firsts = new Cell[ranges.size()];
    this.ends = new Cell[ranges.size()];
    this.guarded = new boolean[ranges.size()];
    this.lastRow = PrivateCellUtil.createFirstOnRow(lastRow);
    for (int i = 0; i < firsts.length; i++) {
      firsts[i] = PrivateCellUtil.createFirstOnRow(ranges.get(i).start());
      ends[i] = PrivateCellUtil.createFirstOnRow(ranges.get(i).end());
      guarded[i] = !ranges.get(i).endsAfter(lastRow);
    }
  }

  /**
   * The rows of ranges that a file may have.
   *
   * @param ranges disjoint ranges in ascending order
   * @param first a cell in the file's first row, null if the file is empty
   * @param last a cell in the file's last row, null if the file is empty
   */
  static RowRanges of(CellComparator comparator, List<KeyRange> ranges, Cell first, Cell last) {
    if (first == null || last == null || comparator.compareRows(first, last) > 0) {
      return new RowRanges(comparator, List.of(), new byte[0]);
    }
    byte[] lastRow = CellUtil.cloneRow(last);
    KeyRange span = KeyRange.closed(CellUtil.cloneRow(first), lastRow);
    return new RowRanges(comparator, KeyRange.intersect(ranges, span), lastRow);
  }

  int count() {
    return firsts.length;
  }

  /** Not greater than any cell in a range, and greater than all cells in the rows before it. */
  Cell first(int range) {
    return firsts[range];
  }

  /** Not greater than any cell in the rows after a range, and greater than all cells in it. */
  Cell end(int range) {
    return ends[range];
  }

  /** The file's last row. */
  Cell lastRow() {
    return lastRow;
  }

  /** Whether a range has the file's last row, and that lies before a cell's row. */
  boolean endsWithFileBefore(int range, Cell cell) {
    return !guarded[range] && comparator.compareRows(lastRow, cell) < 0;
  }

  /** The lowest range that does not lie wholly before a cell's row; the count if there is none. */
  int atOrAfter(Cell cell) {
    int low = 0;
    int high = firsts.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (comparator.compareRows(cell, ends[middle]) >= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The highest range that starts before a cell's row; -1 if there is none. */
  int lastBefore(Cell cell) {
    int low = 0;
    int high = firsts.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (comparator.compareRows(firsts[middle], cell) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /** Whether a cell's row lies in a range. */
  boolean contains(int range, Cell cell) {
    return startsAtOrBefore(range, cell) && comparator.compareRows(cell, ends[range]) < 0;
  }

  /** Whether a cell's row lies in one of the ranges. */
  boolean contains(Cell cell) {
    int range = atOrAfter(cell);
    return range < firsts.length && startsAtOrBefore(range, cell);
  }

  /** Whether a range starts at a cell's row or before it. */
  boolean startsAtOrBefore(int range, Cell cell) {
    return comparator.compareRows(firsts[range], cell) <= 0;
  }

  /** Whether a cell of the file, not before a range, lies after it. */
  boolean leaves(int range, Cell cell) {
    return guarded[range] && comparator.compareRows(cell, ends[range]) >= 0;
  }

  /** Whether rows lie between the end of a range and a cell's row. */
  boolean endsBefore(int range, Cell cell) {
    return comparator.compareRows(ends[range], cell) < 0;
  }

  int compareRows(Cell one, Cell other) {
    return comparator.compareRows(one, other);
  }
}
