/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.index;

import org.apache.commons.codec.digest.MurmurHash3;

/**
 * Where a row's bits lie. A row sets {@link #PROBES} bits of one block of {@link #BLOCK} positions,
 * so that looking it up touches one page of a table, not several (a blocked Bloom filter: Putze,
 * Sanders, Singler 2007). The block is named by the low bits of a number that does not depend on
 * the table's size: in a table of half the size, a row's positions are the same modulo that size.
 */
final class RowHash {
  /** Bits of a row; best at about 9 positions for each row, and little worse at 20. */
  static final int PROBES = 6;

  static final int LOG2_BLOCK = 9;

  /** Positions of a block: 4 KiB where every position has 64 files. */
  static final int BLOCK = 1 << LOG2_BLOCK;

  /** 2^64 divided by the golden ratio: its products' high bits depend on all bits of the hash. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** Part of the sketches' format. */
  private static final int SEED = 0x524C534D;

  private RowHash() {}

  static long of(byte[] row, int offset, int length) {
    return MurmurHash3.hash128x64(row, offset, length, SEED)[0];
  }

  /**
   * First position of a row's block.
   *
   * @param positions of the table, a power of two, at least {@link #BLOCK}
   */
  static int block(long hash, int positions) {
    return (int) (hash * GOLDEN >>> 32) << LOG2_BLOCK & positions - 1;
  }

  /**
   * Position in the block.
   *
   * @param probe from 0 to below {@link #PROBES}
   */
  static int inBlock(long hash, int probe) {
    return (int) (hash >>> probe * LOG2_BLOCK) & BLOCK - 1;
  }
}
