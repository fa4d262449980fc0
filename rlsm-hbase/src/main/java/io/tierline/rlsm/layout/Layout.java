/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.layout;

import io.tierline.rlsm.layout.FileMeta.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/**
 * How the files of a store make up its ranged tree: partitions with disjoint ranges, the slices
 * linked to them, and Level 0. Derived from the files' own metadata, so that nothing but the files
 * has to survive.
 *
 * <p>A cell of a file is superseded where a base lists the file as absorbed; what is not superseded
 * is live. A flush is linked to the partitions it overlaps, without any I/O, if it lies within a
 * few of many (the union set and the dense victims of N. Y. Song, "Efficient Data Management
 * Schemes for High-performance Storage Devices", 2018, section 3.3), if it overlaps no other file
 * at all, or if a fold has taken some of it already. Every other flush is in Level 0.
 *
 * <p>Immutable.
 */
public final class Layout {

  /** A flush may be linked if it overlaps at most one in so many partitions. */
  private static final int LINK_ONE_PARTITION_IN = 8;

  private static final Comparator<FileMeta> BY_AGE =
      Comparator.comparingLong(FileMeta::sequenceId).thenComparing(FileMeta::name);

  private final List<FileMeta> files;
  private final Map<FileMeta, List<KeyRange>> live;
  private final List<FileMeta> level0;
  private final List<Partition> partitions;

  private Layout(
      List<FileMeta> files,
      Map<FileMeta, List<KeyRange>> live,
      List<FileMeta> level0,
      List<Partition> partitions) {
    this.files = files;
    this.live = live;
    this.level0 = level0;
    this.partitions = partitions;
  }

  /** The layout that files make up, whatever their order. */
  public static Layout of(Collection<FileMeta> files) {
    List<FileMeta> byAge = files.stream().sorted(BY_AGE).toList();
    Map<FileMeta, List<KeyRange>> live = liveRanges(byAge);
    List<FileMeta> alone = alone(byAge, live);
    List<KeyRange> ranges = partitionRanges(byAge, alone);
    List<FileMeta> level0 = new ArrayList<>();
    List<FileMeta> linked = new ArrayList<>();
    for (FileMeta file : byAge) {
      if (file.role() == Role.FLUSH && !alone.contains(file) && !isLinked(file, live, ranges)) {
        level0.add(file);
      } else if (file.role() != Role.BASE) {
        linked.add(file);
      }
    }
    List<FileMeta> bases = byAge.stream().filter(file -> file.role() == Role.BASE).toList();
    return new Layout(
        byAge, live, List.copyOf(level0), partitions(ranges, bases, alone, linked, live));
  }

  private static Map<FileMeta, List<KeyRange>> liveRanges(List<FileMeta> files) {
    Map<String, List<KeyRange>> superseded = new HashMap<>();
    for (FileMeta file : files) {
      for (String victim : file.absorbed()) {
        file.range()
            .ifPresent(
                range -> superseded.computeIfAbsent(victim, name -> new ArrayList<>()).add(range));
      }
    }
    Map<FileMeta, List<KeyRange>> live = new LinkedHashMap<>();
    for (FileMeta file : files) {
      List<KeyRange> left = file.span().map(List::of).orElse(List.of());
      for (KeyRange range : superseded.getOrDefault(file.name(), List.of())) {
        left = KeyRange.subtract(left, range);
      }
      live.put(file, List.copyOf(left));
    }
    return live;
  }

  /** Flushes and runs that overlap no other file: partitions of their own, as they stand. */
  private static List<FileMeta> alone(List<FileMeta> files, Map<FileMeta, List<KeyRange>> live) {
    List<FileMeta> byStart =
        files.stream()
            .filter(file -> file.range().isPresent())
            .sorted(
                Comparator.comparing(file -> file.range().get().start(), Arrays::compareUnsigned))
            .toList();
    List<FileMeta> alone = new ArrayList<>();
    byte[] reached = null;
    for (int i = 0; i < byStart.size(); i++) {
      FileMeta file = byStart.get(i);
      KeyRange range = file.range().get();
      boolean meetsBefore = i > 0 && KeyRange.compareEnds(range.start(), reached) < 0;
      boolean meetsNext =
          i + 1 < byStart.size() && range.endsAfter(byStart.get(i + 1).range().get().start());
      if (!meetsBefore
          && !meetsNext
          && file.role() != Role.BASE
          && live.get(file).equals(List.of(range))) {
        alone.add(file);
      }
      reached = i == 0 || KeyRange.compareEnds(range.end(), reached) > 0 ? range.end() : reached;
    }
    return alone;
  }

  private static List<KeyRange> partitionRanges(List<FileMeta> files, List<FileMeta> alone) {
    TreeSet<byte[]> borders = new TreeSet<>(Arrays::compareUnsigned);
    for (FileMeta file : files) {
      if (file.role() == Role.BASE || alone.contains(file)) {
        KeyRange range = file.range().get();
        borders.add(range.start());
        if (range.isBounded()) {
          borders.add(range.end());
        }
      }
    }
    borders.remove(new byte[0]);
    List<KeyRange> ranges = new ArrayList<>(borders.size() + 1);
    byte[] start = new byte[0];
    for (byte[] border : borders) {
      ranges.add(KeyRange.of(start, border));
      start = border;
    }
    ranges.add(KeyRange.of(start, new byte[0]));
    return ranges;
  }

  private static boolean isLinked(
      FileMeta file, Map<FileMeta, List<KeyRange>> live, List<KeyRange> ranges) {
    List<KeyRange> left = live.get(file);
    if (file.span().isEmpty() || !left.equals(List.of(file.span().get()))) {
      return true;
    }
    int first = indexOf(ranges, file.span().get().start());
    int last = first;
    while (last + 1 < ranges.size() && ranges.get(last + 1).overlaps(file.span().get())) {
      last++;
    }
    return last - first + 1 <= ranges.size() / LINK_ONE_PARTITION_IN;
  }

  private static List<Partition> partitions(
      List<KeyRange> ranges,
      List<FileMeta> bases,
      List<FileMeta> alone,
      List<FileMeta> linked,
      Map<FileMeta, List<KeyRange>> live) {
    List<List<FileMeta>> basesOf = new ArrayList<>();
    List<List<Slice>> slicesOf = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      basesOf.add(new ArrayList<>());
      slicesOf.add(new ArrayList<>());
    }
    for (FileMeta base : bases) {
      forEachOverlapped(ranges, base.range().get(), i -> basesOf.get(i).add(base));
    }
    for (FileMeta file : linked) {
      for (KeyRange part : live.get(file)) {
        forEachOverlapped(
            ranges,
            part,
            i -> {
              if (alone.contains(file)) {
                basesOf.get(i).add(file);
              } else {
                KeyRange range = ranges.get(i).intersection(part).orElseThrow();
                slicesOf.get(i).add(new Slice(file, range, file.bytesIn(range)));
              }
            });
      }
    }
    List<Partition> partitions = new ArrayList<>(ranges.size());
    for (int i = 0; i < ranges.size(); i++) {
      partitions.add(new Partition(ranges.get(i), basesOf.get(i), slicesOf.get(i)));
    }
    return List.copyOf(partitions);
  }

  private static void forEachOverlapped(List<KeyRange> ranges, KeyRange part, IntConsumer visit) {
    for (int i = indexOf(ranges, part.start());
        i < ranges.size() && ranges.get(i).overlaps(part);
        i++) {
      visit.accept(i);
    }
  }

  /** The index of the range that holds a row; the ranges cover all rows. */
  private static int indexOf(List<KeyRange> ranges, byte[] row) {
    int low = 0;
    int high = ranges.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Arrays.compareUnsigned(ranges.get(middle).start(), row) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** All files, oldest first. */
  public List<FileMeta> files() {
    return files;
  }

  /** Flushes that are not linked yet, oldest first; their ranges overlap. */
  public List<FileMeta> level0() {
    return level0;
  }

  /** The partitions: disjoint, ascending, together all rows; at least one. */
  public List<Partition> partitions() {
    return partitions;
  }

  /** The partition that holds a row. */
  public Partition partitionOf(byte[] row) {
    return partitions.get(indexOf(row));
  }

  /** The place in {@link #partitions()} of the partition that holds a row. */
  public int indexOf(byte[] row) {
    int low = 0;
    int high = partitions.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Arrays.compareUnsigned(partitions.get(middle).range().start(), row) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /**
   * The rows for which a file's cells are not superseded by a base: disjoint, ascending; none for a
   * file that is wholly absorbed or has no cells.
   *
   * @throws IllegalArgumentException if the file is not of this layout
   */
  public List<KeyRange> live(FileMeta file) {
    List<KeyRange> ranges = live.get(file);
    if (ranges == null) {
      throw new IllegalArgumentException("no such file in the store: " + file.name());
    }
    return ranges;
  }

  /** Bytes of a file that are not superseded, about. */
  public long liveBytes(FileMeta file) {
    return live(file).stream().mapToLong(file::bytesIn).sum();
  }

  /** Bytes of all files that are not superseded, about. */
  public long liveBytes() {
    return files.stream().mapToLong(this::liveBytes).sum();
  }

  /** Bytes of all files. */
  public long bytes() {
    return files.stream().mapToLong(FileMeta::bytes).sum();
  }

  /** The most files that any partition has a slice of. */
  public int maxSlices() {
    return partitions.stream().mapToInt(Partition::sliceFiles).max().orElse(0);
  }
}
