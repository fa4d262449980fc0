/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.layout.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.util.Bytes;

/** Calls a scanner and follows it in the list of the cells that there are. */
final class ScannerWalk {
  private static final CellComparator ORDER = CellComparator.getInstance();
  private static final int CALLS = 40;
  private static final ExtendedCell LOWEST = InnerCells.firstOnRow(new byte[0]);

  private final StoreFileScanner scanner;
  private final List<Cell> cells;
  private final Random random;

  /** The cell that the scanner stands on; null if on none. */
  private Cell at;

  private boolean backward;

  /** As stock, a backward call continues the last one: no higher than this, if it is not null. */
  private Cell ceiling;

  ScannerWalk(StoreFileScanner scanner, List<Cell> cells, Random random) {
    this.scanner = scanner;
    this.cells = cells;
    this.random = random;
  }

  /** All that a stock scanner finds in a file, which is closed then. */
  static List<Cell> stockCells(HStoreFile file, boolean isCompaction, long readPoint)
      throws IOException {
    List<Cell> cells = new ArrayList<>();
    StoreFileScanner scanner =
        file.getStreamScanner(false, false, isCompaction, readPoint, 0, false);
    scanner.seek(LOWEST);
    for (Cell cell = scanner.next(); cell != null; cell = scanner.next()) {
      cells.add(KeyValueUtil.copyToNewKeyValue(cell));
    }
    scanner.close();
    file.closeStoreFile(true);
    return cells;
  }

  void run() throws IOException {
    for (int call = 0; call < CALLS; call++) {
      step();
      if (random.nextInt(3) > 0) {
        scanner.enforceSeek();
        check();
      }
      if (random.nextInt(8) == 0) {
        scanner.shipped();
      }
    }
    for (Cell cell = scanner.next(); cell != null; cell = scanner.next()) {
      assertThat(ORDER.compare(cell, at)).isZero();
      at = following();
    }
    assertThat(at).isNull();
  }

  private void step() throws IOException {
    switch (random.nextInt(8)) {
      case 0 -> seek(key());
      case 1 -> reseek(key());
      case 2 -> requestSeek(key());
      case 3 -> seekToPreviousRow(key());
      case 4 -> backwardSeek(key());
      case 5 -> seekToLastRow();
      case 6 -> previousOfCurrent();
      default -> next();
    }
  }

  private void seek(Cell key) throws IOException {
    at = atOrAfter(key);
    backward = false;
    ceiling = null;
    answered(scanner.seek(InnerCells.of(key)), key);
  }

  private void reseek(Cell key) throws IOException {
    if (scanner.peek() == null || ORDER.compare(key, scanner.peek()) < 0) {
      return;
    }
    at = atOrAfter(key);
    backward = false;
    ceiling = null;
    answered(scanner.reseek(InnerCells.of(key)), key);
  }

  private void requestSeek(Cell key) throws IOException {
    boolean forward = scanner.peek() != null && ORDER.compare(key, scanner.peek()) >= 0;
    at = atOrAfter(key);
    backward = false;
    ceiling = null;
    answered(scanner.requestSeek(InnerCells.of(key), forward && random.nextBoolean(), false), key);
  }

  /**
   * A scanner that has not sought yet may be wrong that there is a cell, not that there is none.
   */
  private void answered(boolean found, Cell key) {
    assertThat(found).isEqualTo(scanner.peek() != null);
    if (scanner.realSeekDone()) {
      check();
    } else {
      assertThat(ORDER.compare(scanner.peek(), key)).isNotNegative();
      assertThat(at == null || ORDER.compare(scanner.peek(), at) <= 0).isTrue();
    }
  }

  private void seekToPreviousRow(Cell key) throws IOException {
    if (ceiling != null && ORDER.compareRows(key, ceiling) > 0) {
      return;
    }
    at = firstOfRowBefore(key);
    ceiling = at == null ? LOWEST : at;
    backward = true;
    answeredBackward(scanner.seekToPreviousRow(InnerCells.of(key)), key);
  }

  private void previousOfCurrent() throws IOException {
    scanner.enforceSeek();
    if (at != null) {
      seekToPreviousRow(at);
    }
  }

  private void backwardSeek(Cell key) throws IOException {
    Cell sameRow = atOrAfter(key);
    boolean same = sameRow != null && ORDER.compareRows(sameRow, key) == 0;
    at = same ? sameRow : firstOfRowBefore(key);
    ceiling = same || at != null ? at : LOWEST;
    backward = true;
    answeredBackward(scanner.backwardSeek(InnerCells.of(key)), key);
  }

  private void seekToLastRow() throws IOException {
    at = firstOfRowBefore(PrivateCellUtil.createFirstOnRow(Bytes.toBytes("z")));
    ceiling = at == null ? LOWEST : at;
    backward = true;
    answeredBackward(scanner.seekToLastRow(), null);
  }

  private void answeredBackward(boolean found, Cell key) {
    assertThat(found).isEqualTo(scanner.peek() != null);
    if (scanner.realSeekDone()) {
      check();
    } else {
      assertThat(key == null || ORDER.compareRows(scanner.peek(), key) < 0).isTrue();
      assertThat(ORDER.compareRows(scanner.peek(), at)).isZero();
    }
  }

  private void next() throws IOException {
    Cell returned = scanner.next();
    assertThat(returned == null).isEqualTo(at == null);
    if (at != null) {
      assertThat(ORDER.compare(returned, at)).isZero();
      at = following();
    }
    assertThat(backward || scanner.realSeekDone()).isTrue();
    if (scanner.realSeekDone()) {
      check();
    }
  }

  private void check() {
    Cell peeked = scanner.peek();
    assertThat(peeked == null).as("at %s, not %s", at, peeked).isEqualTo(at == null);
    if (at != null) {
      assertThat(ORDER.compare(peeked, at)).as("at %s, not %s", at, peeked).isZero();
      assertThat(CellUtil.matchingValue(peeked, at)).isTrue();
      assertThat(sequenceId(peeked)).isEqualTo(sequenceId(at));
    }
  }

  @SuppressWarnings("deprecation")
  private static long sequenceId(Cell cell) {
    return cell.getSequenceId();
  }

  private Cell atOrAfter(Cell key) {
    return cells.stream().filter(cell -> ORDER.compare(cell, key) >= 0).findFirst().orElse(null);
  }

  /** The cell after the one stood on, which may differ from it by its sequence id alone. */
  private Cell following() {
    for (int i = 0; i + 1 < cells.size(); i++) {
      if (cells.get(i) == at) {
        return cells.get(i + 1);
      }
    }
    return null;
  }

  private Cell firstOfRowBefore(Cell key) {
    Cell last = null;
    for (Cell cell : cells) {
      if (ORDER.compareRows(cell, key) < 0 && (last == null || ORDER.compareRows(cell, last) > 0)) {
        last = cell;
      }
    }
    return last;
  }

  private Cell key() {
    byte[] row = HFileFolder.row(random.nextInt(HFileFolder.ROWS));
    return switch (random.nextInt(4)) {
      case 0 -> PrivateCellUtil.createFirstOnRow(row);
      case 1 -> PrivateCellUtil.createLastOnRow(PrivateCellUtil.createFirstOnRow(row));
      case 2 -> PrivateCellUtil.createFirstOnRow(KeyRange.after(row));
      default ->
          new KeyValue(
              row,
              HFileFolder.FAMILY,
              Bytes.toBytes("b"),
              random.nextInt(9),
              KeyValue.Type.Maximum);
    };
  }
}
