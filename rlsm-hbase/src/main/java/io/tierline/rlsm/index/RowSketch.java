/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * A file's rows as a Bloom filter whose size is a power of two, so that a {@link PartitionIndex}
 * can lay many of them side by side. There are {@value #POSITIONS_PER_ROW} to twice as many
 * positions for each row, at which less than 2 % of other rows pass; a file of more than about 27
 * million rows is denser, never wrong. Immutable.
 *
 * <p>Serialised, big-endian: magic and version (4 bytes), rows (4), positions (4), the positions'
 * bits in words of 8 bytes, CRC32C of all before (4).
 */
public final class RowSketch {
  /** Least number of positions for each row, while the sketch is below its greatest size. */
  static final int POSITIONS_PER_ROW = 10;

  static final int POSITIONS_MIN = RowHash.BLOCK;

  /** Bounds a sketch to 32 MiB, and with it what a damaged one can claim. */
  static final int POSITIONS_MAX = 1 << 28;

  /** "RSK", version 1. */
  private static final int MAGIC = 0x52534B01;

  private static final int HEADER = 12;
  private static final int TRAILER = 4;

  private final int rows;
  private final long[] bits;
  private final Object identity = new Object();

  private RowSketch(int rows, long[] bits) {
    this.rows = rows;
    this.bits = bits;
  }

  /** Starts an empty sketch. */
  public static Builder builder() {
    return new Builder();
  }

  /** Rows added, without repetitions that followed each other; at most {@code 2^31 - 1}. */
  public int rows() {
    return rows;
  }

  /** Length of {@link #toBytes()}, in bytes. */
  public int sizeInBytes() {
    return HEADER + bits.length * Long.BYTES + TRAILER;
  }

  /** What {@link #parse} reads. */
  public byte[] toBytes() {
    ByteBuffer out = ByteBuffer.allocate(sizeInBytes());
    out.putInt(MAGIC).putInt(rows).putInt(positions());
    out.asLongBuffer().put(bits);
    out.position(out.capacity() - TRAILER);
    return out.putInt(checksum(out.array())).array();
  }

  /**
   * Reads what {@link #toBytes()} wrote. Takes no more memory than the data itself.
   *
   * @throws IOException when the data is of another version, incomplete or damaged
   */
  public static RowSketch parse(byte[] data) throws IOException {
    require(data != null && data.length >= HEADER + TRAILER, "row sketch is cut short");
    ByteBuffer in = ByteBuffer.wrap(data);
    int magic = in.getInt();
    require(magic >>> 8 == MAGIC >>> 8, "not a row sketch");
    require(magic == MAGIC, "row sketch of unknown version " + (magic & 0xFF));
    int rows = in.getInt();
    int positions = in.getInt();
    require(rows >= 0, "row sketch of a negative number of rows: " + rows);
    require(
        Integer.bitCount(positions) == 1
            && positions >= POSITIONS_MIN
            && positions <= POSITIONS_MAX,
        "row sketch of an impossible size: " + positions);
    int expected = HEADER + positions / Byte.SIZE + TRAILER;
    require(
        data.length == expected,
        "row sketch has " + data.length + " bytes where its header says " + expected);
    require(
        in.getInt(expected - TRAILER) == checksum(data), "row sketch is damaged: wrong checksum");
    long[] bits = new long[positions / Long.SIZE];
    in.asLongBuffer().get(bits);
    return new RowSketch(rows, bits);
  }

  /** Whether the row may have been added: surely true when it was. */
  public boolean mayContain(byte[] row) {
    return BitTable.get(bits, RowHash.of(row, 0, row.length));
  }

  int positions() {
    return bits.length << 6;
  }

  /** The bits in a table of no more positions than that, not to be changed. */
  long[] bits(int mostPositions) {
    return positions() <= mostPositions ? bits : BitTable.fold(bits, mostPositions >>> 6);
  }

  /** Tells this sketch from others without holding on to its bits. */
  Object identity() {
    return identity;
  }

  /** Positions of a sketch of that many rows. */
  static int positionsFor(int rows, int positionsPerRow) {
    long wanted = Math.max(POSITIONS_MIN, (long) rows * positionsPerRow);
    return wanted >= POSITIONS_MAX ? POSITIONS_MAX : Integer.highestOneBit((int) wanted - 1) << 1;
  }

  private static int checksum(byte[] data) {
    CRC32C crc = new CRC32C();
    crc.update(data, 0, data.length - TRAILER);
    return (int) crc.getValue();
  }

  private static void require(boolean holds, String message) throws IOException {
    if (!holds) {
      throw new IOException(message);
    }
  }

  /**
   * Collects rows. The hashes are kept until the number of rows, and so the size, is known; past
   * two million rows (16 MiB of hashes) they go into a sketch of the greatest size (32 MiB), which
   * is folded in the end. Not thread-safe.
   */
  public static final class Builder {
    static final int HASHES_MAX = 1 << 21;

    private long[] hashes = new long[64];
    private int collected;
    private int rows;
    private long last;
    private long[] large;

    private Builder() {}

    /**
     * Adds a row. In a file's order the cells of one row follow each other: that counts once.
     *
     * @throws IndexOutOfBoundsException when the row does not lie inside the array
     */
    public void add(byte[] row, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, row.length);
      long hash = RowHash.of(row, offset, length);
      // Unlike rows of the same hash have the same bits: only the count misses one.
      if (rows > 0 && hash == last) {
        return;
      }
      last = hash;
      rows = rows == Integer.MAX_VALUE ? rows : rows + 1;
      keep(hash);
    }

    private void keep(long hash) {
      if (collected == HASHES_MAX) {
        spill();
      }
      if (large != null) {
        BitTable.set(large, hash);
        return;
      }
      if (collected == hashes.length) {
        hashes = Arrays.copyOf(hashes, collected * 2);
      }
      hashes[collected++] = hash;
    }

    private void spill() {
      large = new long[POSITIONS_MAX >>> 6];
      setAll(large);
      hashes = new long[0];
      collected = 0;
    }

    private void setAll(long[] bits) {
      for (int i = 0; i < collected; i++) {
        BitTable.set(bits, hashes[i]);
      }
    }

    /** The sketch of the rows added so far; more may be added for another. */
    public RowSketch build() {
      int words = positionsFor(rows, POSITIONS_PER_ROW) >>> 6;
      if (large != null) {
        return new RowSketch(rows, BitTable.fold(large, words));
      }
      long[] bits = new long[words];
      setAll(bits);
      return new RowSketch(rows, bits);
    }
  }
}
