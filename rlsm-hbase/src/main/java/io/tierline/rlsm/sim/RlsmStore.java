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
import io.tierline.rlsm.layout.Partition;
import io.tierline.rlsm.plan.CompactionPlanner;
import io.tierline.rlsm.plan.Plan;
import io.tierline.rlsm.plan.PlannerSettings;
import io.tierline.rlsm.plan.Situation;
import java.util.ArrayList;
import java.util.HashMap;
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

  /** What a short scan reads of a file: a block. */
  private static final long SCAN_BYTES = 64 << 10;

  private final Map<FileMeta, CellFile> files = new LinkedHashMap<>();
  private final Set<String> busy = new HashSet<>();
  private boolean folding;
  private final Map<KeyRange, Long> scanDebt = new HashMap<>();
  private final CompactionPlanner planner;
  private final long cellBytes;
  private Layout layout = Layout.of(List.of());
  private int named;
  private long newCells;
  private long replacedCells;

  RlsmStore(PlannerSettings settings, long cellBytes) {
    this.planner = new CompactionPlanner(settings);
    this.cellBytes = cellBytes;
  }

  Layout layout() {
    return layout;
  }

  @Override
  public void flush(CellFile file) {
    files.put(described(file, FileMeta.builder(name())), file);
    layout = Layout.of(files.keySet());
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
          .sequenceId(IntStream.range(0, size).mapToLong(cells::sequence).max().getAsLong())
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
    double replaced = newCells == 0 ? 1 : (double) replacedCells / newCells;
    return planner
        .plan(
            layout, new Situation(Set.copyOf(busy), folding, idle, false, this::scanDebt, replaced))
        .map(this::job);
  }

  private long scanDebt(Partition partition) {
    return scanDebt.getOrDefault(partition.range(), 0L);
  }

  private Job job(Plan plan) {
    Map<FileMeta, CellFile> outputs = new LinkedHashMap<>();
    List<CellFile> parts = new ArrayList<>();
    plan.inputs().forEach(input -> parts.addAll(liveParts(input, plan.range())));
    CellFile merged = CellFile.merged(parts);
    long read = parts.stream().mapToLong(CellFile::size).sum();
    if (plan.kind() == Plan.Kind.RUN) {
      outputs.put(described(merged, FileMeta.builder(name()).run()), merged);
    } else {
      addBases(plan, merged, outputs);
      learn(plan, read - merged.size());
    }
    plan.inputs().forEach(input -> busy.add(input.name()));
    plan.consumed().forEach(input -> busy.add(input.name()));
    folding |= plan.kind() == Plan.Kind.FOLD;
    long written = outputs.values().stream().mapToLong(CellFile::size).sum();
    return new Job(read * cellBytes, written * cellBytes, () -> commit(plan, outputs));
  }

  private List<CellFile> liveParts(FileMeta input, KeyRange range) {
    return KeyRange.intersect(layout.live(input), range).stream()
        .map(live -> files.get(input).part(Rows.first(live), Rows.end(live)))
        .toList();
  }

  private void addBases(Plan plan, CellFile merged, Map<FileMeta, CellFile> outputs) {
    byte[] start = plan.range().start();
    for (int i = 0; i <= plan.cuts().size(); i++) {
      byte[] end = i == plan.cuts().size() ? plan.range().end() : plan.cuts().get(i);
      KeyRange range = KeyRange.of(start, end);
      CellFile part = merged.part(Rows.first(range), Rows.end(range));
      outputs.put(described(part, FileMeta.builder(name()).base(range, plan.absorbed())), part);
      start = end;
    }
  }

  private void learn(Plan plan, long replaced) {
    newCells +=
        plan.inputs().stream()
            .filter(input -> input.role() != FileMeta.Role.BASE)
            .flatMap(input -> liveParts(input, plan.range()).stream())
            .mapToLong(CellFile::size)
            .sum();
    replacedCells += replaced;
  }

  private void commit(Plan plan, Map<FileMeta, CellFile> outputs) {
    plan.inputs().forEach(input -> busy.remove(input.name()));
    plan.consumed().forEach(input -> busy.remove(input.name()));
    plan.consumed().forEach(files::remove);
    files.putAll(outputs);
    layout = Layout.of(files.keySet());
    if (plan.kind() == Plan.Kind.FOLD) {
      folding = false;
      scanDebt.keySet().removeIf(range -> range.overlaps(plan.range()));
    }
  }

  /** By Level 0 alone; twice what the largest run takes, as merging is not to wait for flushes. */
  @Override
  public boolean isBlocked() {
    return layout.level0().size() > Math.max(BLOCKING_FILES, 2 * planner.settings().runFilesMax());
  }

  @Override
  public void scan(long key) {
    int more = runsAt(key) - 1;
    if (more > 0) {
      KeyRange range = layout.partitionOf(Rows.row(key)).range();
      scanDebt.merge(range, more * SCAN_BYTES, Long::sum);
    }
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
    Partition partition = layout.partitionOf(row);
    List<FileMeta> found = new ArrayList<>(partition.bases());
    partition.slices().stream()
        .filter(slice -> slice.range().contains(row))
        .forEach(slice -> found.add(slice.file()));
    found.addAll(layout.level0());
    found.removeIf(file -> !files.get(file).spans(key));
    return found;
  }

  @Override
  public int runsMax() {
    return layout.partitions().stream().mapToInt(Partition::sources).max().orElse(0)
        + layout.level0().size();
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
