/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.KeySample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The cells of some samples, row by row. A plan that is made after a flush looks at thousands:
 * their rows are sorted as numbers, and cells are made only of rows that have several.
 */
final class SampledCells {
  /** A row's hash leaves so many bits of a long, for the place of its cell. */
  private static final int PLACE_BITS = 24;

  private final long[] hashes;
  private final int[] fileOf;

  /** A cell of a sample; files count from the oldest. */
  record Cell(long hashes, int file) {
    int column() {
      return KeySample.column(hashes);
    }

    KeySample.Kind kind() {
      return KeySample.kind(hashes);
    }

    /** Among cells of one row: by column, the newest first. */
    private int compareTo(Cell other) {
      int order = Integer.compare(column(), other.column());
      return order == 0 ? Integer.compare(other.file, file) : order;
    }
  }

  /**
   * Takes cells out of samples.
   *
   * @param files oldest first
   * @param counts how many cells of each file's sample, those of the lowest rows
   */
  SampledCells(List<FileMeta> files, int[] counts) {
    hashes = new long[Arrays.stream(counts).sum()];
    fileOf = new int[hashes.length];
    int place = 0;
    for (int i = 0; i < counts.length; i++) {
      KeySample keys = files.get(i).keys();
      for (int j = 0; j < counts[i]; j++) {
        hashes[place] = keys.cell(j);
        fileOf[place] = i;
        place++;
      }
    }
  }

  /** Gives the cells of each row that has several: by column, the newest first. */
  void forEachRowOfSeveral(Consumer<List<Cell>> consumer) {
    long[] rows = new long[hashes.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = KeySample.row(hashes[i]) << PLACE_BITS | i;
    }
    Arrays.sort(rows);
    int from = 0;
    while (from < rows.length) {
      int to = from + 1;
      while (to < rows.length && rows[to] >>> PLACE_BITS == rows[from] >>> PLACE_BITS) {
        to++;
      }
      if (to - from > 1) {
        consumer.accept(cells(rows, from, to));
      }
      from = to;
    }
  }

  private List<Cell> cells(long[] rows, int from, int to) {
    List<Cell> cells = new ArrayList<>(to - from);
    for (int i = from; i < to; i++) {
      int place = (int) rows[i] & (1 << PLACE_BITS) - 1;
      cells.add(new Cell(hashes[place], fileOf[place]));
    }
    cells.sort(Cell::compareTo);
    return cells;
  }
}
