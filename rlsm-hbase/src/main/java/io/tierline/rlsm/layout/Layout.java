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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/**
 * How the files of a store make up its ranged tree: partitions with disjoint ranges, the slices
 * linked to them, and Level 0. Derived from the files' own metadata, so that nothing but the files
 * has to survive.
 *
 * <p>A cell of a file is superseded where a base lists the file as absorbed; what is not superseded
 * is live. A flush or run that overlaps no base, and no older file of its kind, stands for a base
 * as it is (with nothing in Level 1 yet, victims just move down and set ranges). A flush is linked
 * to the partitions it overlaps, without any I/O, if what is live of it lies within a few of many
 * (the union set and the dense victims of N. Y. Song, "Efficient Data Management Schemes for
 * High-performance Storage Devices", 2018, section 3.3). Every other flush is in Level 0, also when
 * a fold has taken some of it.
 *
 * <p>Immutable.
 */
public final class Layout {

  /** A flush may be linked if it overlaps at most one in so many partitions. */
  private static final int LINK_ONE_PARTITION_IN = 8;

  /** A flush is not linked to a partition with slices of so many files, unless told otherwise. */
  private static final int LINKS_MAX = 32;

  private static final Comparator<FileMeta> BY_AGE =
      Comparator.comparingLong(FileMeta::sequenceId).thenComparing(FileMeta::name);

  private static final Comparator<KeyRange> BY_START =
      Comparator.comparing(KeyRange::start, Arrays::compareUnsigned);

  private final List<FileMeta> files;
  private final Map<FileMeta, List<KeyRange>> live;
  private final Map<FileMeta, Long> liveBytes = new HashMap<>();
  private final long allLiveBytes;
  private final List<KeyRange> ranges;
  private final Set<FileMeta> level0 = new HashSet<>();
  private final List<FileMeta> level0ByAge;
  private final List<Partition> partitions;
  private final int maxSlices;

  private Layout(Collection<FileMeta> unordered, int linksMax) {
    this.files = unordered.stream().sorted(BY_AGE).toList();
    this.live = liveRanges(files);
    live.forEach(
        (file, parts) -> liveBytes.put(file, parts.stream().mapToLong(file::bytesIn).sum()));
    this.allLiveBytes = liveBytes.values().stream().mapToLong(Long::longValue).sum();
    Set<FileMeta> standing = standing();
    this.ranges = partitionRanges(standing);
    List<FileMeta> linked = linked(standing, linksMax);
    this.level0ByAge = files.stream().filter(level0::contains).toList();
    this.partitions = partitions(standing, linked);
    this.maxSlices = partitions.stream().mapToInt(Partition::sliceFiles).max().orElse(0);
  }

  /** The layout that files make up, whatever their order. */
  public static Layout of(Collection<FileMeta> files) {
    return of(files, LINKS_MAX);
  }

  /**
   * The layout that files make up, whatever their order.
   *
   * @param linksMax a flush stays in Level 0 where it overlaps a partition with slices of so many
   *     files; below the slice cap, so that flushes alone cannot reach it
   */
  public static Layout of(Collection<FileMeta> files, int linksMax) {
    return new Layout(files, linksMax);
  }

  private static Map<FileMeta, List<KeyRange>> liveRanges(List<FileMeta> files) {
    Map<String, List<KeyRange>> superseded = new HashMap<>();
    files.stream()
        .filter(file -> file.role() == Role.BASE)
        .sorted(Comparator.comparing(file -> file.range().orElseThrow(), BY_START))
        .forEach(
            base -> {
              for (String victim : base.absorbed()) {
                superseded
                    .computeIfAbsent(victim, name -> new ArrayList<>())
                    .add(base.range().orElseThrow());
              }
            });
    Map<FileMeta, List<KeyRange>> live = new LinkedHashMap<>();
    for (FileMeta file : files) {
      List<KeyRange> left = file.span().map(List::of).orElse(List.of());
      for (KeyRange range : KeyRange.union(superseded.getOrDefault(file.name(), List.of()))) {
        left = KeyRange.subtract(left, range);
      }
      live.put(file, List.copyOf(left));
    }
    return live;
  }

  /** Flushes and runs, wholly live, that overlap neither a base nor an older one of them. */
  private Set<FileMeta> standing() {
    TreeMap<byte[], KeyRange> taken = new TreeMap<>(Arrays::compareUnsigned);
    KeyRange.union(
            files.stream()
                .filter(file -> file.role() == Role.BASE)
                .map(file -> file.range().orElseThrow())
                .sorted(BY_START)
                .toList())
        .forEach(range -> taken.put(range.start(), range));
    Set<FileMeta> standing = new HashSet<>();
    for (FileMeta file : files) {
      if (file.role() != Role.BASE && isWhole(file)) {
        KeyRange span = file.span().orElseThrow();
        if (!meets(taken.floorEntry(span.start()), span)
            && !meets(taken.higherEntry(span.start()), span)) {
          taken.put(span.start(), span);
          standing.add(file);
        }
      }
    }
    return standing;
  }

  private static boolean meets(Map.Entry<byte[], KeyRange> taken, KeyRange span) {
    return taken != null && taken.getValue().overlaps(span);
  }

  private boolean isWhole(FileMeta file) {
    return file.span().isPresent() && live.get(file).equals(List.of(file.span().get()));
  }

  private List<KeyRange> partitionRanges(Set<FileMeta> standing) {
    TreeSet<byte[]> borders = new TreeSet<>(Arrays::compareUnsigned);
    for (FileMeta file : files) {
      if (file.role() == Role.BASE || standing.contains(file)) {
        KeyRange range = file.range().orElseThrow();
        borders.add(range.start());
        borders.add(range.end());
      }
    }
    borders.remove(new byte[0]);
    List<KeyRange> found = new ArrayList<>(borders.size() + 1);
    byte[] start = new byte[0];
    for (byte[] border : borders) {
      found.add(KeyRange.of(start, border));
      start = border;
    }
    found.add(KeyRange.of(start, new byte[0]));
    return List.copyOf(found);
  }

  /** Runs, and the flushes that may be linked; whatever else is live of flushes is in Level 0. */
  private List<FileMeta> linked(Set<FileMeta> standing, int linksMax) {
    int[] links = new int[ranges.size()];
    Set<FileMeta> linked = new HashSet<>();
    for (FileMeta file : files) {
      if (file.role() == Role.RUN && !standing.contains(file)) {
        linked.add(file);
        forEachPartition(file, i -> links[i]++);
      }
    }
    for (FileMeta file : files) {
      if (file.role() == Role.FLUSH && !standing.contains(file) && !live.get(file).isEmpty()) {
        if (isLinkable(file, links, linksMax)) {
          linked.add(file);
          forEachPartition(file, i -> links[i]++);
        } else {
          level0.add(file);
        }
      }
    }
    return files.stream().filter(linked::contains).toList();
  }

  private boolean isLinkable(FileMeta file, int[] links, int linksMax) {
    int[] met = new int[1];
    boolean[] full = new boolean[1];
    forEachPartition(
        file,
        i -> {
          met[0]++;
          full[0] |= links[i] >= linksMax;
        });
    return !full[0] && met[0] <= ranges.size() / LINK_ONE_PARTITION_IN;
  }

  /** Visits the partitions in which something of a file is live, each once. */
  private void forEachPartition(FileMeta file, IntConsumer visit) {
    int next = 0;
    for (KeyRange part : live.get(file)) {
      for (int i = Math.max(next, indexOf(part.start()));
          i < ranges.size() && ranges.get(i).overlaps(part);
          i++) {
        visit.accept(i);
        next = i + 1;
      }
    }
  }

  private List<Partition> partitions(Set<FileMeta> standing, List<FileMeta> linked) {
    List<List<FileMeta>> bases = new ArrayList<>();
    List<List<Slice>> slices = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      bases.add(new ArrayList<>(1));
      slices.add(new ArrayList<>());
    }
    for (FileMeta file : files) {
      if (file.role() == Role.BASE || standing.contains(file)) {
        KeyRange range = file.range().orElseThrow();
        for (int i = indexOf(range.start());
            i < ranges.size() && ranges.get(i).overlaps(range);
            i++) {
          bases.get(i).add(file);
        }
      }
    }
    linked.forEach(file -> addSlices(file, slices));
    List<Partition> found = new ArrayList<>(ranges.size());
    for (int i = 0; i < ranges.size(); i++) {
      found.add(new Partition(ranges.get(i), bases.get(i), slices.get(i)));
    }
    return List.copyOf(found);
  }

  private void addSlices(FileMeta file, List<List<Slice>> slices) {
    for (KeyRange part : live.get(file)) {
      int i = indexOf(part.start());
      int from = file.samplesBefore(part.start(), 0);
      for (; i < ranges.size() && ranges.get(i).overlaps(part); i++) {
        KeyRange range = ranges.get(i);
        KeyRange slice = part.encloses(range) ? range : range.intersection(part).orElseThrow();
        // Where one slice ends the next begins: the samples are walked through once.
        int to = slice.isBounded() ? file.samplesBefore(slice.end(), from) : file.samples().size();
        slices.get(i).add(new Slice(file, slice, file.bytesOf(slice, to - from)));
        from = to;
      }
    }
  }

  /** The place in {@link #partitions()} of the partition that holds a row. */
  public int indexOf(byte[] row) {
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
    return level0ByAge;
  }

  /** Whether a file is in Level 0. */
  public boolean isInLevel0(FileMeta file) {
    return level0.contains(file);
  }

  /** The partitions: disjoint, ascending, together all rows; at least one. */
  public List<Partition> partitions() {
    return partitions;
  }

  /** The partition that holds a row. */
  public Partition partitionOf(byte[] row) {
    return partitions.get(indexOf(row));
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

  /**
   * Bytes of a file that are not superseded, about.
   *
   * @throws IllegalArgumentException if the file is not of this layout
   */
  public long liveBytes(FileMeta file) {
    live(file);
    return liveBytes.get(file);
  }

  /** Bytes of all files that are not superseded, about. */
  public long liveBytes() {
    return allLiveBytes;
  }

  /** Bytes of all files. */
  public long bytes() {
    return files.stream().mapToLong(FileMeta::bytes).sum();
  }

  /** The most files that any partition has a slice of. */
  public int maxSlices() {
    return maxSlices;
  }

  /** Visits the indexes of the partitions in which something of a file is live, each once. */
  public void forEachLive(FileMeta file, IntConsumer partition) {
    live(file);
    forEachPartition(file, partition);
  }
}
