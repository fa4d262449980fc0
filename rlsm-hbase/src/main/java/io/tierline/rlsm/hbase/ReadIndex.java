/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.index.PartitionIndex;
import io.tierline.rlsm.index.RowSketch;
import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.FileMeta.Role;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import io.tierline.rlsm.layout.Slice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/** Which files of each partition a read looks into. Immutable. */
final class ReadIndex {

  private final List<Candidate[]> partitions;
  private final Candidate[] level0;
  private final PartitionIndex rows;

  /** A file, and its place in the partition index; -1 for a base, which is always looked into. */
  private record Candidate(HStoreFile file, int slot) {
    boolean isIn(long[] found) {
      return slot < 0 || (found[slot >>> 6] >>> slot & 1) != 0;
    }
  }

  private ReadIndex(List<Candidate[]> partitions, Candidate[] level0, PartitionIndex rows) {
    this.partitions = partitions;
    this.level0 = level0;
    this.rows = rows;
  }

  /** An index of an empty store, whose partition index may take so much heap; bytes. */
  static ReadIndex empty(long maxBytes) {
    List<Candidate[]> one = List.<Candidate[]>of(new Candidate[0]);
    return new ReadIndex(one, new Candidate[0], new PartitionIndex(maxBytes));
  }

  /**
   * The index of another layout, which shares with this what has not changed.
   *
   * @param viewOf what a scan sees of a file
   * @param sketchOf the sketch of a file's rows; null if it has none
   */
  ReadIndex with(
      Layout layout,
      Function<FileMeta, HStoreFile> viewOf,
      Function<FileMeta, RowSketch> sketchOf) {
    Map<FileMeta, Candidate> candidates = new HashMap<>();
    List<RowSketch> sketches = new ArrayList<>();
    for (FileMeta file : layout.files()) {
      boolean base = file.role() == Role.BASE;
      candidates.put(file, new Candidate(viewOf.apply(file), base ? -1 : sketches.size()));
      if (!base) {
        sketches.add(sketchOf.apply(file));
      }
    }
    List<Candidate[]> linked = new ArrayList<>(layout.partitions().size());
    for (Partition partition : layout.partitions()) {
      Set<FileMeta> parts = new LinkedHashSet<>(partition.bases());
      partition.slices().stream().map(Slice::file).forEach(parts::add);
      linked.add(parts.stream().map(candidates::get).toArray(Candidate[]::new));
    }
    Candidate[] flushes = layout.level0().stream().map(candidates::get).toArray(Candidate[]::new);
    return new ReadIndex(linked, flushes, rows.with(sketches));
  }

  /** The files that may hold a row of a partition. */
  Collection<HStoreFile> filesOfRow(int partition, byte[] row) {
    long[] found = rows.candidates(row);
    List<HStoreFile> files = new ArrayList<>(8);
    for (Candidate candidate : partitions.get(partition)) {
      if (candidate.isIn(found)) {
        files.add(candidate.file());
      }
    }
    for (Candidate candidate : level0) {
      if (candidate.isIn(found)) {
        files.add(candidate.file());
      }
    }
    return files;
  }

  /** The files linked to partitions, from the first to the last, and those of Level 0. */
  Collection<HStoreFile> filesOfPartitions(int first, int last) {
    Set<HStoreFile> files = new LinkedHashSet<>();
    for (int i = first; i <= last; i++) {
      for (Candidate candidate : partitions.get(i)) {
        files.add(candidate.file());
      }
    }
    for (Candidate candidate : level0) {
      files.add(candidate.file());
    }
    return files;
  }

  /** Number of files that a scan of a partition merges. */
  int sources(int partition) {
    return partitions.get(partition).length + level0.length;
  }

  /** Heap that the partition index takes; bytes. */
  long heapBytes() {
    return rows.heapBytes();
  }
}
