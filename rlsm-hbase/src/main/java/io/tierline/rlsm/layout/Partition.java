/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.layout;

import java.util.List;

/**
 * A row range of the store, with what must be read for it apart from Level 0.
 *
 * @param range the rows
 * @param bases what earlier folds left, usually one file; none where no fold has been
 * @param slices live parts of linked files, oldest file first
 */
public record Partition(KeyRange range, List<FileMeta> bases, List<Slice> slices) {

  /** Copies the lists. */
  public Partition {
    bases = List.copyOf(bases);
    slices = List.copyOf(slices);
  }

  /** Number of files that a read of the whole range merges, Level 0 apart. */
  public int sources() {
    return bases.size() + sliceFiles();
  }

  /** Number of files with a slice here. */
  public int sliceFiles() {
    int files = 0;
    FileMeta last = null;
    for (Slice slice : slices) {
      // Slices of one file lie side by side.
      if (!slice.file().equals(last)) {
        files++;
      }
      last = slice.file();
    }
    return files;
  }

  /** Bytes of the bases. */
  public long baseBytes() {
    return bases.stream().mapToLong(file -> file.bytesIn(range)).sum();
  }

  /** About how many bytes the slices have. */
  public long sliceBytes() {
    return slices.stream().mapToLong(Slice::bytes).sum();
  }

  /** Bytes of bases and slices. */
  public long bytes() {
    return baseBytes() + sliceBytes();
  }
}
