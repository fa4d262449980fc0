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
import java.util.Comparator;
import java.util.List;

/**
 * Files of Level 1 that overlap, one with the next: no other file of Level 1 has a row in their
 * range.
 */
public final class Partition {

  private final KeyRange range;
  private final List<FileMeta> files;
  private final long bytes;
  private final int depth;

  /**
   * A partition.
   *
   * @param range from the first row of all files to the last
   * @param files oldest first
   */
  Partition(KeyRange range, List<FileMeta> files) {
    this.range = range;
    this.files = List.copyOf(files);
    this.bytes = files.stream().mapToLong(FileMeta::bytes).sum();
    this.depth = depth(files.stream().map(file -> file.span().orElseThrow()).toList());
  }

  /** The most ranges that have a row in common. */
  private static int depth(List<KeyRange> ranges) {
    List<byte[]> starts = new ArrayList<>(ranges.size());
    List<byte[]> ends = new ArrayList<>(ranges.size());
    for (KeyRange range : ranges) {
      starts.add(range.start());
      ends.add(range.end());
    }
    Comparator<byte[]> order = Arrays::compareUnsigned;
    starts.sort(order);
    ends.sort(order);
    int most = 0;
    int ended = 0;
    for (int started = 0; started < starts.size(); started++) {
      while (order.compare(ends.get(ended), starts.get(started)) <= 0) {
        ended++;
      }
      most = Math.max(most, started + 1 - ended);
    }
    return most;
  }

  /** From the first row of all files to the last. */
  public KeyRange range() {
    return range;
  }

  /** The files, oldest first; at least one. */
  public List<FileMeta> files() {
    return files;
  }

  /** The most files of Level 1 that a read of one row may have to look into. */
  public int depth() {
    return depth;
  }

  /** Bytes of all files. */
  public long bytes() {
    return bytes;
  }

  /** Bytes of what folds have written, and of the oldest file, which is in the place of a base. */
  public long baseBytes() {
    long base = 0;
    for (int i = 0; i < files.size(); i++) {
      if (i == 0 || files.get(i).role() == Role.BASE) {
        base += files.get(i).bytes();
      }
    }
    return base;
  }

  /** The partition's range and number of files, for messages. */
  @Override
  public String toString() {
    return range + " of " + files.size() + " files";
  }
}
