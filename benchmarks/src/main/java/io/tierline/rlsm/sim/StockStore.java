/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * HBase's default store: files by age, of which neighbours are merged. A flush asks for one
 * compaction; one that ends asks for another only if flushes are about to be delayed.
 */
final class StockStore implements SimulatedStore {
  private final List<CellFile> files = new ArrayList<>();
  private final List<CellFile> merging = new ArrayList<>();
  private final long cellBytes;
  private final Exploring policy;
  private int requests;

  StockStore(long cellBytes) {
    this.cellBytes = cellBytes;
    this.policy = new Exploring(3, 10, 1.2, Workload.FLUSH_BYTES);
  }

  @Override
  public void flush(CellFile file) {
    files.add(file);
    requests++;
  }

  @Override
  public Optional<Job> start(boolean idle) {
    if (requests == 0 && !idle && files.size() < BLOCKING_FILES) {
      return Optional.empty();
    }
    requests = Math.max(0, requests - 1);
    // Only files newer than any that is being merged: a selection has no gap in time.
    int first = merging.stream().mapToInt(file -> files.indexOf(file) + 1).max().orElse(0);
    List<CellFile> candidates = files.subList(first, files.size());
    int coming = merging.isEmpty() ? 0 : 1;
    boolean stuck = files.size() - merging.size() + coming >= BLOCKING_FILES;
    Exploring.Selection selection =
        policy.select(candidates.stream().map(file -> file.size() * cellBytes).toList(), stuck);
    if (selection.count() == 0) {
      return Optional.empty();
    }
    List<CellFile> inputs = List.copyOf(candidates.subList(selection.first(), selection.end()));
    CellFile output = CellFile.merged(inputs);
    merging.addAll(inputs);
    return Optional.of(
        new Job(
            selection.size(),
            output.size() * cellBytes,
            1,
            selection.size() > LARGE_BYTES,
            () -> {
              files.add(files.indexOf(inputs.get(0)), output);
              files.removeAll(inputs);
              merging.removeAll(inputs);
            },
            () -> merging.removeAll(inputs)));
  }

  @Override
  public boolean isBlocked() {
    return files.size() > BLOCKING_FILES;
  }

  @Override
  public int files() {
    return files.size();
  }

  @Override
  public long bytes() {
    return files.stream().mapToLong(CellFile::size).sum() * cellBytes;
  }

  @Override
  public int runsAt(long key) {
    return (int) files.stream().filter(file -> file.spans(key)).count();
  }

  @Override
  public int runsMax() {
    return files.size();
  }

  @Override
  public long find(long key) {
    return files.stream().mapToLong(file -> file.sequenceOf(key)).max().orElse(-1);
  }
}
