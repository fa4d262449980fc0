/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import org.apache.hadoop.hbase.nio.ByteBuff;
import org.apache.hadoop.hbase.util.ByteArrayHashKey;
import org.apache.hadoop.hbase.util.Hash;

/** A row that many Bloom filters are asked for: hashed once, as all files take the same hash. */
final class HashedRow {
  private final byte[] row;
  private Hash hash;
  private int first;
  private int step;

  HashedRow(byte[] row) {
    this.row = row;
  }

  byte[] row() {
    return row;
  }

  /**
   * Whether a chunk of a Bloom filter has the row, as HBase's own {@code BloomFilterUtil} finds it.
   *
   * @param at where the bits begin
   * @param size how many bytes they are
   * @param by how the filter hashes
   * @param count how many bits a row has
   */
  boolean isIn(ByteBuff chunk, int at, int size, Hash by, int count) {
    if (hash != by) {
      ByteArrayHashKey key = new ByteArrayHashKey(row, 0, row.length);
      first = by.hash(key, 0);
      step = by.hash(key, first);
      hash = by;
    }
    int place = first;
    for (int i = 0; i < count; i++) {
      int bit = Math.abs(place % (size << 3));
      if ((chunk.get(at + (bit >> 3)) & (1 << (bit & 7))) == 0) {
        return false;
      }
      place += step;
    }
    return true;
  }
}
