/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.FileMeta.Role;
import io.tierline.rlsm.layout.KeyRange;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import io.tierline.rlsm.layout.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A store in memory that does what plans say. A file is a set of cells, one for a row; a cell is a
 * version, and the newest one counts. It keeps no more than it must: an older version and, where
 * the plan allows it, a delete marker are gone for good when a file is written without them.
 */
final class ModelStore {
  /** Few samples a file, so that estimates are as bad as they may be. */
  private static final int SAMPLES = 64;

  /** A version of a row. */
  record Cell(long version, boolean delete) {}

  /** A file and its cells. */
  record ModelFile(FileMeta meta, SortedMap<Integer, Cell> cells) {}

  /** A compaction that is being done; what it reads is settled when it begins. */
  record Running(Plan plan, List<ModelFile> outputs) {}

  private final byte[][] keys;
  private final CompactionPlanner planner;
  private final Random random;
  private final Map<String, ModelFile> files = new LinkedHashMap<>();
  private final TreeMap<Integer, Cell> truth = new TreeMap<>();
  private final List<Running> running = new ArrayList<>();

  /** Files given up that are still on disk, and what the outputs of compactions say of them. */
  private final Set<String> notArchived = new HashSet<>();

  private final Map<String, Set<String>> replacedBy = new HashMap<>();

  /** Rows of files that bases supersede; they stay so while no file is lost. */
  private final Map<String, Set<Integer>> superseded = new HashMap<>();

  /** A column family may be told to keep its delete markers. */
  private final boolean keepsDeletes;

  /** A compactor may write no file for a part without cells, unless there is no other. */
  private final boolean skipsEmpty;

  private long version;
  private int names;
  private long written;
  private long flushed;

  ModelStore(int rows, PlannerSettings settings, Random random) {
    this.keys = IntStream.range(0, rows).mapToObj(row -> key(row, rows)).toArray(byte[][]::new);
    this.planner = new CompactionPlanner(settings);
    this.random = random;
    this.keepsDeletes = random.nextInt(4) == 0;
    this.skipsEmpty = random.nextBoolean();
  }

  byte[] key(int row) {
    return keys[row];
  }

  /** Ascending; every other row is the immediate successor of the one before; row 0 is 0x00. */
  private static byte[] key(int row, int rows) {
    int value = (int) ((long) (row / 2) * 65536 / ((rows + 1) / 2));
    byte[] key = value % 256 == 0 ? new byte[1] : new byte[2];
    key[0] = (byte) (value >> 8);
    if (key.length > 1) {
      key[1] = (byte) value;
    }
    return row % 2 == 0 ? key : KeyRange.after(key);
  }

  Layout layout() {
    List<FileMeta> metas = new ArrayList<>(files.values().stream().map(ModelFile::meta).toList());
    Collections.shuffle(metas, random);
    return Layout.of(metas, Math.max(1, planner.settings().slicesMax() / 2));
  }

  Collection<ModelFile> files() {
    return files.values();
  }

  List<Running> running() {
    return running;
  }

  long written() {
    return written;
  }

  long flushed() {
    return flushed;
  }

  // ------------------------------------------------------------------ writing

  /** Writes rows: values, or delete markers for some. */
  void flush(Collection<Integer> written, int deletesPercent) {
    version++;
    TreeMap<Integer, Cell> cells = cells(written, deletesPercent);
    add(file(FileMeta.builder(name()).sequenceId(version), cells));
    flushed += cells.size();
  }

  /** Adds files with disjoint ranges that all have one sequence id. */
  void bulkLoad(Collection<Integer> written, int parts) {
    version++;
    TreeMap<Integer, Cell> cells = cells(written, 0);
    List<Integer> sorted = List.copyOf(cells.keySet());
    for (int i = 0; i < parts; i++) {
      int from = sorted.size() * i / parts;
      int to = sorted.size() * (i + 1) / parts;
      if (from < to) {
        TreeMap<Integer, Cell> part =
            new TreeMap<>(cells.subMap(sorted.get(from), sorted.get(to - 1)));
        part.put(sorted.get(to - 1), cells.get(sorted.get(to - 1)));
        add(file(FileMeta.builder(name()).sequenceId(version), part));
        flushed += part.size();
      }
    }
  }

  private TreeMap<Integer, Cell> cells(Collection<Integer> written, int deletesPercent) {
    TreeMap<Integer, Cell> cells = new TreeMap<>();
    for (int row : written) {
      cells.put(row, new Cell(version, random.nextInt(100) < deletesPercent));
    }
    truth.putAll(cells);
    return cells;
  }

  private String name() {
    return "f" + names++;
  }

  private void add(ModelFile file) {
    files.put(file.meta().name(), file);
    written += file.cells().size();
  }

  private ModelFile file(FileMeta.Builder builder, SortedMap<Integer, Cell> cells) {
    long deletes = cells.values().stream().filter(Cell::delete).count();
    builder.size(cells.size(), cells.size(), deletes);
    if (!cells.isEmpty()) {
      builder.rows(key(cells.firstKey()), key(cells.lastKey()));
    }
    List<Integer> sorted = List.copyOf(cells.keySet());
    int step = 1 + sorted.size() / SAMPLES;
    List<byte[]> samples = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i += step) {
      samples.add(key(sorted.get(i)));
    }
    return new ModelFile(builder.samples(samples).build(), cells);
  }

  // --------------------------------------------------------------- compacting

  Set<String> busy() {
    Set<String> busy = new HashSet<>();
    running.forEach(each -> each.plan().consumed().forEach(file -> busy.add(file.name())));
    return busy;
  }

  boolean isFolding() {
    return running.stream().anyMatch(each -> each.plan().kind() == Plan.Kind.FOLD);
  }

  /** Begins what the planner wants, if it wants anything. */
  Optional<Running> begin(Situation now) {
    Layout layout = layout();
    Optional<Plan> plan = planner.plan(layout, now);
    plan.ifPresent(
        each -> {
          checkPlan(layout, each, now);
          running.add(new Running(each, outputs(layout, each)));
        });
    return plan.map(each -> running.get(running.size() - 1));
  }

  void finish(Running done) {
    running.remove(done);
    long newest = newest();
    Set<String> gone = new HashSet<>();
    for (FileMeta file : done.plan().consumed()) {
      gone.add(file.name());
      gone.addAll(replacedBy.getOrDefault(file.name(), Set.of()));
      files.remove(file.name());
      notArchived.add(file.name());
    }
    done.outputs().forEach(this::add);
    replacedBy.put(done.outputs().get(done.outputs().size() - 1).meta().name(), gone);
    notArchived.removeIf(file -> random.nextInt(4) == 0);
    assertThat(newest()).as("the newest sequence id after %s", done.plan()).isEqualTo(newest);
  }

  private long newest() {
    return files.values().stream().mapToLong(file -> file.meta().sequenceId()).max().orElse(0);
  }

  /** Does one compaction after the other until the planner is content; how many. */
  int settle(Situation now, int most) {
    int steps = 0;
    Optional<Running> next = begin(now);
    while (next.isPresent()) {
      assertThat(++steps).as("%s", next.get().plan()).isLessThanOrEqualTo(most);
      finish(next.get());
      check();
      next = begin(now);
    }
    return steps;
  }

  private List<ModelFile> outputs(Layout layout, Plan plan) {
    List<ModelFile> outputs = new ArrayList<>();
    TreeMap<Integer, Cell> merged = merged(layout, plan);
    long newest = plan.inputs().stream().mapToLong(FileMeta::sequenceId).max().orElseThrow();
    if (plan.kind() == Plan.Kind.RUN) {
      outputs.add(file(FileMeta.builder(name()).run().sequenceId(newest), merged));
      return outputs;
    }
    for (KeyRange part : parts(plan)) {
      TreeMap<Integer, Cell> cells = new TreeMap<>();
      merged.forEach(
          (row, cell) -> {
            if (part.contains(key(row))
                && !(cell.delete() && plan.dropDeletes() && !keepsDeletes)) {
              cells.put(row, cell);
            }
          });
      FileMeta.Builder base = FileMeta.builder(name()).base(part, plan.absorbed());
      outputs.add(file(base.sequenceId(newest).purged(plan.dropDeletes()), cells));
    }
    if (skipsEmpty && outputs.stream().anyMatch(file -> !file.cells().isEmpty())) {
      outputs.removeIf(file -> file.cells().isEmpty());
    }
    return outputs;
  }

  private TreeMap<Integer, Cell> merged(Layout layout, Plan plan) {
    TreeMap<Integer, Cell> merged = new TreeMap<>();
    for (FileMeta input : plan.inputs()) {
      for (KeyRange live : KeyRange.intersect(layout.live(input), plan.range())) {
        files
            .get(input.name())
            .cells()
            .forEach(
                (row, cell) -> {
                  if (live.contains(key(row))) {
                    merged.merge(row, cell, ModelStore::newer);
                  }
                });
      }
    }
    return merged;
  }

  private static List<KeyRange> parts(Plan plan) {
    List<KeyRange> parts = new ArrayList<>();
    byte[] start = plan.range().start();
    for (byte[] cut : plan.cuts()) {
      parts.add(KeyRange.of(start, cut));
      start = cut;
    }
    parts.add(KeyRange.of(start, plan.range().end()));
    return parts;
  }

  private static Cell newer(Cell one, Cell other) {
    return one.version() >= other.version() ? one : other;
  }

  private boolean isLive(Layout layout, FileMeta file, int row) {
    for (KeyRange range : layout.live(file)) {
      if (range.contains(key(row))) {
        return true;
      }
    }
    return false;
  }

  // ------------------------------------------------------------------- faults

  /** Whatever was being done ends: at random before or between the outputs, inputs all there. */
  void crash() {
    for (Running each : running) {
      if (random.nextInt(3) > 0) {
        each.outputs().stream().filter(file -> random.nextInt(3) > 0).forEach(this::add);
      }
    }
    reopen();
  }

  /**
   * Opens the store with some bases whose metadata nobody can read, or who forget their victims.
   */
  void loseMasks() {
    reopen();
    for (ModelFile file : List.copyOf(files.values())) {
      if (file.meta().role() == Role.BASE && random.nextBoolean()) {
        FileMeta.Builder builder =
            FileMeta.builder(file.meta().name()).sequenceId(file.meta().sequenceId());
        if (random.nextBoolean()) {
          builder.base(file.meta().range().orElseThrow(), Set.of());
        }
        builder.reference(file.meta().isReference());
        files.put(file.meta().name(), file(builder, file.cells()));
      }
    }
  }

  /** Goes on as one daughter of a split region: whole files are linked, others referred to. */
  void split(int row, boolean upper) {
    reopen();
    KeyRange half = upper ? KeyRange.of(key(row), new byte[0]) : KeyRange.of(new byte[0], key(row));
    for (ModelFile file : List.copyOf(files.values())) {
      SortedMap<Integer, Cell> cells = half(file.cells(), row, upper);
      if (cells.isEmpty()) {
        files.remove(file.meta().name());
      } else {
        files.put(file.meta().name(), half(file, cells, half));
      }
    }
    SortedMap<Integer, Cell> left = new TreeMap<>(half(truth, row, upper));
    truth.clear();
    truth.putAll(left);
  }

  private ModelFile half(ModelFile file, SortedMap<Integer, Cell> cells, KeyRange half) {
    FileMeta meta = file.meta();
    FileMeta.Builder builder = FileMeta.builder(meta.name()).sequenceId(meta.sequenceId());
    if (meta.role() == Role.RUN) {
      builder.run();
    } else if (meta.role() == Role.BASE) {
      KeyRange range = meta.range().orElseThrow();
      builder.base(
          random.nextBoolean() ? range : range.intersection(half).orElseThrow(), meta.absorbed());
    }
    builder.reference(meta.isReference() || cells.size() < file.cells().size());
    return file(builder, new TreeMap<>(cells));
  }

  private static SortedMap<Integer, Cell> half(
      SortedMap<Integer, Cell> cells, int row, boolean upper) {
    return upper ? cells.tailMap(row) : cells.headMap(row);
  }

  /**
   * What is not archived yet is found again, and only what a file in the store names is not used.
   */
  private void reopen() {
    running.clear();
    superseded.clear();
    Set<String> replaced = new HashSet<>();
    files.keySet().forEach(name -> replaced.addAll(replacedBy.getOrDefault(name, Set.of())));
    assertThat(replaced).as("files known to be replaced").containsAll(notArchived);
    notArchived.clear();
    replacedBy.clear();
  }

  // ------------------------------------------------------------------- checks

  private void checkPlan(Layout layout, Plan plan, Situation now) {
    String what = plan.toString();
    assertThat(plan.kind() == Plan.Kind.FOLD && isFolding()).as("%s beside a fold", what).isFalse();
    assertThat(layout.files()).as(what).containsAll(plan.inputs()).containsAll(plan.consumed());
    assertThat(plan.inputs()).as(what).noneMatch(file -> now.busy().contains(file.name()));
    assertThat(plan.consumed()).as(what).noneMatch(file -> now.busy().contains(file.name()));
    assertThat(plan.consumed()).as(what).noneMatch(file -> plan.absorbed().contains(file.name()));
    assertThat(gains(plan)).as("%s merges nothing", what).isTrue();
    byte[] last = plan.range().start();
    for (byte[] cut : plan.cuts()) {
      assertThat(plan.range().contains(cut)).as(what).isTrue();
      assertThat(Arrays.compareUnsigned(last, cut)).as(what).isNegative();
      last = cut;
    }
    for (FileMeta given : plan.consumed()) {
      boolean read = plan.inputs().contains(given);
      for (int row : files.get(given.name()).cells().keySet()) {
        if (isLive(layout, given, row) && !(read && plan.range().contains(key(row)))) {
          throw new AssertionError("row " + row + " of " + given + " is lost by " + plan);
        }
      }
    }
  }

  /** Bases that lie side by side are not rewritten for nothing. */
  private static boolean gains(Plan plan) {
    return plan.kind() != Plan.Kind.FOLD
        || Set.of("major", "half files", "delete markers", "small neighbours", "nothing live")
            .contains(plan.reason())
        || plan.inputs().stream().anyMatch(file -> file.role() != Role.BASE)
        || plan.inputs().stream().anyMatch(file -> overlapsAnother(plan.inputs(), file));
  }

  private static boolean overlapsAnother(List<FileMeta> files, FileMeta one) {
    KeyRange range = one.range().orElseThrow();
    return files.stream()
        .anyMatch(other -> other != one && other.range().map(range::overlaps).orElse(false));
  }

  /** All that must hold at any time. */
  void check() {
    Layout layout = layout();
    checkPartitions(layout);
    Set<String> busy = busy();
    Map<Integer, Cell> masked = new TreeMap<>();
    Map<Integer, Cell> stock = new TreeMap<>();
    for (ModelFile file : files.values()) {
      file.cells()
          .forEach(
              (row, cell) -> {
                stock.merge(row, cell, ModelStore::newer);
                checkPlace(layout, file.meta(), row);
                boolean live = isLive(layout, file.meta(), row);
                // What is about to be given up does not matter.
                if (!busy.contains(file.meta().name())) {
                  checkStaysSuperseded(file.meta(), row, live);
                }
                if (live) {
                  masked.merge(row, cell, ModelStore::newer);
                }
              });
    }
    truth.forEach(
        (row, cell) -> {
          assertRead("reader of live ranges", row, masked.get(row), cell);
          assertRead("reader without masks", row, stock.get(row), cell);
        });
  }

  private void checkStaysSuperseded(FileMeta file, int row, boolean live) {
    Set<Integer> rows = superseded.computeIfAbsent(file.name(), name -> new HashSet<>());
    if (live && rows.contains(row)) {
      throw new AssertionError("row " + row + " of " + file + " was superseded and is live again");
    }
    if (!live) {
      rows.add(row);
    }
  }

  private static void assertRead(String who, int row, Cell found, Cell newest) {
    boolean right = newest.delete() ? found == null || found.equals(newest) : newest.equals(found);
    if (!right) {
      throw new AssertionError(who + " finds " + found + " in row " + row + ", not " + newest);
    }
  }

  private static void checkPartitions(Layout layout) {
    byte[] reached = {};
    for (Partition partition : layout.partitions()) {
      assertThat(partition.range().start()).isEqualTo(reached);
      reached = partition.range().end();
      partition
          .slices()
          .forEach(slice -> assertThat(partition.range().encloses(slice.range())).isTrue());
    }
    assertThat(reached).isEmpty();
    for (int i = 1; i < layout.partitions().size(); i++) {
      assertThat(layout.partitions().get(i).range().start()).isNotEmpty();
    }
  }

  /** A live cell is found in one place of the layout, another at most in a base. */
  private void checkPlace(Layout layout, FileMeta file, int row) {
    Partition partition = layout.partitionOf(key(row));
    boolean live = isLive(layout, file, row);
    int slices = 0;
    for (Slice slice : partition.slices()) {
      slices += slice.file().equals(file) && slice.range().contains(key(row)) ? 1 : 0;
    }
    boolean base = partition.bases().contains(file);
    boolean level0 = layout.isInLevel0(file);
    boolean right = live ? slices + (base ? 1 : 0) + (level0 ? 1 : 0) == 1 : slices == 0;
    if (!right || !partition.range().contains(key(row))) {
      throw new AssertionError("row " + row + " of " + file + " is in no place or in several");
    }
  }

  /** The oldest file first, for messages. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    files.values().stream()
        .sorted(Comparator.comparingLong(file -> file.meta().sequenceId()))
        .forEach(
            file ->
                text.append(file.meta()).append(' ').append(file.meta().absorbed()).append('\n'));
    return text.toString();
  }
}
