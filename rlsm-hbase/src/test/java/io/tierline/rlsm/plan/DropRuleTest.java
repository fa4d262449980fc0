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
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.plan.ModelFamily.Cell;
import io.tierline.rlsm.plan.ModelFamily.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No compaction that obeys {@link DropRule} changes what a read answers: of all short lives of a
 * store with two compactions at a time, and of many long ones drawn at random.
 *
 * <p>A compaction is any set of files that the rule of age allows, so whatever a planner chooses is
 * among them. An answer may change for one reason only, which HBase has as well: what is written
 * while a compaction runs may take away a version by itself, or be older than a delete marker that
 * the compaction is about to drop.
 */
class DropRuleTest {

  /** A file and its cells. */
  private record File(FileMeta meta, List<Cell> cells) {}

  /** A compaction that is being done; what it drops is settled when it begins. */
  private record Running(
      List<File> inputs, List<File> outputs, DropRule.Drops drops, boolean overtaken) {

    Running overtakenBy(List<Cell> written) {
      boolean changes = false;
      for (Cell cell : written) {
        changes |= drops.surplus() && cell.kind().isOfOneVersion();
        changes |= drops.deletes() && cell.kind() == Kind.PUT;
      }
      return new Running(inputs, outputs, drops, overtaken || changes);
    }
  }

  /** A store at some time. Immutable. */
  private record Store(ModelFamily family, List<File> files, List<Running> running, int written) {

    static Store empty(ModelFamily family) {
      return new Store(family, List.of(), List.of(), 0);
    }

    Store flush(List<Cell> cells) {
      List<File> after = new ArrayList<>(files);
      after.add(file("f" + written, written, cells, FileMeta.builder("f" + written)));
      List<Running> overtaken = running.stream().map(each -> each.overtakenBy(cells)).toList();
      return new Store(family, after, overtaken, written + 1);
    }

    private static File file(String name, long age, List<Cell> cells, FileMeta.Builder builder) {
      int first = cells.stream().mapToInt(Cell::row).min().orElse(0);
      int last = cells.stream().mapToInt(Cell::row).max().orElse(0);
      builder.sequenceId(age).size(cells.size(), cells.size(), 0);
      builder.versionDeletes(cells.stream().anyMatch(cell -> cell.kind().isOfOneVersion()));
      if (!cells.isEmpty()) {
        builder.rows(new byte[] {(byte) first}, new byte[] {(byte) last});
      }
      return new File(builder.build(), cells);
    }

    private Layout layout() {
      return Layout.of(files.stream().map(File::meta).toList());
    }

    /** Begins to compact some files, by their bits; null if the rule of age forbids it. */
    Store begin(int bits) {
      List<File> inputs = new ArrayList<>();
      for (int i = 0; i < files.size(); i++) {
        if ((bits & 1 << i) != 0) {
          inputs.add(files.get(i));
        }
      }
      List<FileMeta> metas = inputs.stream().map(File::meta).toList();
      boolean busy =
          running.stream().anyMatch(each -> each.inputs().stream().anyMatch(inputs::contains));
      if (busy || DropRule.closed(layout(), metas).size() != metas.size()) {
        return null;
      }
      DropRule.Drops drops = DropRule.of(layout(), metas, family.keepsDeleted(), false);
      List<Running> after = new ArrayList<>(running);
      after.add(new Running(inputs, outputs(inputs, drops), drops, false));
      Store begun = new Store(family, files, after, written + 1);
      // Whether it ends at once or later, nobody sees a difference.
      begun.commit(after.size() - 1);
      return begun;
    }

    /** One file for each row, as where a run is cut at the borders of partitions. */
    private List<File> outputs(List<File> inputs, DropRule.Drops drops) {
      List<File> oldestFirst = byAge(inputs);
      List<Cell> cells = family.compacted(cells(oldestFirst), drops);
      long age = oldestFirst.get(oldestFirst.size() - 1).meta().sequenceId();
      List<File> outputs = new ArrayList<>();
      for (int row = 0; row < 2; row++) {
        int each = row;
        List<Cell> part = cells.stream().filter(cell -> cell.row() == each).toList();
        if (!part.isEmpty()) {
          String name = "c" + written + "-" + row;
          outputs.add(file(name, age, part, FileMeta.builder(name).run()));
        }
      }
      return outputs;
    }

    Store commit(int index) {
      Running done = running.get(index);
      List<File> after = new ArrayList<>(files);
      after.removeAll(done.inputs());
      after.addAll(done.outputs());
      List<Running> others = new ArrayList<>(running);
      others.remove(index);
      Store next = new Store(family, after, others, written);
      if (!done.overtaken()) {
        Map<Integer, List<Cell>> before = read();
        Map<Integer, List<Cell>> now = next.read();
        if (!before.equals(now)) {
          throw new AssertionError(family + ": " + before + " becomes " + now + " in " + this);
        }
      }
      return next;
    }

    Map<Integer, List<Cell>> read() {
      return family.read(cells(byAge(files)));
    }

    private static List<File> byAge(List<File> files) {
      return files.stream()
          .sorted(Comparator.comparingLong(file -> file.meta().sequenceId()))
          .toList();
    }

    private static List<List<Cell>> cells(List<File> files) {
      return files.stream().map(File::cells).toList();
    }
  }

  private static Cell cell(int row, Kind kind, long time, int value) {
    return new Cell(row, kind, time, value);
  }

  static Stream<ModelFamily> families() {
    return Stream.of(
        new ModelFamily(1, 0, false, 0),
        new ModelFamily(2, 0, false, 0),
        new ModelFamily(1, 1, false, 10),
        new ModelFamily(2, 1, false, 3),
        new ModelFamily(1, 0, true, 0),
        new ModelFamily(2, 1, true, 3));
  }

  /** Flushes of the lives that are tried; each more makes twenty times as many of them. */
  private static final int FLUSHES = Boolean.getBoolean("tierline.extended") ? 4 : 3;

  /** Every life of one row with a few flushes of one cell and two compactions. */
  @ParameterizedTest
  @MethodSource("families")
  void noOrderOfEventsInOneRowChangesAnAnswer(ModelFamily family) {
    List<List<Cell>> writes = new ArrayList<>();
    for (long time = 1; time <= 3; time++) {
      writes.add(List.of(cell(0, Kind.PUT, time, 0)));
    }
    writes.add(List.of(cell(0, Kind.DELETE_VERSION, 2, 0)));
    writes.add(List.of(cell(0, Kind.DELETE_COLUMN, 2, 0)));
    assertThat(live(Store.empty(family), writes, FLUSHES, 2)).isGreaterThan(1_000);
  }

  /** As above, with files of one row or of two. */
  @ParameterizedTest
  @MethodSource("families")
  void noOrderOfEventsInTwoRowsChangesAnAnswer(ModelFamily family) {
    List<List<Cell>> writes = new ArrayList<>();
    writes.add(List.of(cell(0, Kind.PUT, 2, 0)));
    writes.add(List.of(cell(1, Kind.PUT, 2, 0)));
    writes.add(List.of(cell(0, Kind.PUT, 2, 0), cell(1, Kind.PUT, 2, 0)));
    writes.add(List.of(cell(0, Kind.PUT, 1, 0), cell(1, Kind.DELETE_VERSION, 2, 0)));
    writes.add(List.of(cell(0, Kind.DELETE_FAMILY, 2, 0)));
    assertThat(live(Store.empty(family), writes, FLUSHES, 2)).isGreaterThan(1_000);
  }

  /** All that can happen from here on; the number of events. */
  private static long live(Store store, List<List<Cell>> writes, int flushes, int compactions) {
    long events = 0;
    if (flushes > 0) {
      for (List<Cell> write : writes) {
        List<Cell> cells = new ArrayList<>();
        write.forEach(c -> cells.add(cell(c.row(), c.kind(), c.time(), store.written())));
        events += 1 + live(store.flush(cells), writes, flushes - 1, compactions);
      }
    }
    if (compactions > 0) {
      for (int bits = 1; bits < 1 << store.files().size(); bits++) {
        Store begun = store.begin(bits);
        if (begun != null) {
          events += 1 + live(begun, writes, flushes, compactions - 1);
        }
      }
    }
    for (int i = 0; i < store.running().size(); i++) {
      events += 1 + live(store.commit(i), writes, flushes, compactions);
    }
    return events;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void noLongLifeChangesAnAnswer(long seed) {
    Random random = new Random(seed);
    for (int life = 0; life < 1_000; life++) {
      ModelFamily family =
          new ModelFamily(
              1 + random.nextInt(3),
              random.nextInt(3) == 0 ? 1 : 0,
              random.nextInt(3) == 0,
              random.nextInt(4));
      Store store = Store.empty(family);
      for (int event = 0; event < 40; event++) {
        store = next(store, random);
      }
    }
  }

  private static Store next(Store store, Random random) {
    int what = random.nextInt(10);
    if (what < 4 && store.files().size() < 12) {
      return store.flush(someCells(store.written(), random));
    }
    if (what < 7 && store.running().size() < 2 && !store.files().isEmpty()) {
      Store begun = store.begin(someFiles(store, random));
      return begun == null ? store : begun;
    }
    return store.running().isEmpty() ? store : store.commit(random.nextInt(store.running().size()));
  }

  private static int someFiles(Store store, Random random) {
    Set<FileMeta> wanted = new HashSet<>();
    for (File file : store.files()) {
      if (random.nextInt(3) == 0) {
        wanted.add(file.meta());
      }
    }
    List<FileMeta> closed = DropRule.closed(store.layout(), wanted);
    int bits = 0;
    for (int i = 0; i < store.files().size(); i++) {
      bits |= closed.contains(store.files().get(i).meta()) ? 1 << i : 0;
    }
    return bits == 0 ? 1 : bits;
  }

  private static List<Cell> someCells(int value, Random random) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      Kind kind = random.nextInt(3) == 0 ? Kind.values()[random.nextInt(5)] : Kind.PUT;
      cells.add(cell(random.nextInt(2), kind, 1 + random.nextInt(5), value));
    }
    return cells;
  }

  private static Store written(ModelFamily family, Cell... cells) {
    Store store = Store.empty(family);
    for (Cell cell : cells) {
      store = store.flush(List.of(cell));
    }
    return store;
  }

  private static List<Long> times(Store store) {
    return store.read().getOrDefault(0, List.of()).stream().map(Cell::time).toList();
  }

  /** Two versions wanted, four events: the fold of all but the delete must keep the 4. */
  @Test
  void versionComesUpThatASkippedDeleteOfOneVersionMakesRoomFor() {
    Store store =
        written(
            new ModelFamily(2, 0, false, 0),
            cell(0, Kind.PUT, 4, 0),
            cell(0, Kind.PUT, 6, 1),
            cell(0, Kind.DELETE_VERSION, 6, 2),
            cell(0, Kind.PUT, 8, 3));
    assertThat(times(store)).containsExactly(8L, 4L);
    assertThat(store.begin(0b1011)).as("a set with a gap in age").isNull();
    Store merging = store.begin(0b1100);
    Store both = merging.begin(0b0011);
    assertThat(times(both.commit(1).commit(0))).containsExactly(8L, 4L);
    assertThat(times(both.commit(0).commit(0))).containsExactly(8L, 4L);
  }

  /** One version wanted: put 6, delete version 6, put 4 leaves the row. */
  @Test
  void rowStaysWhoseNewestVersionIsDeleted() {
    Store store =
        written(
            new ModelFamily(1, 0, false, 0),
            cell(0, Kind.PUT, 6, 0),
            cell(0, Kind.DELETE_VERSION, 6, 1),
            cell(0, Kind.PUT, 4, 2));
    for (int bits = 1; bits < 8; bits++) {
      Store begun = store.begin(bits);
      if (begun != null) {
        assertThat(times(begun.commit(0))).as("files " + bits).containsExactly(4L);
      }
    }
  }

  @Test
  void markersGoOnlyWhereNothingIsLeftOutAndVersionsWhereNoneCanComeUp() {
    List<FileMeta> files =
        Arrays.asList(
            meta("a", 1, 0, 9, false),
            meta("b", 2, 5, 9, false),
            meta("c", 3, 0, 1, true),
            meta("d", 4, 7, 9, true));
    Layout layout = Layout.of(files);
    assertThat(DropRule.of(layout, files, false, false)).isEqualTo(new DropRule.Drops(true, true));
    assertThat(DropRule.of(layout, files, true, false)).isEqualTo(new DropRule.Drops(true, false));
    assertThat(DropRule.of(layout, files, true, true)).isEqualTo(new DropRule.Drops(true, true));
    assertThat(DropRule.of(layout, files.subList(1, 2), false, false))
        .isEqualTo(new DropRule.Drops(false, false));
    assertThat(DropRule.of(layout, List.of(files.get(1), files.get(3)), false, false))
        .isEqualTo(new DropRule.Drops(false, true));
    assertThat(DropRule.of(layout, List.of(files.get(2)), false, false))
        .isEqualTo(new DropRule.Drops(false, true));
  }

  @Test
  void fileBetweenTwoInAgeIsTakenAlong() {
    List<FileMeta> files =
        Arrays.asList(
            meta("a", 1, 0, 9, false),
            meta("b", 2, 5, 6, false),
            meta("c", 3, 0, 1, false),
            meta("d", 3, 8, 9, false));
    Layout layout = Layout.of(files);
    assertThat(DropRule.closed(layout, List.of(files.get(0), files.get(2))))
        .containsExactlyElementsOf(files);
    assertThat(DropRule.closed(layout, files.subList(1, 3))).hasSize(2);
    assertThat(DropRule.closed(layout, files.subList(3, 4))).hasSize(1);
    assertThat(DropRule.closed(layout, List.of())).isEmpty();
  }

  private static FileMeta meta(String name, long age, int first, int last, boolean deletes) {
    return FileMeta.builder(name)
        .sequenceId(age)
        .size(1, 1, 0)
        .rows(new byte[] {(byte) first}, new byte[] {(byte) last})
        .versionDeletes(deletes)
        .build();
  }
}
