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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.KeyRange;
import io.tierline.rlsm.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CompactionPlannerTest {
  private static final long LIMIT = 100;

  private static final PlannerSettings SETTINGS = new PlannerSettings(LIMIT, 4, 8, 3, 16, 2, 0.3);

  private final CompactionPlanner planner = new CompactionPlanner(SETTINGS);

  private static byte[] row(int value) {
    return new byte[] {(byte) value};
  }

  private static FileMeta.Builder file(String name, long sequenceId, int first, int last) {
    return FileMeta.builder(name)
        .sequenceId(sequenceId)
        .size(50, 50, 0)
        .rows(row(first), row(last))
        .samples(IntStream.rangeClosed(first, last).mapToObj(CompactionPlannerTest::row).toList());
  }

  private static FileMeta flush(String name, long sequenceId) {
    return file(name, sequenceId, 0, 255).build();
  }

  private static FileMeta.Builder base(String name, int from, int to, String... absorbed) {
    byte[] end = to < 256 ? row(to) : new byte[0];
    byte[] start = from > 0 ? row(from) : new byte[0];
    return file(name, 1, from, to - 1).base(KeyRange.of(start, end), Set.of(absorbed));
  }

  private static List<FileMeta> bases(String... absorbed) {
    List<FileMeta> bases = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      bases.add(base("b" + i, 64 * i, 64 * i + 64, absorbed).build());
    }
    return bases;
  }

  private static Layout with(List<FileMeta> files, FileMeta... more) {
    List<FileMeta> all = new ArrayList<>(files);
    all.addAll(List.of(more));
    return Layout.of(all, 4);
  }

  private static Situation busy(boolean idle, String... names) {
    return new Situation(Set.of(names), false, idle, false, partition -> 0, 1);
  }

  private static Situation folding(String... names) {
    return new Situation(Set.of(names), true, true, false, partition -> 0, 1);
  }

  private static List<String> names(List<FileMeta> files) {
    return files.stream().map(FileMeta::name).toList();
  }

  @Test
  void emptyStoreHasNothingToDo() {
    assertThat(planner.plan(Layout.of(List.of()), Situation.quiet(true))).isEmpty();
    Situation major = new Situation(Set.of(), false, false, true, partition -> 0, 1);
    assertThat(planner.plan(Layout.of(List.of()), major)).isEmpty();
    assertThat(planner.settings()).isSameAs(SETTINGS);
  }

  @Test
  void firstFlushesSetTheFirstRanges() {
    Layout two = Layout.of(List.of(flush("a", 1), flush("b", 2)));
    assertThat(planner.plan(two, Situation.quiet(false))).isEmpty();
    FileMeta empty = FileMeta.builder("empty").sequenceId(4).build();
    Layout three = Layout.of(List.of(flush("a", 1), flush("b", 2), flush("c", 3), empty));
    Plan plan = planner.plan(three, Situation.quiet(false)).orElseThrow();
    assertThat(plan.reason()).isEqualTo("first ranges");
    assertThat(plan.range()).isEqualTo(KeyRange.ALL);
    assertThat(names(plan.consumed())).containsExactly("a", "b", "c", "empty");
    assertThat(plan.cuts()).hasSize(1);
    assertThat(plan.dropDeletes()).isTrue();
  }

  @Test
  void firstRangesWaitForWhatIsBusy() {
    Layout three = Layout.of(List.of(flush("a", 1), flush("b", 2), flush("c", 3)));
    assertThat(planner.plan(three, busy(true, "a"))).isEmpty();
  }

  @Test
  void runTakesLevel0AndNothingElse() {
    Layout layout = with(bases(), flush("x", 5), flush("y", 6), flush("z", 7));
    Plan plan = planner.plan(layout, Situation.quiet(false)).orElseThrow();
    assertThat(plan.kind()).isEqualTo(Plan.Kind.RUN);
    assertThat(names(plan.inputs())).containsExactly("x", "y", "z");
    assertThat(plan.dropDeletes()).isFalse();
  }

  @Test
  void runTakesOnlyWhatIsNewerThanTheRunUnderWay() {
    List<FileMeta> files = bases();
    IntStream.range(0, 9).forEach(i -> files.add(flush("f" + i, 10 + i)));
    Layout layout = with(files);
    assertThat(planner.runFiles(layout)).isEqualTo(4);
    assertThat(names(planner.plan(layout, busy(false, "f1", "f4")).orElseThrow().inputs()))
        .containsExactly("f5", "f6", "f7", "f8");
    assertThat(planner.plan(layout, busy(false, "f1", "f5"))).isEmpty();
  }

  @Test
  void runWaitsAtTheSliceCap() {
    List<FileMeta> files = bases();
    IntStream.range(0, 7).forEach(i -> files.add(file("r" + i, 5, 0, 255).run().build()));
    IntStream.range(0, 12).forEach(i -> files.add(flush("f" + (10 + i), 10 + i)));
    Layout layout = with(files);
    assertThat(layout.maxSlices()).isEqualTo(7);
    assertThat(planner.plan(layout, Situation.quiet(false)).orElseThrow().kind())
        .isEqualTo(Plan.Kind.RUN);
    Plan besideARun = planner.plan(layout, busy(false, "f10", "f11", "f12")).orElseThrow();
    assertThat(besideARun.reason()).isEqualTo("slice cap");
    assertThat(names(besideARun.inputs())).noneMatch(name -> name.startsWith("f"));
  }

  @Test
  void idleStoreIsFoldedUnlessAllItsSourcesAreBusy() {
    Layout layout = with(bases(), flush("x", 5), flush("y", 6));
    assertThat(planner.plan(layout, Situation.quiet(false))).isEmpty();
    assertThat(planner.plan(layout, Situation.quiet(true)).orElseThrow().reason())
        .isEqualTo("idle");
    assertThat(planner.plan(layout, busy(true, "x", "y"))).isEmpty();
  }

  @Test
  void idleStoreThatAddsLittleIsLeftAlone() {
    Layout layout = with(bases(), flush("x", 5));
    Situation allNew = new Situation(Set.of(), false, true, false, partition -> 0, 0);
    assertThat(planner.plan(layout, allNew)).isEmpty();
  }

  @Test
  void foldIsPlannedBesideARunButNotBesideAFold() {
    FileMeta run = file("r", 5, 0, 255).size(500, 50, 0).run().build();
    Layout layout = with(bases(), run, flush("x", 6));
    assertThat(planner.plan(layout, busy(true, "x"))).isPresent();
    assertThat(planner.plan(layout, folding("x"))).isEmpty();
    assertThat(planner.plan(layout, busy(true, "b0"))).isEmpty();
    assertThat(planner.plan(layout, folding("b0"))).isEmpty();
  }

  @Test
  void partitionIsFoldedWhenScansHavePaidForIt() {
    Layout layout = with(bases(), flush("x", 5));
    Situation scanned =
        new Situation(
            Set.of(),
            false,
            false,
            false,
            p -> p.range().contains(row(70)) ? Long.MAX_VALUE : 0,
            1);
    Plan plan = planner.plan(layout, scanned).orElseThrow();
    assertThat(plan.reason()).isEqualTo("scans");
    assertThat(plan.range()).isEqualTo(KeyRange.of(row(64), row(128)));
    assertThat(names(plan.inputs())).containsExactlyInAnyOrder("b1", "x");
    assertThat(names(plan.consumed())).containsExactly("b1");
    assertThat(plan.absorbed()).containsExactly("x");
    assertThat(plan.dropDeletes()).isFalse();
  }

  @Test
  void busyFileKeepsDeleteMarkersOfItsRange() {
    List<FileMeta> files = bases();
    files.add(file("r", 5, 70, 80).run().build());
    Situation scanned = new Situation(Set.of("x"), false, false, false, p -> Long.MAX_VALUE, 1);
    FileMeta elsewhere = file("x", 6, 0, 9).build();
    FileMeta here = file("x", 6, 0, 100).build();
    assertThat(planner.plan(with(files, elsewhere), scanned).orElseThrow().dropDeletes()).isTrue();
    assertThat(planner.plan(with(files, here), scanned).orElseThrow().dropDeletes()).isFalse();
  }

  @Test
  void emptyFileStopsNobodyFromDroppingDeleteMarkers() {
    FileMeta empty = FileMeta.builder("e").sequenceId(9).build();
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).size(50, 50, 40).build());
    Plan plan = planner.plan(with(files, empty), Situation.quiet(true)).orElseThrow();
    assertThat(plan.reason()).isEqualTo("delete markers");
    assertThat(plan.dropDeletes()).isTrue();
    assertThat(names(plan.consumed())).containsExactlyInAnyOrder("b1", "e");
  }

  @Test
  void deleteMarkersThatMustStayAreNotPurgedAgain() {
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).size(50, 50, 40).purged(true).build());
    assertThat(planner.plan(with(files), Situation.quiet(true))).isEmpty();
  }

  @Test
  void deleteMarkersStayWhileAnotherFileMayNeedThem() {
    List<FileMeta> files = bases("r");
    files.set(1, base("b1", 64, 128, "r").size(50, 50, 40).build());
    files.set(2, base("b2", 128, 192).build());
    FileMeta run = file("r", 1, 0, 255).size(4, 50, 0).run().build();
    Situation allNew = new Situation(Set.of(), false, true, false, partition -> 0, 0);
    assertThat(planner.plan(with(files, run), allNew)).isEmpty();
  }

  @Test
  void supersededBytesOfAnIdleStoreAreGivenUp() {
    List<FileMeta> files = bases("r");
    files.set(2, base("b2", 128, 192).build());
    FileMeta run = file("r", 1, 0, 255).size(500, 50, 0).run().build();
    Situation allNew = new Situation(Set.of(), false, true, false, partition -> 0, 0);
    Plan plan = planner.plan(with(files, run), allNew).orElseThrow();
    assertThat(plan.reason()).isEqualTo("space");
    assertThat(names(plan.consumed())).containsExactly("b2", "r");
  }

  /** By itself a file cannot go: no output would name it, and after a crash it would be back. */
  @Test
  void deadFilesGoWithTheSmallestPartitionOfAnIdleStore() {
    FileMeta dead = file("r", 1, 0, 255).run().build();
    List<FileMeta> files = bases("r");
    files.set(2, base("b2", 128, 192, "r").size(10, 10, 0).build());
    assertThat(planner.plan(with(files, dead), Situation.quiet(false))).isEmpty();
    Plan plan = planner.plan(with(files, dead), Situation.quiet(true)).orElseThrow();
    assertThat(plan.kind()).isEqualTo(Plan.Kind.FOLD);
    assertThat(names(plan.inputs())).containsExactly("b2");
    assertThat(names(plan.consumed())).containsExactlyInAnyOrder("b2", "r");
    FileMeta newest = file("r", 200, 0, 255).run().build();
    assertThat(planner.plan(with(files, newest), Situation.quiet(true))).isEmpty();
    assertThat(planner.plan(with(files, dead), busy(true, "r"))).isEmpty();
  }

  @Test
  void deadHalfFilesGoAtOnce() {
    FileMeta dead = file("r", 1, 0, 255).run().reference(true).build();
    Plan plan = planner.plan(with(bases("r"), dead), Situation.quiet(false)).orElseThrow();
    assertThat(plan.inputs()).hasSize(1);
    assertThat(names(plan.consumed())).contains("r").hasSize(2);
  }

  @Test
  void halfFilesAreFoldedFirst() {
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).reference(true).build());
    Plan plan = planner.plan(with(files), Situation.quiet(false)).orElseThrow();
    assertThat(plan.reason()).isEqualTo("half files");
    assertThat(plan.range()).isEqualTo(KeyRange.of(row(64), row(128)));
  }

  @Test
  void emptyHalfFileIsGivenUpToo() {
    FileMeta empty = FileMeta.builder("e").sequenceId(9).reference(true).build();
    Plan plan = planner.plan(with(bases(), empty), Situation.quiet(false)).orElseThrow();
    assertThat(names(plan.consumed())).contains("e");
  }

  @Test
  void majorCompactionTakesEverythingAndWaitsForWhatIsBusy() {
    Layout layout = with(bases(), flush("x", 5));
    Plan plan =
        planner
            .plan(layout, new Situation(Set.of(), false, false, true, partition -> 0, 1))
            .orElseThrow();
    assertThat(plan.consumed()).hasSize(5);
    assertThat(planner.plan(layout, new Situation(Set.of("x"), false, false, true, p -> 0, 1)))
        .isEmpty();
  }

  @Test
  void partitionThatGrowsFromInsideIsCut() {
    List<FileMeta> files = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      files.add(base("b" + i, 16 * i, 16 * i + 16).build());
    }
    for (int i = 0; i < 3; i++) {
      FileMeta.Builder flush = file("f" + i, 5 + i, 65, 70);
      files.add(flush.size(LIMIT * 12, 10, 0).build());
    }
    Plan plan = planner.plan(with(files), Situation.quiet(false)).orElseThrow();
    assertThat(plan.reason()).isEqualTo("grown");
    assertThat(plan.range()).isEqualTo(KeyRange.of(row(64), row(80)));
    assertThat(plan.cuts()).isNotEmpty();
    assertThat(plan.dropDeletes()).isTrue();
  }

  @Test
  void smallNeighboursAreMergedWhereThereAreTooMany() {
    List<FileMeta> files = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      int bytes = i == 8 ? 5 : i == 7 ? 90 : 30;
      files.add(base("b" + i, 16 * i, 16 * i + 16).size(bytes, 10, 0).build());
    }
    Plan plan = planner.plan(with(files), Situation.quiet(false)).orElseThrow();
    assertThat(plan.reason()).isEqualTo("small neighbours");
    assertThat(names(plan.consumed())).containsExactlyInAnyOrder("b8", "b9", "b10", "b11", "b12");
    assertThat(planner.plan(with(files.subList(0, 12)), Situation.quiet(false))).isEmpty();
  }

  /** A range without a base gives nothing up by itself; its neighbour does. */
  @Test
  void foldIsWidenedToNeighboursUntilAFileIsGivenUp() {
    List<FileMeta> files = bases();
    files.remove(2);
    files.add(file("r", 5, 0, 255).run().build());
    FoldBuilder folds = new FoldBuilder(with(files), Set.of(), LIMIT);
    Optional<Plan> plan = folds.fold(KeyRange.of(row(128), row(192)), false, "test");
    assertThat(plan.orElseThrow().range()).isEqualTo(KeyRange.of(row(64), new byte[0]));
    assertThat(names(plan.get().consumed())).containsExactlyInAnyOrder("b1", "b3");
  }

  @Test
  void planGivesSomethingUp() {
    assertThatThrownBy(
            () ->
                new Plan(
                    Plan.Kind.FOLD,
                    KeyRange.ALL,
                    List.of(),
                    List.of(),
                    List.of(),
                    Set.of(),
                    false,
                    0,
                    "test"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void settingsAreChecked() {
    PlannerSettings defaults = PlannerSettings.defaults(128 << 20);
    assertThat(defaults.partitionBytes()).isEqualTo(120 << 20);
    assertThatThrownBy(() -> new PlannerSettings(0, 1, 2, 2, 2, 1, 0.1)).hasMessageContaining("0");
    assertThatThrownBy(() -> new PlannerSettings(1, 0, 2, 2, 2, 1, 0.1)).hasMessageContaining("0");
    assertThatThrownBy(() -> new PlannerSettings(1, 1, 1, 2, 2, 1, 0.1)).hasMessageContaining("1");
    assertThatThrownBy(() -> new PlannerSettings(1, 1, 2, 1, 2, 1, 0.1)).hasMessageContaining("1");
    assertThatThrownBy(() -> new PlannerSettings(1, 1, 2, 3, 2, 1, 0.1)).hasMessageContaining("2");
    assertThatThrownBy(() -> new PlannerSettings(1, 1, 2, 2, 2, 0, 0.1)).hasMessageContaining("0");
    assertThatThrownBy(() -> new PlannerSettings(1, 1, 2, 2, 2, 1, 0)).hasMessageContaining("0.0");
  }
}
