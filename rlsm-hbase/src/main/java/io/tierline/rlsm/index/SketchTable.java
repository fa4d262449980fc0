/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.index;

import java.util.List;

/**
 * Up to 64 sketches laid side by side: for each position, one bit of every file (a bit-sliced
 * signature file: Roberts 1979; of Bloom filters: Goodwin et al. 2017, "BitFunnel"). A smaller
 * sketch is repeated to the table's size, a larger one folded: both leave a row's bits where they
 * are looked for. Immutable.
 */
final class SketchTable {
  static final int FILES_MAX = Long.SIZE;

  private static final int LOG2_WORD = 6;

  private final long[] words;
  private final int positions;
  private final int log2Width;
  private final long files;
  private final Object[] identities;

  /**
   * Lays sketches side by side.
   *
   * @param sketches 1 to 64; bit i of an answer is of the i-th
   * @param positions a power of two
   */
  SketchTable(List<RowSketch> sketches, int positions) {
    this.positions = positions;
    this.log2Width = log2Width(sketches.size());
    this.files = -1L >>> FILES_MAX - sketches.size();
    this.identities = identities(sketches);
    this.words = new long[words(sketches.size(), positions)];
    fill(sketches.stream().map(sketch -> sketch.bits(positions)).toArray(long[][]::new));
  }

  /** Size of the table for that many files, in bytes. */
  static long bytes(int files, int positions) {
    return (long) words(files, positions) * Long.BYTES;
  }

  long heapBytes() {
    return (long) words.length * Long.BYTES;
  }

  int positions() {
    return positions;
  }

  /** Whether this table is what these sketches would give at that size. */
  boolean isOf(List<RowSketch> sketches, int ofPositions) {
    boolean same = positions == ofPositions && identities.length == sketches.size();
    for (int i = 0; same && i < identities.length; i++) {
      same = identities[i] == sketches.get(i).identity();
    }
    return same;
  }

  /** The files that may hold the row: bit i of the i-th sketch. */
  long candidates(long hash) {
    int log2PerWord = LOG2_WORD - log2Width;
    int block = RowHash.block(hash, positions);
    long all = files;
    for (int probe = 0; probe < RowHash.PROBES; probe++) {
      int position = block + RowHash.inBlock(hash, probe);
      // A shift counts modulo 64: by the position's place in its word.
      all &= words[position >>> log2PerWord] >>> (position << log2Width);
    }
    return all;
  }

  /** Turns 64 positions of all files at a time: a file's word becomes a bit of 64 words. */
  private void fill(long[][] bits) {
    int log2PerWord = LOG2_WORD - log2Width;
    long[] square = new long[Long.SIZE];
    for (int from = 0; from < positions; from += Long.SIZE) {
      for (int i = 0; i < Long.SIZE; i++) {
        square[i] = i < bits.length ? bits[i][from >>> LOG2_WORD & bits[i].length - 1] : 0;
      }
      BitTable.transpose(square);
      for (int i = 0; i < Long.SIZE; i++) {
        words[from + i >>> log2PerWord] |= square[i] << (i << log2Width);
      }
    }
  }

  private static Object[] identities(List<RowSketch> sketches) {
    return sketches.stream().map(RowSketch::identity).toArray();
  }

  /** A position takes 8, 16, 32 or 64 bits. */
  private static int log2Width(int files) {
    return Math.max(3, Integer.SIZE - Integer.numberOfLeadingZeros(files - 1));
  }

  private static int words(int files, int positions) {
    return positions >>> LOG2_WORD - log2Width(files);
  }
}
