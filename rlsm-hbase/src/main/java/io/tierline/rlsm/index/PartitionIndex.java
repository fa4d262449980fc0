/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Which files may hold a row, found with one probe for up to 64 files of about the same size
 * instead of one for each file. Files whose sizes are far apart go into different tables, each
 * probed once: repeating a small sketch a thousand times would save that probe and cost the memory.
 *
 * <p>A file is left out wrongly never. It is named wrongly in less than 2 % of all look-ups, more
 * often where memory is short: then a table is first made smaller, while its files keep 4 positions
 * for each row (22 %), and files for which even that does not suffice, the largest ones, are always
 * named.
 *
 * <p>Immutable: readers take no lock, and whoever changes the set of files publishes a new index.
 */
public final class PartitionIndex {
  /** Positions up to which a table takes any sketch: 1 MiB for 64 files. */
  private static final int SMALL_TABLE = 1 << 17;

  /** How many times larger than its smallest sketch a larger table may be. */
  private static final int SPREAD = 2;

  /** Least positions for each row that are worth a probe. */
  private static final int POSITIONS_PER_ROW_MIN = 4;

  private final long maxBytes;
  private final int files;
  private final long[] always;
  private final List<Placed> tables;

  /** A table and the file that each of its bits is of. */
  private record Placed(SketchTable table, int[] slots) {}

  /**
   * An index of no files.
   *
   * @param maxBytes bound on the memory of the tables, in bytes; 0 or less names every file always
   */
  public PartitionIndex(long maxBytes) {
    this(maxBytes, 0, new long[0], List.of());
  }

  private PartitionIndex(long maxBytes, int files, long[] always, List<Placed> tables) {
    this.maxBytes = maxBytes;
    this.files = files;
    this.always = always;
    this.tables = tables;
  }

  /**
   * An index of files; it does not hold on to their sketches.
   *
   * @param sketches bit i of an answer is of the i-th; null where a file has none, which is then
   *     named always
   * @param maxBytes bound on the memory of the tables, in bytes
   */
  public static PartitionIndex of(List<RowSketch> sketches, long maxBytes) {
    return new PartitionIndex(maxBytes).with(sketches);
  }

  /**
   * An index of other files within the same bound. It shares the tables whose sketches are the same
   * objects in the same order: after a flush, those of all large files.
   *
   * @param sketches as for {@link #of}, of all files, not of the new ones alone
   */
  public PartitionIndex with(List<RowSketch> sketches) {
    return new Builder(sketches).build();
  }

  /** Number of files. */
  public int files() {
    return files;
  }

  /** Memory of the tables, in bytes. */
  public long heapBytes() {
    return tables.stream().mapToLong(placed -> placed.table().heapBytes()).sum();
  }

  /** Bit {@code i % 64} of word {@code i / 64} is set when file {@code i} may hold the row. */
  public long[] candidates(byte[] row) {
    long[] into = new long[always.length];
    candidates(row, into);
    return into;
  }

  /**
   * As {@link #candidates(byte[])}, into an array that the caller uses again.
   *
   * @param into at least one word for every 64 files; words past those are cleared
   */
  public void candidates(byte[] row, long[] into) {
    candidates(row, 0, row.length, into);
  }

  /**
   * As {@link #candidates(byte[], long[])}, of a row that is part of an array.
   *
   * @throws IllegalArgumentException when {@code into} is too short
   * @throws IndexOutOfBoundsException when the row does not lie inside the array
   */
  public void candidates(byte[] row, int offset, int length, long[] into) {
    Objects.checkFromIndexSize(offset, length, row.length);
    if (into.length < always.length) {
      throw new IllegalArgumentException(
          files + " files need " + always.length + " words, not " + into.length);
    }
    System.arraycopy(always, 0, into, 0, always.length);
    Arrays.fill(into, always.length, into.length, 0);
    if (tables.isEmpty()) {
      return;
    }
    long hash = RowHash.of(row, offset, length);
    for (int i = 0; i < tables.size(); i++) {
      Placed placed = tables.get(i);
      for (long left = placed.table().candidates(hash); left != 0; left &= left - 1) {
        set(into, placed.slots()[Long.numberOfTrailingZeros(left)]);
      }
    }
  }

  /** Memory of the tables that both indexes use, in bytes. */
  long sharedBytes(PartitionIndex other) {
    List<SketchTable> others = other.tables.stream().map(Placed::table).toList();
    return tables.stream()
        .map(Placed::table)
        .filter(others::contains)
        .mapToLong(SketchTable::heapBytes)
        .sum();
  }

  private static void set(long[] bits, int index) {
    bits[index >>> 6] |= 1L << index;
  }

  /** Groups sketches by size, smallest first: those name fewest files wrongly for their memory. */
  private final class Builder {
    private final List<RowSketch> sketches;
    private final long[] named;
    private final List<Placed> made = new ArrayList<>();
    private long bytesLeft = maxBytes;

    Builder(List<RowSketch> sketches) {
      // A copy, since nulls are allowed and the caller may change the list.
      this.sketches = Collections.unmodifiableList(new ArrayList<>(sketches));
      this.named = new long[sketches.size() + Long.SIZE - 1 >>> 6];
    }

    PartitionIndex build() {
      List<Integer> slots = new ArrayList<>();
      for (int slot = 0; slot < sketches.size(); slot++) {
        if (sketches.get(slot) == null) {
          set(named, slot);
        } else {
          slots.add(slot);
        }
      }
      slots.sort(Comparator.comparingInt(slot -> sketches.get(slot).positions()));
      for (int from = 0; from < slots.size(); ) {
        int to = groupEnd(slots, from);
        place(slots.subList(from, to));
        from = to;
      }
      return new PartitionIndex(maxBytes, sketches.size(), named, List.copyOf(made));
    }

    private int groupEnd(List<Integer> slots, int from) {
      int largest = Math.max(SMALL_TABLE, sketches.get(slots.get(from)).positions() * SPREAD);
      int to = from;
      while (to < slots.size()
          && to - from < SketchTable.FILES_MAX
          && sketches.get(slots.get(to)).positions() <= largest) {
        to++;
      }
      return to;
    }

    private void place(List<Integer> slots) {
      List<RowSketch> group = slots.stream().map(sketches::get).toList();
      int fitting = group.size();
      int positions = positions(group);
      while (fitting > 0 && positions == 0) {
        // What is left over is less wide, so halve the width, if there is another.
        fitting = fitting > Byte.SIZE ? Integer.highestOneBit(fitting - 1) : 0;
        positions = positions(group.subList(0, fitting));
      }
      if (fitting > 0) {
        List<RowSketch> fits = group.subList(0, fitting);
        int[] bits = slots.stream().limit(fitting).mapToInt(Integer::intValue).toArray();
        SketchTable table = table(fits, positions);
        made.add(new Placed(table, bits));
        bytesLeft -= table.heapBytes();
      }
      slots.stream().skip(fitting).forEach(slot -> set(named, slot));
    }

    /** Most positions that memory allows, 0 when those are too few. */
    private int positions(List<RowSketch> group) {
      int least = 0;
      int most = 0;
      for (RowSketch sketch : group) {
        least = Math.max(least, RowSketch.positionsFor(sketch.rows(), POSITIONS_PER_ROW_MIN));
        most = Math.max(most, sketch.positions());
      }
      // A sketch of the greatest size has fewer positions for each row, and is as good as it gets.
      least = Math.min(least, most);
      int positions = most;
      while (positions > 0 && SketchTable.bytes(group.size(), positions) > bytesLeft) {
        positions = positions > least ? positions >>> 1 : 0;
      }
      return positions;
    }

    private SketchTable table(List<RowSketch> group, int positions) {
      for (Placed placed : tables) {
        if (placed.table().isOf(group, positions)) {
          return placed.table();
        }
      }
      return new SketchTable(group, positions);
    }
  }
}
