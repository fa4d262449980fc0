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
import io.tierline.rlsm.layout.KeySample;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import io.tierline.rlsm.plan.ModelFamily.Cell;
import io.tierline.rlsm.plan.ModelFamily.Kind;
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
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/** A store in memory that does what plans say, and whose reads must not notice. */
final class ModelStore {
  /** Few samples a file, so that estimates are as bad as they may be. */
  private static final int SAMPLES = 64;

  /** Of a large store, about so many rows are looked up one by one. */
  private static final int ROWS_CHECKED = 100;

  /** A file and its cells. */
  record ModelFile(FileMeta meta, List<Cell> cells) {}

  /** A compaction that is being done; what it reads is settled when it begins. */
  record Running(Plan plan, List<ModelFile> outputs, Set<Integer> overtaken) {}

  private final byte[][] keys;
  private final CompactionPlanner planner;
  private final Random random;
  private final ModelFamily family;
  private final Map<String, ModelFile> files = new LinkedHashMap<>();
  private final List<Running> running = new ArrayList<>();

  /** Files given up that are still on disk, and what the outputs of compactions say of them. */
  private final Set<String> notArchived = new HashSet<>();

  private final Map<String, Set<String>> replacedBy = new HashMap<>();

  /** Whether nothing is written but new rows, and what that costs is measured. */
  private boolean measured;

  private long version;
  private int names;
  private long written;
  private long flushed;

  ModelStore(int rows, PlannerSettings settings, ModelFamily family, Random random) {
    this.keys = IntStream.range(0, rows).mapToObj(row -> key(row, rows)).toArray(byte[][]::new);
    this.planner = new CompactionPlanner(settings);
    this.family = family;
    this.random = random;
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
    return Layout.of(metas, planner.settings().links());
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

  /** Writes new cells, all of the newest timestamp. */
  void put(Collection<Integer> rows) {
    measured = true;
    version++;
    flush(rows.stream().map(row -> new Cell(row, Kind.PUT, version, version)).toList());
  }

  /** Writes cells of some rows: puts of any age, and markers of any kind for some. */
  void write(Collection<Integer> rows, int deletesPercent) {
    version++;
    flush(rows.stream().map(row -> cell(row, deletesPercent)).toList());
  }

  /**
   * Writes the cells that are made of the number of this write, which are newer than all before.
   */
  void write(LongFunction<List<Cell>> cells) {
    version++;
    flush(cells.apply(version));
  }

  private Cell cell(int row, int deletesPercent) {
    boolean delete = random.nextInt(100) < deletesPercent;
    Kind kind = delete ? Kind.values()[random.nextInt(Kind.PUT.ordinal())] : Kind.PUT;
    return new Cell(row, kind, Math.max(1, version - random.nextInt(6)), version);
  }

  private void flush(List<Cell> cells) {
    add(file(FileMeta.builder(name()).sequenceId(version), cells));
    flushed += cells.size();
    overtake(cells);
  }

  /** Adds files that all have one sequence id, and may overlap. */
  void bulkLoad(List<Set<Integer>> parts) {
    version++;
    for (Set<Integer> rows : parts) {
      List<Cell> cells =
          rows.stream().map(row -> new Cell(row, Kind.PUT, version, version)).toList();
      add(file(FileMeta.builder(name()).sequenceId(version).versionDeletes(true), cells));
      flushed += cells.size();
      overtake(cells);
    }
  }

  /**
   * What is written while a compaction runs may change what that has taken for granted, as in any
   * engine: by taking away a version, or by being older than a marker that goes.
   */
  private void overtake(List<Cell> cells) {
    for (Running each : running) {
      for (Cell cell : cells) {
        DropRule.Drops drops = each.plan().drops();
        if (drops.surplus() && cell.kind().isOfOneVersion()
            || drops.deletes() && cell.kind() == Kind.PUT) {
          each.overtaken().add(cell.row());
        }
      }
    }
  }

  private String name() {
    return "f" + names++;
  }

  private void add(ModelFile file) {
    files.put(file.meta().name(), file);
    written += file.cells().size();
  }

  private ModelFile file(FileMeta.Builder builder, List<Cell> cells) {
    long deletes = cells.stream().filter(cell -> cell.kind() != Kind.PUT).count();
    builder.size(cells.size(), cells.size(), deletes);
    if (cells.stream().anyMatch(cell -> cell.kind().isOfOneVersion())) {
      builder.versionDeletes(true);
    }
    TreeSet<Integer> rows = new TreeSet<>();
    cells.forEach(cell -> rows.add(cell.row()));
    if (!rows.isEmpty()) {
      builder.rows(key(rows.first()), key(rows.last()));
    }
    List<Integer> sorted = List.copyOf(rows);
    int step = 1 + sorted.size() / SAMPLES;
    List<byte[]> samples = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i += step) {
      samples.add(key(sorted.get(i)));
    }
    return new ModelFile(builder.samples(samples).keys(keys(cells)).build(), cells);
  }

  /** Anything: an estimate may be wrong. In a store that is measured it is right. */
  private KeySample keys(List<Cell> cells) {
    if (!measured && random.nextInt(4) == 0) {
      return KeySample.UNKNOWN;
    }
    boolean wrong = !measured && random.nextInt(3) == 0;
    KeySample.Collector keys = new KeySample.Collector();
    for (Cell cell : cells) {
      keys.row(new SplittableRandom(wrong ? random.nextInt(9) : cell.row()).nextLong());
      keys.cell(
          0,
          cell.kind() == Kind.PUT
              ? KeySample.Kind.PUT
              : KeySample.Kind.values()[1 + random.nextInt(3)]);
    }
    return keys.sample();
  }

  // --------------------------------------------------------------- compacting

  Set<String> busy() {
    Set<String> busy = new HashSet<>();
    running.forEach(each -> each.plan().inputs().forEach(file -> busy.add(file.name())));
    return busy;
  }

  /** Begins what the planner wants, if it wants anything. */
  Optional<Running> begin(Situation now) {
    Layout layout = layout();
    Optional<Plan> plan = planner.plan(layout, now);
    plan.ifPresent(
        each -> {
          checkPlan(layout, each, now);
          Set<Integer> overtaken = new HashSet<>();
          if (family.keepsDeleted() && now.major()) {
            // Who keeps deleted cells and asks for a major compaction has them counted.
            IntStream.range(0, keys.length).forEach(overtaken::add);
          }
          running.add(new Running(each, outputs(each), overtaken));
        });
    return plan.map(each -> running.get(running.size() - 1));
  }

  private List<ModelFile> outputs(Plan plan) {
    List<List<Cell>> inputs =
        plan.inputs().stream().map(input -> files.get(input.name()).cells()).toList();
    List<Cell> cells = family.compacted(inputs, plan.drops());
    List<ModelFile> outputs = new ArrayList<>();
    int from = 0;
    for (int part = 0; part <= plan.cuts().size(); part++) {
      int to = from;
      while (to < cells.size()
          && (part == plan.cuts().size()
              || Arrays.compareUnsigned(key(cells.get(to).row()), plan.cuts().get(part)) < 0)) {
        to++;
      }
      if (to > from) {
        outputs.add(output(plan, cells.subList(from, to)));
      }
      from = to;
    }
    if (outputs.isEmpty()) {
      outputs.add(output(plan, List.of()));
    }
    return outputs;
  }

  private ModelFile output(Plan plan, List<Cell> cells) {
    long newest = plan.inputs().get(plan.inputs().size() - 1).sequenceId();
    FileMeta.Builder builder = FileMeta.builder(name()).sequenceId(newest);
    if (plan.kind() == Plan.Kind.RUN) {
      return file(builder.run(), cells);
    }
    builder.base();
    ModelFile base = file(builder, cells);
    return plan.drops().deletes()
        ? new ModelFile(builder.size(cells.size(), cells.size(), 0).build(), cells)
        : base;
  }

  void finish(Running done) {
    running.remove(done);
    long newest = newest();
    Map<Integer, List<Cell>> before = measured ? Map.of() : answers();
    Set<String> gone = new HashSet<>();
    for (FileMeta file : done.plan().inputs()) {
      gone.add(file.name());
      gone.addAll(replacedBy.getOrDefault(file.name(), Set.of()));
      files.remove(file.name());
      notArchived.add(file.name());
    }
    done.outputs().forEach(this::add);
    replacedBy.put(done.outputs().get(done.outputs().size() - 1).meta().name(), gone);
    notArchived.removeIf(file -> random.nextInt(4) == 0);
    assertThat(newest()).as("the newest sequence id after %s", done.plan()).isEqualTo(newest);
    if (!measured) {
      assertSame(before, done.overtaken(), done.plan());
    }
  }

  private void assertSame(Map<Integer, List<Cell>> before, Set<Integer> except, Object what) {
    Map<Integer, List<Cell>> after = answers();
    before.keySet().removeAll(except);
    after.keySet().removeAll(except);
    if (!before.equals(after)) {
      Map<Integer, List<Cell>> lost = new TreeMap<>(before);
      lost.entrySet().removeAll(after.entrySet());
      after.entrySet().removeAll(before.entrySet());
      throw new AssertionError(what + " makes " + lost + " to " + after + " in\n" + this);
    }
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

  // ------------------------------------------------------------------- faults

  /** Whatever was being done ends: at random before or between the outputs, inputs all there. */
  void crash() {
    Map<Integer, List<Cell>> before = answers();
    Set<Integer> overtaken = new HashSet<>();
    for (Running each : running) {
      if (random.nextInt(3) > 0) {
        each.outputs().stream().filter(file -> random.nextInt(3) > 0).forEach(this::add);
      }
    }
    reopen();
    assertSame(before, overtaken, "a crash");
  }

  /** Opens the store with some files of whose metadata nobody can read what RLSM adds. */
  void loseInfo() {
    reopen();
    for (ModelFile file : List.copyOf(files.values())) {
      if (random.nextInt(3) == 0) {
        FileMeta.Builder builder =
            FileMeta.builder(file.meta().name())
                .sequenceId(file.meta().sequenceId())
                .versionDeletes(true)
                .reference(file.meta().isReference());
        files.put(file.meta().name(), file(builder, file.cells()));
      }
    }
  }

  /** Goes on as one daughter of a split region: whole files are linked, others referred to. */
  void split(int row, boolean upper) {
    reopen();
    for (ModelFile file : List.copyOf(files.values())) {
      List<Cell> cells = file.cells().stream().filter(cell -> cell.row() >= row == upper).toList();
      if (cells.isEmpty()) {
        files.remove(file.meta().name());
      } else {
        files.put(file.meta().name(), half(file, cells));
      }
    }
  }

  private ModelFile half(ModelFile file, List<Cell> cells) {
    FileMeta meta = file.meta();
    FileMeta.Builder builder =
        FileMeta.builder(meta.name())
            .sequenceId(meta.sequenceId())
            .versionDeletes(meta.mayHoldVersionDeletes())
            .reference(meta.isReference() || cells.size() < file.cells().size());
    if (meta.role() == Role.RUN) {
      builder.run();
    } else if (meta.role() == Role.BASE) {
      builder.base();
    }
    return file(builder, cells);
  }

  /**
   * What is not archived yet is found again, and only what a file in the store names is not used.
   */
  private void reopen() {
    running.clear();
    Set<String> replaced = new HashSet<>();
    files.keySet().forEach(name -> replaced.addAll(replacedBy.getOrDefault(name, Set.of())));
    assertThat(replaced).as("files known to be replaced").containsAll(notArchived);
    notArchived.clear();
    replacedBy.clear();
  }

  // ------------------------------------------------------------------- checks

  private void checkPlan(Layout layout, Plan plan, Situation now) {
    String what = plan.toString();
    assertThat(layout.files()).as(what).containsAll(plan.inputs());
    assertThat(plan.inputs()).as(what).noneMatch(file -> now.busy().contains(file.name()));
    assertThat(plan.inputs()).as(what).containsAll(DropRule.closed(layout, plan.inputs()));
    assertThat(plan.drops())
        .as(what)
        .isEqualTo(DropRule.of(layout, plan.inputs(), family.keepsDeleted(), now.major()));
    assertThat(gains(plan)).as("%s merges nothing", what).isTrue();
    byte[] last = new byte[0];
    for (byte[] cut : plan.cuts()) {
      assertThat(Arrays.compareUnsigned(last, cut)).as(what).isNegative();
      last = cut;
    }
  }

  /** Bases that lie side by side are not rewritten for nothing. */
  private static boolean gains(Plan plan) {
    return plan.kind() == Plan.Kind.RUN
        || Set.of("major", "half files", "delete markers", "small neighbours")
            .contains(plan.reason())
        || plan.inputs().stream().anyMatch(file -> overlapsAnother(plan.inputs(), file));
  }

  private static boolean overlapsAnother(List<FileMeta> files, FileMeta one) {
    return files.stream().anyMatch(other -> other != one && other.overlaps(one));
  }

  private Map<Integer, List<Cell>> answers() {
    return family.read(cells(files.values().stream().map(ModelFile::meta).toList()));
  }

  private List<List<Cell>> cells(Collection<FileMeta> chosen) {
    return chosen.stream()
        .sorted(Comparator.comparingLong(FileMeta::sequenceId))
        .map(meta -> files.get(meta.name()).cells())
        .toList();
  }

  /** All that must hold at any time: who asks the layout for files finds what all files have. */
  void check() {
    Layout layout = layout();
    checkPartitions(layout);
    Map<Integer, List<Cell>> answers = answers();
    for (int row = 0; row < keys.length; row += 1 + keys.length / ROWS_CHECKED) {
      List<FileMeta> chosen = layout.filesIn(KeyRange.closed(key(row), key(row)));
      assertThat(family.read(cells(chosen)).get(row)).isEqualTo(answers.get(row));
    }
  }

  private static void checkPartitions(Layout layout) {
    Set<FileMeta> placed = new HashSet<>(layout.level0());
    KeyRange before = null;
    for (Partition partition : layout.partitions()) {
      if (before != null) {
        assertThat(Arrays.compareUnsigned(before.end(), partition.range().start())).isNotPositive();
      }
      before = partition.range();
      for (FileMeta file : partition.files()) {
        assertThat(placed.add(file)).as("%s has one place", file).isTrue();
        assertThat(before.encloses(file.span().orElseThrow())).isTrue();
      }
      assertThat(partition.depth()).isBetween(1, partition.files().size());
    }
    layout.files().stream().filter(file -> file.span().isEmpty()).forEach(placed::add);
    assertThat(placed).hasSameSizeAs(layout.files());
  }

  /** The oldest file first, for messages. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    files.values().stream()
        .sorted(Comparator.comparingLong(file -> file.meta().sequenceId()))
        .forEach(file -> text.append(file.meta()).append(' ').append(file.cells()).append('\n'));
    return text.toString();
  }
}
