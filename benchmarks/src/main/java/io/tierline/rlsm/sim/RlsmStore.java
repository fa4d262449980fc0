/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.KeyRange;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.plan.CompactionPlanner;
import io.tierline.rlsm.plan.Plan;
import io.tierline.rlsm.plan.PlannerSettings;
import io.tierline.rlsm.plan.ReadDebt;
import io.tierline.rlsm.plan.Situation;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The engine's own planner over simulated files: what it plans is done to the cell. */
final class RlsmStore implements SimulatedStore {
  /** Rows that a file's description samples, as many as a small block index has. */
  private static final int SAMPLES = 128;

  private final Map<FileMeta, CellFile> files = new LinkedHashMap<>();
  private final Set<String> busy = new HashSet<>();
  private final CompactionPlanner planner;
  private final long cellBytes;
  private Layout layout = Layout.of(List.of());
  private ReadDebt debt = new ReadDebt(layout);
  private int named;
  private long flushes;

  RlsmStore(PlannerSettings settings, long cellBytes) {
    this.planner = new CompactionPlanner(settings);
    this.cellBytes = cellBytes;
  }

  Layout layout() {
    return layout;
  }

  @Override
  public void flush(CellFile file) {
    FileMeta.Builder builder = FileMeta.builder(name());
    files.put(described(file, builder.sequenceId(flushes++)), file);
    layOut();
  }

  private String name() {
    return "file-" + named++;
  }

  private FileMeta described(CellFile cells, FileMeta.Builder builder) {
    int size = cells.size();
    builder.size(size * cellBytes, size, 0);
    if (size > 0) {
      int samples = Math.min(size, SAMPLES);
      builder
          .keys(cells.sample())
          .rows(Rows.row(cells.key(0)), Rows.row(cells.key(size - 1)))
          .samples(
              IntStream.range(0, samples)
                  .mapToObj(i -> Rows.row(cells.key((int) ((long) size * i / samples))))
                  .toList());
    }
    return builder.build();
  }

  @Override
  public Optional<Job> start(boolean idle) {
    return planner.plan(layout, Situation.of(Set.copyOf(busy), idle, false, debt)).map(this::job);
  }

  private Job job(Plan plan) {
    CellFile merged = CellFile.merged(plan.inputs().stream().map(files::get).toList());
    long read = plan.inputs().stream().mapToLong(FileMeta::cells).sum();
    Map<FileMeta, CellFile> outputs = new LinkedHashMap<>();
    long newest = plan.inputs().stream().mapToLong(FileMeta::sequenceId).max().getAsLong();
    long from = 0;
    for (int i = 0; i <= plan.cuts().size(); i++) {
      long to = i == plan.cuts().size() ? KeySource.KEYS : Rows.atOrAfter(plan.cuts().get(i));
      CellFile part = merged.part(from, to);
      if (part.size() > 0) {
        outputs.put(described(part, output(plan, newest)), part);
      }
      from = to;
    }
    boolean isLong = planner.isLong(layout, busy, plan);
    plan.inputs().forEach(input -> busy.add(input.name()));
    return new Job(
        read * cellBytes,
        merged.size() * cellBytes,
        outputs.size(),
        isLong,
        () -> commit(plan, outputs),
        () -> release(plan));
  }

  private FileMeta.Builder output(Plan plan, long sequenceId) {
    FileMeta.Builder builder = FileMeta.builder(name()).sequenceId(sequenceId);
    return plan.kind() == Plan.Kind.RUN ? builder.run() : builder.base();
  }

  private void release(Plan plan) {
    plan.inputs().forEach(input -> busy.remove(input.name()));
  }

  private void commit(Plan plan, Map<FileMeta, CellFile> outputs) {
    release(plan);
    plan.inputs().forEach(files::remove);
    files.putAll(outputs);
    layOut();
  }

  private void layOut() {
    layout = Layout.of(files.keySet(), planner.settings().links());
    debt = debt.with(layout);
  }

  /**
   * By Level 0, at twice what the largest run takes, as merging is not to wait for flushes; and for
   * space.
   */
  @Override
  public boolean isBlocked() {
    return layout.level0().size() > Math.max(BLOCKING_FILES, 2 * planner.settings().runFilesMax())
        || planner.isFull(layout, busy);
  }

  @Override
  public void scan(long key) {
    debt.scanned(Rows.row(key));
  }

  @Override
  public int files() {
    return files.size();
  }

  @Override
  public long bytes() {
    return layout.bytes();
  }

  @Override
  public int runsAt(long key) {
    return at(key).size();
  }

  /** The files that the layout says a row may be in. */
  private List<FileMeta> at(long key) {
    byte[] row = Rows.row(key);
    return layout.filesIn(KeyRange.closed(row, row));
  }

  @Override
  public int runsMax() {
    return layout.maxDepth() + layout.level0().size();
  }

  @Override
  public long find(long key) {
    return at(key).stream().mapToLong(file -> files.get(file).sequenceOf(key)).max().orElse(-1);
  }

  /** What somebody finds who looks into every file and knows no layout. */
  long findAnywhere(long key) {
    return files.values().stream().mapToLong(file -> file.sequenceOf(key)).max().orElse(-1);
  }
}
