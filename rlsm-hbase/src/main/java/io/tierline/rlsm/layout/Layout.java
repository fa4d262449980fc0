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
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * How the files of a store make up its ranged tree: partitions with disjoint ranges, which together
 * are Level 1, and Level 0. Derived from the files' own metadata, so that nothing but the files has
 * to survive. It says what is best compacted with what; no read is right or wrong by it.
 *
 * <p>What a compaction of ours has written is in Level 1; files there that overlap are one
 * partition. Any other file, as a flush, is in Level 0 unless it can be <em>linked</em>, which
 * costs no I/O: where it overlaps nothing older it is a partition of its own; where it lies in one
 * partition and overlaps little there, it becomes a file of that partition (the union set of N. Y.
 * Song, "Efficient Data Management Schemes for High-performance Storage Devices", 2018, section
 * 3.3). It is not linked past an older file of Level 0 that overlaps the partition: then everything
 * in Level 0 is newer than what it overlaps in Level 1.
 *
 * <p>Immutable.
 */
public final class Layout {

  /** A file is linked if what it overlaps is at most one byte in so many of Level 1. */
  private static final int LINK_ONE_BYTE_IN = 8;

  private static final Comparator<FileMeta> BY_AGE =
      Comparator.comparingLong(FileMeta::sequenceId).thenComparing(FileMeta::name);

  private static final Comparator<byte[]> ROWS = Arrays::compareUnsigned;

  private final List<FileMeta> files;
  private final long bytes;
  private final Set<FileMeta> level0 = new HashSet<>();
  private final List<FileMeta> level0ByAge;
  private final List<Partition> partitions;
  private final int maxDepth;
  private final Limits limits;

  private Layout(Collection<FileMeta> unordered, Limits limits) {
    this.files = unordered.stream().sorted(BY_AGE).toList();
    this.bytes = files.stream().mapToLong(FileMeta::bytes).sum();
    this.partitions = new Linking(limits).partitions();
    this.level0ByAge = files.stream().filter(level0::contains).toList();
    this.maxDepth = partitions.stream().mapToInt(Partition::depth).max().orElse(0);
    this.limits = limits;
  }

  /**
   * Up to where files are linked.
   *
   * @param depth a file stays in Level 0 where so many files of a partition overlap it
   * @param bytes a partition that files are linked to at its edges does not grow beyond this
   */
  public record Limits(int depth, long bytes) {
    /** Links whatever may be linked. */
    public static final Limits NONE = new Limits(Integer.MAX_VALUE, Long.MAX_VALUE);
  }

  /** The layout that files make up, whatever their order. */
  public static Layout of(Collection<FileMeta> files) {
    return of(files, Limits.NONE);
  }

  /** The layout that files make up, whatever their order. */
  public static Layout of(Collection<FileMeta> files, Limits limits) {
    return new Layout(files, limits);
  }

  /** Other files, linked by the same limits. */
  public Layout with(Collection<FileMeta> others) {
    return of(others, limits);
  }

  /** Puts each file where it belongs, the oldest first. */
  private final class Linking {
    private final Limits limits;

    /** By first row. */
    private final NavigableMap<byte[], Group> groups = new TreeMap<>(ROWS);

    private long bytes;

    Linking(Limits limits) {
      this.limits = limits;
    }

    List<Partition> partitions() {
      for (int i = 0; i < files.size(); i++) {
        FileMeta file = files.get(i);
        if (file.span().isEmpty()) {
          continue;
        }
        if (file.role() != Role.FLUSH || isLinkable(i)) {
          add(file);
        } else {
          level0.add(file);
        }
      }
      return groups.values().stream().map(Group::partition).toList();
    }

    private boolean isLinkable(int index) {
      FileMeta file = files.get(index);
      KeyRange span = file.span().orElseThrow();
      List<Group> met = overlapping(span);
      KeyRange joined = met.stream().map(group -> group.range).reduce(span, KeyRange::hull);
      if (met.size() > 1 || overtakes(index, joined)) {
        return false;
      }
      return met.isEmpty() || isLittle(file, met.get(0));
    }

    /** Whether a file would be linked past one of Level 0, or apart from one of its own age. */
    private boolean overtakes(int index, KeyRange joined) {
      FileMeta file = files.get(index);
      for (FileMeta older : level0) {
        if (joined.overlaps(older.span().orElseThrow())) {
          return true;
        }
      }
      for (int i = index + 1; i < files.size(); i++) {
        FileMeta next = files.get(i);
        if (next.sequenceId() > file.sequenceId()) {
          return false;
        }
        if (next.overlaps(file)) {
          return true;
        }
      }
      return false;
    }

    private boolean isLittle(FileMeta file, Group group) {
      KeyRange span = file.span().orElseThrow();
      long overlapped = 0;
      int depth = 0;
      for (FileMeta older : group.files) {
        if (older.overlaps(file)) {
          overlapped += older.bytesIn(span);
          depth++;
        }
      }
      return depth < limits.depth()
          && overlapped <= bytes / LINK_ONE_BYTE_IN
          && (group.range.encloses(span) || group.bytes + file.bytes() <= limits.bytes());
    }

    private List<Group> overlapping(KeyRange span) {
      List<Group> met = new ArrayList<>();
      var before = groups.lowerEntry(span.start());
      if (before != null && before.getValue().range.overlaps(span)) {
        met.add(before.getValue());
      }
      met.addAll(groups.subMap(span.start(), true, span.end(), false).values());
      return met;
    }

    private void add(FileMeta file) {
      Group joined = new Group(file);
      for (Group met : overlapping(joined.range)) {
        groups.remove(met.range.start());
        joined.join(met);
      }
      groups.put(joined.range.start(), joined);
      bytes += file.bytes();
    }
  }

  /** A partition that is being put together. */
  private static final class Group {
    private final List<FileMeta> files = new ArrayList<>();
    private KeyRange range;
    private long bytes;

    Group(FileMeta file) {
      files.add(file);
      range = file.span().orElseThrow();
      bytes = file.bytes();
    }

    void join(Group other) {
      files.addAll(other.files);
      range = range.hull(other.range);
      bytes += other.bytes;
    }

    Partition partition() {
      files.sort(BY_AGE);
      return new Partition(range, files);
    }
  }

  /** All files, oldest first. */
  public List<FileMeta> files() {
    return files;
  }

  /** Files that are not linked, oldest first; their ranges overlap. */
  public List<FileMeta> level0() {
    return level0ByAge;
  }

  /** Whether a file is in Level 0. */
  public boolean isInLevel0(FileMeta file) {
    return level0.contains(file);
  }

  /** The partitions, ascending. Rows between them are in no file of Level 1. */
  public List<Partition> partitions() {
    return partitions;
  }

  /** The partition that holds a row, if one does. */
  public Optional<Partition> partitionOf(byte[] row) {
    int at = firstEndingAfter(row);
    return at < partitions.size() && partitions.get(at).range().contains(row)
        ? Optional.of(partitions.get(at))
        : Optional.empty();
  }

  /** The partitions that have rows of a range. */
  public List<Partition> partitionsIn(KeyRange range) {
    int from = firstEndingAfter(range.start());
    int to = from;
    while (to < partitions.size() && partitions.get(to).range().overlaps(range)) {
      to++;
    }
    return partitions.subList(from, to);
  }

  /** The place of the lowest partition that does not lie wholly before a row. */
  private int firstEndingAfter(byte[] row) {
    int low = 0;
    int high = partitions.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (partitions.get(middle).range().endsAfter(row)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Files that may have rows of a range; in no order. */
  public List<FileMeta> filesIn(KeyRange range) {
    List<FileMeta> found = new ArrayList<>();
    for (Partition partition : partitionsIn(range)) {
      addOverlapping(partition.files(), range, found);
    }
    addOverlapping(level0ByAge, range, found);
    return found;
  }

  private static void addOverlapping(List<FileMeta> from, KeyRange range, List<FileMeta> to) {
    for (FileMeta file : from) {
      if (file.span().orElseThrow().overlaps(range)) {
        to.add(file);
      }
    }
  }

  /** Bytes of all files. */
  public long bytes() {
    return bytes;
  }

  /** The most files of Level 1 that a read of one row may have to look into. */
  public int maxDepth() {
    return maxDepth;
  }
}
