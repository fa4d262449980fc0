/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import io.tierline.rlsm.layout.Slice;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a fold could merge in each partition, Level 0 counted. Files that a running compaction will
 * give up are left out: a fold for their sake would change nothing, again and again.
 */
final class Survey {
  private final Layout layout;
  private final Set<String> busy;

  /** Null until somebody asks: most plans are made while nothing is folded, after each flush. */
  private Level0 level0;

  /** By partition, the files of Level 0 and about how many of their bytes lie there. */
  private record Level0(int[] files, long[] bytes) {}

  Survey(Layout layout, Set<String> busy) {
    this.layout = layout;
    this.busy = busy;
  }

  private Level0 level0() {
    if (level0 == null) {
      List<Partition> partitions = layout.partitions();
      level0 = new Level0(new int[partitions.size()], new long[partitions.size()]);
      for (FileMeta file : layout.level0()) {
        if (isFree(file)) {
          layout.forEachLive(
              file,
              i -> {
                level0.files()[i]++;
                level0.bytes()[i] += file.bytesIn(partitions.get(i).range());
              });
        }
      }
    }
    return level0;
  }

  private boolean isFree(FileMeta file) {
    return !busy.contains(file.name());
  }

  Partition partition(int index) {
    return layout.partitions().get(index);
  }

  int partitions() {
    return layout.partitions().size();
  }

  /** Files of Level 0 in a partition. */
  int level0Files(int index) {
    return level0().files()[index];
  }

  /** About how many bytes of Level 0 lie in a partition. */
  long level0Bytes(int index) {
    return level0().bytes()[index];
  }

  /** Files that a fold of a partition with its Level 0 would merge. */
  int sources(int index) {
    Partition partition = partition(index);
    if (busy.isEmpty()) {
      return partition.sources() + level0Files(index);
    }
    long bases = partition.bases().stream().filter(this::isFree).count();
    long slices =
        partition.slices().stream().map(Slice::file).filter(this::isFree).distinct().count();
    return (int) (bases + slices) + level0Files(index);
  }

  /** Whether a partition has a slice of such a file. */
  boolean hasSlice(int index, Predicate<FileMeta> wanted) {
    return partition(index).slices().stream()
        .map(Slice::file)
        .anyMatch(file -> isFree(file) && wanted.test(file));
  }

  /** About how many bytes the slices of such files have. */
  long sliceBytes(int index, Predicate<FileMeta> wanted) {
    return partition(index).slices().stream()
        .filter(slice -> isFree(slice.file()) && wanted.test(slice.file()))
        .mapToLong(Slice::bytes)
        .sum();
  }
}
