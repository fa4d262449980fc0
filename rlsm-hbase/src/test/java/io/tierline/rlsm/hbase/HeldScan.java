/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;

/** A scan that goes on while the store changes, and shows what was there when it began. */
final class HeldScan {

  private final RegionScanner live;
  private final Deque<List<Cell>> read = new ArrayDeque<>();

  private HeldScan(RegionScanner live) {
    this.live = live;
  }

  /** Reads when it is asked to. */
  static HeldScan live(RegionScanner scanner) {
    return new HeldScan(scanner);
  }

  /**
   * Reads everything at once. The stock engine needs that: its reversed scanners lose rows when
   * newer rows are flushed around them.
   */
  static HeldScan readAhead(RegionScanner scanner) throws IOException {
    HeldScan all = new HeldScan(scanner);
    List<Cell> answer = all.next();
    while (!answer.isEmpty()) {
      all.read.add(answer);
      answer = all.next();
    }
    scanner.close();
    HeldScan held = new HeldScan(null);
    held.read.addAll(all.read);
    return held;
  }

  private List<Cell> next() throws IOException {
    if (live == null) {
      return read.isEmpty() ? List.of() : read.remove();
    }
    List<Cell> cells = new ArrayList<>();
    boolean more = true;
    while (more && cells.isEmpty()) {
      more = live.next(cells);
    }
    return cells;
  }

  /** The next answers, which then have been sent to a client. */
  Cells next(int rows) throws IOException {
    Cells found = new Cells();
    List<Cell> answer = next();
    for (int i = 0; i < rows && !answer.isEmpty(); i++) {
      found.add(answer);
      answer = i + 1 < rows ? next() : List.of();
    }
    if (live != null) {
      ((Shipper) live).shipped();
    }
    return found;
  }

  void close() throws IOException {
    if (live != null) {
      live.close();
    }
  }
}
