/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.layout;

import java.util.Arrays;

/**
 * The cells of a file's rows with the least hashes. All files take the same hash, so two of them
 * that hold one row either both have it in their samples or, above the lesser {@link #limit}, do
 * not count it: how much of some files is superseded is seen from their samples alone.
 *
 * <p>Source: bottom-k sketches and their coordination, E. Cohen and H. Kaplan, "Summarizing Data
 * using Bottom-k Sketches", PODC 2007; here of rows, so that a marker that deletes a row meets its
 * cells.
 *
 * <p>Immutable.
 */
public final class KeySample {

  /** Cells of a sample at most: 1 KB. */
  public static final int CELLS_MAX = 128;

  /** Bits of a row's hash that are kept. With the others they leave the sign of a long alone. */
  private static final int ROW_BITS = 39;

  private static final int COLUMN_BITS = 22;
  private static final int KIND_BITS = 2;

  /** Above the hash of every row. */
  private static final long ALL = 1L << ROW_BITS;

  /** What a cell does to older ones. */
  public enum Kind {
    /** Is one more version of its column. */
    PUT,
    /** Deletes all older versions of its column. */
    DELETE_COLUMN,
    /** Deletes all older cells of its row. */
    DELETE_ROW,
    /** Deletes a version at most. */
    OTHER
  }

  /** A sample of no cell, of a file of which nothing is known. */
  public static final KeySample UNKNOWN = new KeySample(new long[0], 0);

  private final long[] cells;
  private final long limit;

  private KeySample(long[] cells, long limit) {
    this.cells = cells;
    this.limit = limit;
  }

  /**
   * The sample that {@link #cells()} and {@link #limit()} are of.
   *
   * @throws IllegalArgumentException if they cannot be of one
   */
  public static KeySample of(long[] cells, long limit) {
    boolean fits = limit >= 0 && limit <= ALL && cells.length <= CELLS_MAX;
    for (int i = 0; i < cells.length && fits; i++) {
      fits = cells[i] >= 0 && row(cells[i]) < limit && (i == 0 || cells[i - 1] <= cells[i]);
    }
    if (!fits) {
      throw new IllegalArgumentException("no sample: " + cells.length + " cells below " + limit);
    }
    return new KeySample(cells.clone(), limit);
  }

  /** The cells in ascending order of {@link #row}. */
  public long[] cells() {
    return cells.clone();
  }

  /** Of rows with a lower hash all cells are in the sample; 0 if nothing is known. */
  public long limit() {
    return limit;
  }

  /** The share of all rows whose hash is below a limit. */
  public static double share(long limit) {
    return (double) limit / ALL;
  }

  /** How many cells of the sample are of rows below a limit. */
  public int below(long other) {
    if (other >= limit) {
      return cells.length;
    }
    int low = 0;
    int high = cells.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (row(cells[middle]) < other) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** A cell of the sample; the first has index 0. */
  public long cell(int index) {
    return cells[index];
  }

  /** The hash of a cell's row. */
  public static long row(long cell) {
    return cell >>> COLUMN_BITS + KIND_BITS;
  }

  /** The hash of a cell's column. */
  public static int column(long cell) {
    return (int) (cell >>> KIND_BITS) & (1 << COLUMN_BITS) - 1;
  }

  /** What a cell does to older ones. */
  public static Kind kind(long cell) {
    return Kind.values()[(int) cell & (1 << KIND_BITS) - 1];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeySample sample
        && sample.limit == limit
        && Arrays.equals(sample.cells, cells);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(limit) + Arrays.hashCode(cells);
  }

  @Override
  public String toString() {
    return cells.length + " cells of rows below " + limit;
  }

  /** Takes the cells of one file in, in any order as long as those of a row come together. */
  public static final class Collector {
    private final long[] kept = new long[2 * CELLS_MAX];
    private int size;
    private long limit = ALL;
    private long row;

    /**
     * Begins a row.
     *
     * @param hash of its key, 64 bits that are all as good as random
     * @return whether its cells are wanted
     */
    public boolean row(long hash) {
      row = hash >>> Long.SIZE - ROW_BITS;
      return row < limit;
    }

    /**
     * Takes in a cell of the row, if that is wanted.
     *
     * @param columnHash of the column's name, 32 bits that are all as good as random
     */
    public void cell(int columnHash, Kind kind) {
      if (row >= limit) {
        return;
      }
      if (size == kept.length) {
        cut();
        if (row >= limit) {
          return;
        }
      }
      long column = Integer.toUnsignedLong(columnHash) >>> (Integer.SIZE - COLUMN_BITS);
      kept[size++] = (row << COLUMN_BITS | column) << KIND_BITS | kind.ordinal();
    }

    /** Gives up the rows with the highest hashes, so that what is left has room. */
    private void cut() {
      Arrays.sort(kept, 0, size);
      if (size > CELLS_MAX) {
        limit = KeySample.row(kept[CELLS_MAX]);
        size = CELLS_MAX;
        while (size > 0 && KeySample.row(kept[size - 1]) >= limit) {
          size--;
        }
      }
    }

    /** The sample of what was taken in. */
    public KeySample sample() {
      cut();
      return new KeySample(Arrays.copyOf(kept, size), limit);
    }
  }
}
