/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.index;

import java.util.Arrays;

/** One file's bits: a power of two of them. */
final class BitTable {
  private BitTable() {}

  static void set(long[] bits, long hash) {
    int block = RowHash.block(hash, bits.length << 6);
    for (int probe = 0; probe < RowHash.PROBES; probe++) {
      int position = block + RowHash.inBlock(hash, probe);
      bits[position >>> 6] |= 1L << position;
    }
  }

  static boolean get(long[] bits, long hash) {
    int block = RowHash.block(hash, bits.length << 6);
    long all = 1;
    for (int probe = 0; probe < RowHash.PROBES; probe++) {
      int position = block + RowHash.inBlock(hash, probe);
      all &= bits[position >>> 6] >>> position;
    }
    return all != 0;
  }

  /**
   * The same rows in a smaller table, or in one of the same size.
   *
   * @param length of the result, a power of two, at most that of {@code bits}
   */
  static long[] fold(long[] bits, int length) {
    long[] folded = Arrays.copyOf(bits, length);
    for (int from = length; from < bits.length; from += length) {
      for (int i = 0; i < length; i++) {
        folded[i] |= bits[from + i];
      }
    }
    return folded;
  }

  /**
   * Turns rows of a matrix into columns: bit {@code c} of row {@code r} becomes bit {@code r} of
   * row {@code c}. Six rounds swap the off-diagonal quarters of ever smaller squares (Warren,
   * Hacker's Delight, 7-3).
   *
   * @param square 64 rows, changed in place
   */
  static void transpose(long[] square) {
    long mask = 0xFFFFFFFFL;
    for (int half = 32; half != 0; half >>>= 1, mask ^= mask << half) {
      for (int row = 0; row < 64; row = row + half + 1 & ~half) {
        long swapped = (square[row] >>> half ^ square[row + half]) & mask;
        square[row] ^= swapped << half;
        square[row + half] ^= swapped;
      }
    }
  }
}
