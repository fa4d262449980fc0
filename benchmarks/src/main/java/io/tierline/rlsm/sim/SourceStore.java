/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import io.tierline.rlsm.ranged.Entry;
import io.tierline.rlsm.ranged.FlushedFile;
import io.tierline.rlsm.ranged.KeyRange;
import io.tierline.rlsm.ranged.RangedFile;
import io.tierline.rlsm.ranged.RangedSettings;
import io.tierline.rlsm.ranged.RangedTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The source's own design: victims are appended to files of disjoint ranges. What is read at once
 * from there is each piece that was appended since the file was last balanced.
 */
final class SourceStore implements SimulatedStore {
  private static final int LEVEL0_FILES = 3;

  /** A file's index of a piece is 2 % of it. */
  private static final int INDEX_ONE_IN = 50;

  private static final double SMALL_RANGE = 0.05;

  private final RangedTree tree;
  private final long cellBytes;

  SourceStore(int cellsPerFlush, long cellBytes) {
    this.cellBytes = cellBytes;
    this.tree =
        new RangedTree(
            new RangedSettings(
                Integer.MAX_VALUE, Math.max(2, (int) (cellsPerFlush * 120L / 128)), SMALL_RANGE));
  }

  @Override
  public void flush(CellFile file) {
    List<Entry> entries = new ArrayList<>(file.size());
    for (int i = 0; i < file.size(); i++) {
      entries.add(Entry.put(file.key(i), file.sequence(i)));
    }
    tree.flush(new FlushedFile(entries));
  }

  /** Done when it starts: an append is visible as it goes. */
  @Override
  public Optional<Job> start(boolean idle) {
    if (tree.level0().size() <= LEVEL0_FILES) {
      return Optional.empty();
    }
    long before = written();
    tree.compact(LEVEL0_FILES);
    long cells = written() - before;
    long bytes = cells * cellBytes;
    return Optional.of(new Job(bytes, bytes + bytes / INDEX_ONE_IN, 0, false, () -> {}, () -> {}));
  }

  private long written() {
    return tree.traffic().appended() + tree.traffic().rewritten();
  }

  @Override
  public boolean isBlocked() {
    return tree.level0().size() > BLOCKING_FILES;
  }

  @Override
  public int files() {
    return tree.level0().size() + tree.level1().size();
  }

  @Override
  public long bytes() {
    long cells =
        tree.level0().stream().mapToLong(FlushedFile::cells).sum()
            + tree.level1().stream().mapToLong(RangedFile::cells).sum();
    return cells * cellBytes * (INDEX_ONE_IN + 1) / INDEX_ONE_IN;
  }

  @Override
  public int runsAt(long key) {
    return tree.segmentsAt(key)
        + (int) tree.level0().stream().filter(file -> contains(file.range(), key)).count();
  }

  private static boolean contains(KeyRange range, long key) {
    return range.min() <= key && key <= range.max();
  }

  @Override
  public int runsMax() {
    return tree.level1().stream().mapToInt(RangedFile::segments).max().orElse(0)
        + tree.level0().size();
  }

  @Override
  public long find(long key) {
    return tree.get(key).map(Entry::sequence).orElse(-1L);
  }
}
