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
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;

/** The ranges of a file that some scanners read, and how many scanners do. */
final class LiveRows {
  private final List<KeyRange> ranges;
  private final AtomicInteger scanners = new AtomicInteger();
  private volatile RowRanges rows;

  LiveRows(List<KeyRange> ranges) {
    this.ranges = ranges;
  }

  List<KeyRange> ranges() {
    return ranges;
  }

  /** The ranges cut to the rows of the file, whose reader must be open by now. */
  RowRanges rows(CellComparator comparator, Cell first, Cell last) {
    RowRanges cut = rows;
    if (cut == null) {
      cut = RowRanges.of(comparator, ranges, first, last);
      rows = cut;
    }
    return cut;
  }

  void acquire() {
    scanners.incrementAndGet();
  }

  void release() {
    scanners.decrementAndGet();
  }

  boolean isInUse() {
    return scanners.get() > 0;
  }
}
