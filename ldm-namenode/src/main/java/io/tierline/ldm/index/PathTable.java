/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.index;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Finds a path's slot among a million, waiting for memory twice.
 *
 * <p>What is in no cache costs as much as hashing a hundred characters, and objects that refer to
 * each other cost that again and again. So there are none: a slot of an open table holds 32 bits of
 * the path's hash and the place of its bytes, which lie one path behind the other in one array.
 */
final class PathTable {
  /** No such path. */
  static final int NONE = -1;

  /** At least as many, so that runs are short. */
  private static final int SLOTS_PER_PATH = 2;

  /** Before each path, its length. */
  private static final int LENGTH_BYTES = 2;

  private static final int LONGEST_PATH = 0xffff;

  /** The largest sizes of an array, which virtual machines refuse. */
  private static final int SIZES_REFUSED = 8;

  private static final long EMPTY = 0;

  private final int shift;

  /** The hash's low half in the high half, the place in {@link #paths}, never 0, in the low one. */
  private final long[] slots;

  private final byte[] paths;
  private int used;
  private int longestRun;

  private PathTable(int size, int pathBytes) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, SLOTS_PER_PATH * size - 1));
    shift = Long.SIZE - bits;
    slots = new long[1 << bits];
    paths = new byte[pathBytes];
  }

  /**
   * A table with room for the given paths.
   *
   * @throws IllegalArgumentException when they are too many
   */
  static PathTable roomFor(List<byte[]> given) {
    long bytes = given.stream().mapToLong(path -> path.length + LENGTH_BYTES).sum();
    if (bytes > Integer.MAX_VALUE - SIZES_REFUSED) {
      throw new IllegalArgumentException("too many paths: " + bytes + " bytes of them");
    }
    return new PathTable(given.size(), (int) bytes);
  }

  /**
   * Adds a path, and returns its slot.
   *
   * @throws IllegalArgumentException when it is there already, or too long
   */
  int add(byte[] path, long hashed) {
    if (path.length > LONGEST_PATH) {
      throw new IllegalArgumentException("longer than " + LONGEST_PATH + " bytes: " + text(path));
    }
    if (find(hashed, path, path.length) != NONE) {
      throw new IllegalArgumentException("registered twice: " + text(path));
    }
    int slot = (int) (hashed >>> shift);
    int run = 1;
    for (; slots[slot] != EMPTY; run++) {
      slot = next(slot);
    }
    longestRun = Math.max(longestRun, run);
    paths[used] = (byte) path.length;
    paths[used + 1] = (byte) (path.length >>> Byte.SIZE);
    int start = used + LENGTH_BYTES;
    System.arraycopy(path, 0, paths, start, path.length);
    used = start + path.length;
    slots[slot] = hashed << Integer.SIZE | start;
    return slot;
  }

  private static String text(byte[] path) {
    return new String(path, 0, Math.min(path.length, 256), StandardCharsets.UTF_8);
  }

  /** How many slots a search reads at the most. */
  int longestRun() {
    return longestRun;
  }

  int size() {
    return slots.length;
  }

  /**
   * The slot of the path that equals the first {@code length} bytes, or {@link #NONE}.
   *
   * @param hashed the hash of those bytes
   */
  int find(long hashed, byte[] path, int length) {
    int slot = (int) (hashed >>> shift);
    for (long at = slots[slot]; at != EMPTY; at = slots[slot]) {
      if ((int) (at >>> Integer.SIZE) == (int) hashed && isPrefix((int) at, path, length)) {
        return slot;
      }
      slot = next(slot);
    }
    return NONE;
  }

  private int next(int slot) {
    return (slot + 1) & (slots.length - 1);
  }

  private boolean isPrefix(int start, byte[] path, int length) {
    int known = paths[start - LENGTH_BYTES] & 0xff | (paths[start - 1] & 0xff) << Byte.SIZE;
    return known == length && Arrays.equals(paths, start, start + length, path, 0, length);
  }
}
