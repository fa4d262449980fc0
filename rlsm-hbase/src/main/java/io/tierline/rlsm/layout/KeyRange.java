/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.layout;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A range of row keys: the start belongs to it, the end does not. Rows are ordered as HBase orders
 * them, by unsigned bytes. An empty start is the lowest row; an empty end stands for no end.
 *
 * <p>Immutable, as long as nobody writes into the arrays that it hands out.
 */
public final class KeyRange {

  /** All rows. */
  public static final KeyRange ALL = new KeyRange(new byte[0], new byte[0]);

  private final byte[] start;
  private final byte[] end;

  private KeyRange(byte[] start, byte[] end) {
    this.start = start;
    this.end = end;
  }

  /**
   * The rows from a start to an end.
   *
   * @param start the first row, empty for the lowest
   * @param end the row after the last, empty for no end
   * @throws IllegalArgumentException if the range would hold no row
   */
  public static KeyRange of(byte[] start, byte[] end) {
    if (end.length > 0 && Arrays.compareUnsigned(start, end) >= 0) {
      throw new IllegalArgumentException(
          "no row lies between " + printable(start) + " and " + printable(end));
    }
    return new KeyRange(start, end);
  }

  /** The rows from the first to the last, both included. */
  public static KeyRange closed(byte[] first, byte[] last) {
    return of(first, after(last));
  }

  /** The row that follows a row immediately: nothing lies between. */
  public static byte[] after(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }

  /** The first row; empty for the lowest. */
  public byte[] start() {
    return start;
  }

  /** The row after the last; empty if there is no end. */
  public byte[] end() {
    return end;
  }

  /** Whether the range ends somewhere. */
  public boolean isBounded() {
    return end.length > 0;
  }

  /** Whether a row lies in the range. */
  public boolean contains(byte[] row) {
    return Arrays.compareUnsigned(start, row) <= 0 && endsAfter(row);
  }

  /** Whether a row lies before the end, be it in the range or below it. */
  public boolean endsAfter(byte[] row) {
    return !isBounded() || Arrays.compareUnsigned(row, end) < 0;
  }

  /** Whether all rows of another range lie in this one. */
  public boolean encloses(KeyRange other) {
    return Arrays.compareUnsigned(start, other.start) <= 0 && compareEnds(other.end, end) <= 0;
  }

  /** Whether the ranges have a row in common. */
  public boolean overlaps(KeyRange other) {
    return endsAfter(other.start) && other.endsAfter(start);
  }

  /** The smallest range that encloses both. */
  public KeyRange hull(KeyRange other) {
    byte[] from = Arrays.compareUnsigned(start, other.start) <= 0 ? start : other.start;
    byte[] to = compareEnds(end, other.end) >= 0 ? end : other.end;
    return new KeyRange(from, to);
  }

  /**
   * The fewest ranges that hold the rows of several.
   *
   * @param ranges in ascending order of their starts; they may overlap
   * @return disjoint ranges in ascending order, none of which touch
   */
  public static List<KeyRange> union(List<KeyRange> ranges) {
    List<KeyRange> union = new ArrayList<>();
    for (KeyRange range : ranges) {
      int last = union.size() - 1;
      if (last < 0 || compareEnds(union.get(last).end, range.start) < 0 && range.start.length > 0) {
        union.add(range);
      } else {
        union.set(last, union.get(last).hull(range));
      }
    }
    return union;
  }

  /** Compares two ends, where empty is the highest. */
  static int compareEnds(byte[] one, byte[] other) {
    if (one.length == 0 || other.length == 0) {
      return Integer.compare(other.length == 0 ? 0 : 1, one.length == 0 ? 0 : 1);
    }
    return Arrays.compareUnsigned(one, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyRange range
        && Arrays.equals(start, range.start)
        && Arrays.equals(end, range.end);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(start) + Arrays.hashCode(end);
  }

  /** For people: {@code [a, f)}; bytes that are not printable ASCII as {@code \x00}. */
  @Override
  public String toString() {
    return "[" + printable(start) + ", " + (isBounded() ? printable(end) : "") + ")";
  }

  /** A row for people: bytes that are not printable ASCII as {@code \x00}. */
  public static String printable(byte[] row) {
    StringBuilder text = new StringBuilder(row.length);
    for (char c : new String(row, StandardCharsets.ISO_8859_1).toCharArray()) {
      if (c > ' ' && c < 0x7f && c != '\\') {
        text.append(c);
      } else {
        text.append(String.format("\\x%02X", (int) c));
      }
    }
    return text.toString();
  }
}
