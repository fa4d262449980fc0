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
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.KeySample;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CompactionPlannerTest {
  private static final long LIMIT = 200;

  /** With this a store of four bases has sixteen flushes, and is not a small one. */
  private static final long SMALL_LIMIT = 100;

  private static final PlannerSettings SETTINGS =
      new PlannerSettings(LIMIT, 1, 16, 8, 3, 16, 2, 0.3, 10, 0, 1, false);

  private final CompactionPlanner planner = new CompactionPlanner(SETTINGS);

  private static byte[] row(int value) {
    return new byte[] {(byte) value};
  }

  private static FileMeta.Builder file(String name, long sequenceId, int first, int last) {
    return FileMeta.builder(name)
        .sequenceId(sequenceId)
        .size(50, 50, 0)
        .keys(keys(1_000 + 50 * Math.abs(name.hashCode() % 1_000_000)))
        .rows(row(first), row(last))
        .samples(IntStream.rangeClosed(first, last).mapToObj(CompactionPlannerTest::row).toList());
  }

  /** The sample of a file of 50 cells. */
  private static KeySample keys(int firstRow) {
    KeySample.Collector keys = new KeySample.Collector();
    for (int row = firstRow; row < firstRow + 50; row++) {
      keys.row(new SplittableRandom(row).nextLong());
      keys.cell(0, KeySample.Kind.PUT);
    }
    return keys.sample();
  }

  private static FileMeta flush(String name, long sequenceId) {
    return file(name, sequenceId, 0, 255).build();
  }

  private static FileMeta run(String name, long sequenceId, int first, int last) {
    return file(name, sequenceId, first, last).run().build();
  }

  private static FileMeta.Builder base(String name, int from, int to) {
    return file(name, 1, from, to - 1).base();
  }

  private static List<FileMeta> bases() {
    List<FileMeta> bases = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      bases.add(base("b" + i, 64 * i, 64 * i + 64).build());
    }
    return bases;
  }

  private static Layout with(List<FileMeta> files, FileMeta... more) {
    List<FileMeta> all = new ArrayList<>(files);
    all.addAll(List.of(more));
    return Layout.of(all, SETTINGS.links());
  }

  private static Situation busy(boolean idle, String... names) {
    return new Situation(Set.of(names), idle, false, partition -> 0);
  }

  private static Situation major(String... busy) {
    return new Situation(Set.of(busy), false, true, partition -> 0);
  }

  private Plan planned(Layout layout, Situation now) {
    Optional<Plan> plan = planner.plan(layout, now);
    assertThat(plan).isPresent();
    return plan.get();
  }

  private static List<String> inputs(Plan plan) {
    return plan.inputs().stream().map(FileMeta::name).toList();
  }

  private static List<Integer> cuts(Plan plan) {
    return plan.cuts().stream().map(cut -> cut[0] & 0xff).toList();
  }

  @Test
  void emptyStoreHasNothingToDo() {
    assertThat(planner.plan(Layout.of(List.of()), Situation.quiet(true))).isEmpty();
    assertThat(planner.plan(Layout.of(List.of()), major())).isEmpty();
    assertThat(planner.settings()).isSameAs(SETTINGS);
  }

  @Test
  void runIsCutAtTheBordersOfPartitions() {
    Layout layout = with(bases(), flush("x", 5), flush("y", 6), flush("z", 7));
    assertThat(planner.plan(with(bases(), flush("x", 5)), Situation.quiet(false))).isEmpty();
    Plan plan = planned(layout, Situation.quiet(false));
    assertThat(plan.kind()).isEqualTo(Plan.Kind.RUN);
    assertThat(inputs(plan)).containsExactly("x", "y", "z");
    assertThat(cuts(plan)).containsExactly(64, 128, 192);
    assertThat(plan.drops()).isEqualTo(new DropRule.Drops(false, true));
  }

  @Test
  void newRowsBesidePartitionsGetFilesOfTheirOwnIfTheyAreMany() {
    FileMeta only = file("b", 1, 100, 110).base().build();
    List<FileMeta> few = new ArrayList<>(List.of(only));
    List<FileMeta> many = new ArrayList<>(List.of(only));
    for (int i = 0; i < 3; i++) {
      few.add(file("f" + i, 5 + i, 100, 111).build());
      many.add(file("f" + i, 5 + i, 80, 250).size(500, 50, 0).build());
    }
    assertThat(cuts(planned(with(few), Situation.quiet(false)))).isEmpty();
    assertThat(cuts(planned(with(many), Situation.quiet(false)))).contains(100, 110).hasSize(4);
  }

  @Test
  void runTakesOnlyWhatIsNewerThanTheRunUnderWay() {
    List<FileMeta> files = bases();
    IntStream.range(0, 12).forEach(i -> files.add(flush("f" + i, 10 + i)));
    Layout layout = with(files);
    assertThat(planner.runFiles(layout)).isEqualTo(7);
    assertThat(inputs(planned(layout, busy(false, "f1", "f4"))))
        .containsExactly("f5", "f6", "f7", "f8", "f9", "f10", "f11");
    assertThat(planner.plan(layout, busy(false, "f1", "f5"))).isEmpty();
  }

  @Test
  void runWaitsAtTheSliceCapForAFold() {
    List<FileMeta> files = bases();
    IntStream.range(0, 7).forEach(i -> files.add(run("r" + i, 2 + i, 0, 9)));
    IntStream.range(0, 12).forEach(i -> files.add(flush("f" + (10 + i), 10 + i)));
    Plan plan = planned(with(files), Situation.quiet(false));
    assertThat(plan.reason()).isEqualTo("slice cap");
    assertThat(inputs(plan)).containsExactly("b0", "r0", "r1", "r2", "r3");
    assertThat(planned(with(files), busy(false, "b0")).kind())
        .as("nothing can be folded")
        .isEqualTo(Plan.Kind.RUN);
  }

  /** What a crash has left of a merge is newer than what was merged. */
  @Test
  void mergeAfterACrashTakesWhatIsOlderAndThenTheRest() {
    List<FileMeta> files = bases();
    IntStream.range(0, 6).forEach(i -> files.add(flush("f" + i, 10 + i)));
    files.add(run("left", 15, 0, 9));
    assertThat(inputs(planned(with(files), Situation.quiet(false))))
        .containsExactly("f0", "f1", "f2", "f3", "f4");
    List<FileMeta> rest = bases();
    rest.add(flush("f5", 15));
    rest.add(run("left", 15, 0, 9));
    Plan plan = planned(with(rest), Situation.quiet(true));
    assertThat(inputs(plan)).containsExactly("f5", "left");
  }

  @Test
  void foldTakesNothingThatIsNewerThanWhatStays() {
    List<FileMeta> files = bases();
    IntStream.range(0, 5).forEach(i -> files.add(run("r" + i, 2 + i, 64, 100)));
    files.add(flush("x", 9));
    files.add(run("newer", 10, 64, 100));
    Plan plan = planned(with(files), busy(false, "x"));
    assertThat(plan.reason()).isEqualTo("slice cap");
    assertThat(inputs(plan)).containsExactly("b1", "r0", "r1", "r2", "r3");
    assertThat(plan.drops()).isEqualTo(new DropRule.Drops(false, true));
  }

  @Test
  void foldsOfDifferentPartitionsAndAMergeGoOnBesideEachOther() {
    List<FileMeta> files = bases();
    IntStream.range(0, 6).forEach(i -> files.add(run("r" + i, 2 + i, 64, 100)));
    IntStream.range(0, 6).forEach(i -> files.add(run("s" + i, 2 + i, 192, 200)));
    files.add(flush("x", 9));
    Plan first = planned(with(files), busy(false, "x"));
    List<String> reserved = new ArrayList<>(inputs(first));
    reserved.add("x");
    Plan second = planned(with(files), busy(false, reserved.toArray(new String[0])));
    assertThat(second.kind()).isEqualTo(Plan.Kind.FOLD);
    assertThat(second.inputs()).doesNotContainAnyElementsOf(first.inputs()).hasSize(5);
  }

  @Test
  void idleStoreMergesLevel0AndFoldsWhatIsDeep() {
    List<FileMeta> large = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      large.add(base("b" + i, 64 * i, 64 * i + 64).size(9 * LIMIT, 50, 0).build());
    }
    Layout layout = with(large, flush("x", 5), flush("y", 6));
    CompactionPlanner fine =
        new CompactionPlanner(new PlannerSettings(LIMIT, 1, 64, 8, 3, 16, 2, 0.3, 10, 0, 1, false));
    assertThat(fine.plan(layout, Situation.quiet(false))).isEmpty();
    Plan merge = fine.plan(layout, Situation.quiet(true)).orElseThrow();
    assertThat(merge.kind()).isEqualTo(Plan.Kind.RUN);
    assertThat(inputs(merge)).containsExactly("x", "y");
    assertThat(fine.plan(layout, busy(true, "x", "y"))).isEmpty();
    List<FileMeta> deep = bases();
    deep.add(run("r", 5, 64, 100));
    deep.add(run("s", 6, 64, 100));
    assertThat(inputs(planned(with(deep), Situation.quiet(true)))).containsExactly("b1", "r");
  }

  @Test
  void idleStoreOfOnePartitionIsFoldedWithItsLevel0() {
    FileMeta only = base("b", 0, 256).build();
    Plan plan = planned(with(List.of(only), flush("x", 5), flush("y", 6)), Situation.quiet(true));
    assertThat(plan.kind()).isEqualTo(Plan.Kind.FOLD);
    assertThat(inputs(plan)).containsExactly("b", "x", "y");
    assertThat(plan.drops()).isEqualTo(new DropRule.Drops(true, true));
  }

  @Test
  void idleStoreThatAddsLittleIsLeftAlone() {
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).keys(keys(0)).build());
    files.add(file("r", 2, 64, 100).run().keys(keys(50)).build());
    assertThat(planner.plan(with(files), Situation.quiet(true))).isEmpty();
    files.set(4, file("r", 2, 64, 100).run().keys(keys(0)).build());
    assertThat(inputs(planned(with(files), Situation.quiet(true)))).containsExactly("b1", "r");
  }

  /** Of the files of a deep partition the newest stay as they are. */
  @Test
  void idleStoreRewritesTheCheapestFiles() {
    List<FileMeta> files = bases();
    files.set(0, base("b0", 0, 64).size(900, 50, 0).build());
    files.set(1, base("b1", 64, 128).keys(keys(0)).build());
    for (int i = 1; i < 5; i++) {
      files.add(file("r" + i, 1 + i, 64, 127).run().keys(keys(50 * i)).build());
    }
    files.set(7, file("r4", 5, 64, 127).run().size(90, 50, 0).keys(keys(200)).build());
    Plan plan = planned(with(files), Situation.quiet(true));
    assertThat(plan.reason()).isEqualTo("idle");
    assertThat(inputs(plan)).containsExactly("b1", "r1", "r2", "r3");
    assertThat(plan.drops()).isEqualTo(new DropRule.Drops(false, true));
  }

  @Test
  void idleStoreIsFoldedWhereReadsHavePaidForItTheMoreTheLessIsNew() {
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).size(900, 50, 0).keys(keys(0)).build());
    files.add(file("r", 2, 64, 100).run().size(450, 50, 0).keys(keys(50)).build());
    assertThat(planner.plan(with(files), paid(true, 4_049))).isEmpty();
    assertThat(inputs(planned(with(files), paid(true, 4_050)))).containsExactly("b1", "r");
    files.set(4, file("r", 2, 64, 100).run().size(100, 50, 0).keys(keys(50)).build());
    assertThat(planner.plan(with(files), paid(true, 9_999))).as("a tenth is new").isEmpty();
    assertThat(inputs(planned(with(files), paid(true, 10_002)))).containsExactly("b1", "r");
    assertThat(planner.plan(with(files), paid(false, Long.MAX_VALUE))).as("not idle").isEmpty();
  }

  /** What a fold for reads has written of the newer files does not keep all from being folded. */
  @Test
  void whatAnIdleStoreHasFoldedOfNewerFilesIsNewBesideALargerOne() {
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).size(400, 50, 0).keys(keys(0)).build());
    files.add(file("c1", 3, 64, 127).base().size(600, 50, 0).keys(keys(50)).build());
    assertThat(planner.plan(with(files), paid(true, 2_999))).isEmpty();
    assertThat(inputs(planned(with(files), paid(true, 3_000)))).containsExactly("b1", "c1");
    assertThat(planner.plan(with(files), paid(false, 1_000))).as("not idle").isEmpty();
  }

  @Test
  void partitionIsFoldedWhenReadsHavePaidForItAndEnoughIsNew() {
    Situation scanned =
        new Situation(
            Set.of(), false, false, p -> p.range().contains(row(70)) ? Long.MAX_VALUE : 0);
    List<FileMeta> files = bases();
    files.add(run("r", 5, 64, 100));
    assertThat(planned(with(files), scanned).reason()).isEqualTo("reads");
    files.set(1, base("b1", 64, 128).size(110, 50, 0).build());
    assertThat(planner.plan(with(files), scanned)).as("less than half is new").isEmpty();
  }

  @Test
  void newerFilesAreFoldedWithoutTheOldestWhenReadsHavePaidForThem() {
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).size(5_000, 50, 0).build());
    files.add(file("r", 5, 64, 100).run().size(150, 50, 0).build());
    files.add(file("s", 6, 64, 100).run().size(150, 50, 0).build());
    assertThat(planner.plan(with(files), paid(false, 300))).as("half is in one").isEmpty();
    assertThat(inputs(planned(with(files), paid(true, 900)))).containsExactly("r", "s");
    files.add(file("t", 7, 64, 100).run().size(75, 50, 0).build());
    assertThat(planner.plan(with(files), paid(false, 374))).isEmpty();
    assertThat(inputs(planned(with(files), paid(false, 375)))).containsExactly("r", "s", "t");
    files.set(6, file("t", 7, 64, 100).run().size(74, 50, 0).build());
    assertThat(planner.plan(with(files), paid(false, 375))).as("more than two fifths").isEmpty();
  }

  private static Situation paid(boolean idle, long bytes) {
    return new Situation(Set.of(), idle, false, partition -> bytes);
  }

  @Test
  void level0IsMergedBeforeItMakesARunWhereReadsHavePaidForIt() {
    List<FileMeta> files = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      files.add(base("b" + i, 64 * i, 64 * i + 64).size(5_000, 50, 0).build());
      files.add(file("r" + i, 5, 64 * i, 64 * i + 60).run().size(400, 50, 0).build());
    }
    files.add(file("x", 10, 0, 255).size(50, 50, 0).build());
    files.add(file("y", 11, 0, 255).size(50, 50, 0).build());
    assertThat(planner.plan(with(files), paidLevel0(1_000))).as("two files").isEmpty();
    files.add(file("z", 12, 0, 255).size(50, 50, 0).build());
    assertThat(planner.plan(with(files), paidLevel0(149))).isEmpty();
    Plan plan = planned(with(files), paidLevel0(150));
    assertThat(inputs(plan)).containsExactly("x", "y", "z");
    assertThat(plan.kind()).isEqualTo(Plan.Kind.RUN);
  }

  /** The debt of reads is carried on until the oldest file is gone. */
  @Test
  void whatReadsHavePaidForLevel0IsNotSpentTwiceWhileItsMergeRuns() {
    CompactionPlanner uncapped =
        new CompactionPlanner(
            new PlannerSettings(LIMIT, 1, 16, 128, 3, 16, 2, 0.3, 10, 0, 1, false));
    List<FileMeta> files = bases();
    for (String name : List.of("x", "y", "z", "u", "v", "w")) {
      files.add(flush(name, 5 + files.size()));
    }
    Situation merging = new Situation(Set.of("x", "y", "z"), false, false, partition -> 0, 150);
    assertThat(uncapped.plan(with(files), merging)).isEmpty();
  }

  private static Situation paidLevel0(long bytes) {
    return new Situation(Set.of(), false, false, partition -> 0, bytes);
  }

  @Test
  void supersededBytesDoNotWaitUntilTheStoreIsIdle() {
    CompactionPlanner tight =
        new CompactionPlanner(
            new PlannerSettings(SMALL_LIMIT, 1, 4, 8, 6, 16, 2, 0.3, 0.5, 0, 1, false));
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).keys(keys(0)).build());
    files.add(file("r", 5, 64, 127).run().keys(keys(0)).build());
    assertThat(tight.plan(with(files), Situation.quiet(false))).isEmpty();
    files.add(file("s", 6, 64, 127).run().keys(keys(0)).build());
    Plan plan = tight.plan(with(files), Situation.quiet(false)).orElseThrow();
    assertThat(plan.reason()).isEqualTo("space");
    assertThat(inputs(plan)).containsExactly("b1", "r", "s");
    assertThat(plan.drops().surplus()).isTrue();
    files.add(file("v", 9, 0, 255).versionDeletes(true).build());
    assertThat(tight.plan(with(files), Situation.quiet(false)))
        .as("a fold could not drop them")
        .isEmpty();
    files.remove(files.size() - 1);
    files.set(4, run("r", 5, 64, 127));
    files.set(5, run("s", 6, 64, 127));
    assertThat(tight.plan(with(files), Situation.quiet(false)))
        .as("the samples say that nothing is superseded")
        .isEmpty();
  }

  /** Level 0 is merged for space, but not a few flushes of it beside a merge of the others. */
  /** A file of a run that lay across a new border would join what a fold beside it has cut. */
  @Test
  void runOfAnOverwrittenStoreIsSmallAndCutWhereTheNextFoldWillCut() {
    CompactionPlanner tight =
        new CompactionPlanner(
            new PlannerSettings(SMALL_LIMIT, 1, 16, 8, 6, 16, 2, 0.3, 0.5, 0, 1, false));
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).keys(keys(0)).build());
    files.add(file("r", 5, 64, 127).run().keys(keys(0)).build());
    files.add(file("s", 6, 64, 127).run().keys(keys(0)).build());
    files.add(flush("x", 7));
    assertThat(inputs(tight.plan(with(files), Situation.quiet(false)).orElseThrow()))
        .as("a third of six files make a run")
        .containsExactly("b1", "r", "s");
    files.add(flush("y", 8));
    Plan run = tight.plan(with(files), Situation.quiet(false)).orElseThrow();
    assertThat(inputs(run)).containsExactly("x", "y");
    CompactionPlanner ofMore =
        new CompactionPlanner(
            new PlannerSettings(16 * LIMIT, 1, 16, 8, 6, 16, 2, 0.3, 0.5, 0, 1, false));
    assertThat(ofMore.plan(with(files), Situation.quiet(false)))
        .as("in a small store two make no run, and a third is superseded before it is folded")
        .isEmpty();
    Plan fold = tight.plan(with(files), busy(false, "x", "y")).orElseThrow();
    assertThat(inputs(fold)).containsExactly("b1", "r", "s");
    assertThat(cuts(fold)).isNotEmpty().allMatch(row -> row > 64 && row < 128);
    assertThat(cuts(run)).contains(64, 128, 192).containsAll(cuts(fold));
  }

  /** Cutting flushes for the partitions first would cost as much as writing all that is live. */
  @Test
  void overwrittenStoreOfLessThanTwoFlushesIsFoldedAsAWhole() {
    CompactionPlanner young =
        new CompactionPlanner(
            new PlannerSettings(16 * LIMIT, 1, 16, 8, 3, 16, 2, 0.3, 0.5, 0, 1, false));
    List<FileMeta> files = new ArrayList<>();
    files.add(base("b0", 0, 128).keys(keys(0)).build());
    files.add(base("b1", 128, 256).keys(keys(50)).build());
    files.add(file("x", 5, 0, 255).keys(keys(0)).build());
    assertThat(young.plan(with(files), Situation.quiet(false)))
        .as("half as much is superseded as is live")
        .isEmpty();
    files.add(file("y", 6, 0, 255).keys(keys(0)).build());
    Plan plan = young.plan(with(files), Situation.quiet(false)).orElseThrow();
    assertThat(plan.reason()).isEqualTo("space");
    assertThat(inputs(plan)).containsExactly("b0", "b1", "x", "y");
    assertThat(young.plan(with(files), busy(false, "x"))).as("one at a time").isEmpty();
    files.add(file("z", 4, 0, 255).size(1, 1, 0).versionDeletes(true).build());
    CompactionPlanner keeping =
        new CompactionPlanner(
            new PlannerSettings(16 * LIMIT, 1, 16, 8, 6, 16, 2, 0.3, 0.5, 0, 1, true));
    assertThat(keeping.plan(with(files), Situation.quiet(false)))
        .as("a fold could not drop what deletes of one version may bring up")
        .isEmpty();
  }

  @Test
  void firstCompactionOfAStoreGivesItItsBorders() {
    List<FileMeta> files = new ArrayList<>();
    for (String name : List.of("a", "x", "y", "z")) {
      files.add(flush(name, files.size()));
    }
    assertThat(with(files).level0()).as("the first is a partition").hasSize(3);
    Plan plan = planner.plan(with(files), Situation.quiet(false)).orElseThrow();
    assertThat(inputs(plan)).containsExactly("a", "x", "y", "z");
    assertThat(plan.kind()).isEqualTo(Plan.Kind.FOLD);
    assertThat(plan.cuts()).hasSize(3);
    files.set(0, file("a", 0, 0, 255).size(151, 151, 0).build());
    assertThat(inputs(planner.plan(with(files), Situation.quiet(false)).orElseThrow()))
        .as("what was loaded in bulk is not rewritten for a few flushes")
        .containsExactly("x", "y", "z");
  }

  /** What Level 0 has superseded is too much, but a fold would find none of it. */
  @Test
  void partitionOfWhichLittleIsSupersededIsNotFoldedForWhatLevel0HasSuperseded() {
    CompactionPlanner tight =
        new CompactionPlanner(
            new PlannerSettings(LIMIT, 1, 4, 8, 12, 16, 2, 0.3, 0.5, 0, 1, false));
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).keys(keys(0)).build());
    files.add(file("r", 5, 64, 127).run().keys(keys(40)).build());
    for (int i = 0; i < 3; i++) {
      files.add(file("f" + i, 6 + i, 0, 255).keys(keys(0)).build());
    }
    assertThat(tight.plan(with(files), busy(false, "f0", "f1", "f2"))).isEmpty();
    files.add(file("s", 5, 64, 126).run().keys(keys(0)).build());
    assertThat(inputs(tight.plan(with(files), busy(false, "f0", "f1", "f2")).orElseThrow()))
        .containsExactly("b1", "r", "s");
  }

  @Test
  void supersededBytesInLevel0WaitForTheMergeThatRuns() {
    CompactionPlanner tight =
        new CompactionPlanner(
            new PlannerSettings(LIMIT, 1, 4, 8, 12, 16, 2, 0.3, 0.2, 0, 1, false));
    List<FileMeta> files = bases();
    for (int i = 0; i < 3; i++) {
      files.add(file("f" + i, 5 + i, 0, 255).keys(keys(0)).build());
    }
    Plan plan = tight.plan(with(files), Situation.quiet(false)).orElseThrow();
    assertThat(plan.reason()).isEqualTo("space");
    assertThat(inputs(plan)).containsExactly("f0", "f1", "f2");
    for (int i = 3; i < 5; i++) {
      files.add(file("f" + i, 5 + i, 0, 255).keys(keys(0)).build());
    }
    assertThat(tight.plan(with(files), busy(false, "f0", "f1", "f2"))).isEmpty();
  }

  /** As beside files that were loaded in bulk. */
  @Test
  void supersededBytesThatMustStayDoNotKeepOthers() {
    CompactionPlanner tight =
        new CompactionPlanner(
            new PlannerSettings(SMALL_LIMIT, 1, 4, 8, 6, 16, 2, 0.3, 0.5, 0, 1, false));
    List<FileMeta> files = bases();
    files.set(0, base("b0", 0, 64).keys(keys(0)).build());
    files.add(file("q", 5, 0, 63).run().keys(keys(0)).build());
    files.set(1, base("b1", 64, 128).keys(keys(50)).build());
    files.add(file("r", 6, 64, 127).run().keys(keys(50)).build());
    files.add(file("s", 7, 64, 127).run().keys(keys(50)).build());
    Plan first = tight.plan(with(files), Situation.quiet(false)).orElseThrow();
    assertThat(inputs(first)).as("the worst").containsExactly("b1", "r", "s");
    files.add(file("v", 9, 70, 130).versionDeletes(true).build());
    Plan plan = tight.plan(with(files), Situation.quiet(false)).orElseThrow();
    assertThat(plan.reason()).isEqualTo("space");
    assertThat(inputs(plan)).containsExactly("b0", "q");
  }

  /** Whoever flushes waits for the plan. */
  @Test
  void manyFilesInOnePartitionTakeNoTime() {
    List<FileMeta> files = new ArrayList<>();
    files.add(base("b", 0, 256).size(20_000_000, 50, 0).build());
    for (int i = 0; i < 2_000; i++) {
      int first = i % 120 * 2;
      files.add(file("f" + i, 2 + i, first, first + 1).run().build());
    }
    Layout layout = with(files);
    assertThat(layout.partitions()).singleElement().matches(partition -> partition.depth() == 18);
    CompactionPlanner fewer =
        new CompactionPlanner(
            new PlannerSettings(LIMIT, 1, 16, 128, 3, 16, 6, 100, 100, 0, 1, false));
    Plan plan =
        assertTimeoutPreemptively(
            Duration.ofSeconds(20),
            () -> fewer.plan(layout, Situation.quiet(true)).orElseThrow(),
            "a plan of " + files.size() + " files");
    assertThat(plan.reason()).isEqualTo("idle");
    assertThat(plan.inputs()).doesNotContain(files.get(0)).hasSizeBetween(1_400, 1_600);
  }

  @Test
  void youngStoreDoesOneThingAtATimeUnlessFlushesPileUp() {
    List<FileMeta> files = new ArrayList<>(List.of(base("b", 0, 256).build()));
    for (int i = 0; i < 15; i++) {
      files.add(file("f" + i, 5 + i, 0, 255).size(1, 50, 0).build());
    }
    assertThat(planner.plan(with(files), busy(false))).isPresent();
    assertThat(planner.plan(with(files), busy(false, "b"))).isEmpty();
    files.add(file("g", 30, 0, 255).size(1, 50, 0).build());
    Plan plan = planned(with(files), busy(false, "b"));
    assertThat(plan.kind()).isEqualTo(Plan.Kind.RUN);
    assertThat(plan.inputs()).hasSize(16);
  }

  @Test
  void partitionThatHasOutgrownTheOthersIsCut() {
    List<FileMeta> files = bases();
    for (int i = 0; i < 3; i++) {
      files.add(file("r" + i, 5 + i, 64, 127).size(150, 10, 0).run().build());
    }
    Plan plan = planned(with(files), Situation.quiet(false));
    assertThat(plan.reason()).isEqualTo("grown");
    assertThat(inputs(plan)).containsExactly("b1", "r0", "r1", "r2");
    assertThat(plan.cuts()).hasSize(3);
  }

  /** One of two is always more than half of the store. */
  @Test
  void theTwoPartitionsThatARegionSplitLeavesOfFourAreNotFoldedForThat() {
    List<FileMeta> halves =
        List.of(
            base("b0", 0, 128).size(20, 50, 0).build(),
            base("b1", 128, 256).size(20, 50, 0).build(),
            file("r0", 5, 0, 127).size(100, 50, 0).run().build(),
            run("r1", 6, 128, 255));
    assertThat(planner.plan(with(halves), Situation.quiet(false))).isEmpty();
    assertThat(planner.plan(with(halves), Situation.quiet(true))).isEmpty();
    FileMeta more = file("s0", 7, 0, 127).size(150, 50, 0).run().build();
    Plan plan = planned(with(halves, more), Situation.quiet(false));
    assertThat(plan.reason()).isEqualTo("grown");
    assertThat(inputs(plan)).containsExactly("b0", "r0", "s0");
  }

  @Test
  void emptyFileGoesWithOthersThatAreNotOlder() {
    FileMeta older = FileMeta.builder("older").sequenceId(6).build();
    FileMeta newer = FileMeta.builder("newer").sequenceId(9).build();
    Layout layout = with(bases(), flush("x", 5), flush("y", 6), flush("z", 7), older, newer);
    assertThat(inputs(planned(layout, Situation.quiet(false))))
        .containsExactly("x", "older", "y", "z");
  }

  @Test
  void deleteMarkersOfABaseAloneArePurged() {
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).size(50, 50, 40).build());
    Plan plan = planned(with(files), Situation.quiet(true));
    assertThat(plan.reason()).isEqualTo("delete markers");
    assertThat(inputs(plan)).containsExactly("b1");
    assertThat(plan.drops().deletes()).isTrue();
    assertThat(planner.plan(with(files, flush("x", 5)), Situation.quiet(true)))
        .as("a file that stays may need them")
        .isEmpty();
    CompactionPlanner keeping =
        new CompactionPlanner(new PlannerSettings(LIMIT, 1, 16, 8, 3, 16, 2, 0.3, 10, 0, 1, true));
    assertThat(keeping.plan(with(files), Situation.quiet(true))).isEmpty();
  }

  @Test
  void halfFilesAreRewrittenFirst() {
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).reference(true).build());
    Layout layout = with(files, flush("x", 5), flush("y", 6), flush("z", 7));
    Plan plan = planned(layout, Situation.quiet(false));
    assertThat(plan.reason()).isEqualTo("half files");
    assertThat(inputs(plan)).containsExactly("b1");
  }

  @Test
  void whoAsksIsGivenAMergeOfFewerFilesThanARun() {
    Layout layout = with(bases(), flush("x", 5), flush("y", 6));
    assertThat(planner.plan(layout, Situation.quiet(false))).isEmpty();
    assertThat(inputs(planner.asked(layout, Situation.quiet(false)).orElseThrow()))
        .containsExactly("x", "y");
    assertThat(planner.asked(with(bases(), flush("x", 5)), Situation.quiet(false))).isEmpty();
  }

  /** As HBase's TestFromClientSide3.testAdvancedConfigOverride expects of a minor compaction. */
  @Test
  void whoAsksForASmallStoreIsGivenOneFile() {
    PlannerSettings large = PlannerSettings.defaults(1 << 20);
    Layout layout = Layout.of(List.of(flush("x", 5), flush("y", 6), flush("z", 7)), large.links());
    CompactionPlanner ours = new CompactionPlanner(large);
    Plan plan = ours.asked(layout, Situation.quiet(true)).orElseThrow();
    assertThat(plan.kind()).isEqualTo(Plan.Kind.FOLD);
    assertThat(inputs(plan)).containsExactly("x", "y", "z");
    assertThat(plan.cuts()).isEmpty();
    Situation busy = busy(true, "x");
    assertThat(ours.asked(layout, busy).filter(other -> inputs(other).contains("x"))).isEmpty();
  }

  /** After a merge of regions all files are half files. */
  @Test
  void halfFilesOfNeighboursAreRewrittenInOneGo() {
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).reference(true).build());
    files.set(2, base("b2", 128, 192).reference(true).build());
    Plan plan = planned(with(files), Situation.quiet(false));
    assertThat(plan.reason()).isEqualTo("half files");
    assertThat(inputs(plan)).containsExactly("b1", "b2");
  }

  @Test
  void halfFilesOfLevel0AreMerged() {
    FileMeta half = file("x", 5, 0, 255).reference(true).build();
    Plan plan = planned(with(bases(), half, flush("y", 6)), Situation.quiet(false));
    assertThat(inputs(plan)).containsExactly("x");
    assertThat(cuts(plan)).containsExactly(64, 128, 192);
  }

  @Test
  void emptyHalfFileIsGivenUpToo() {
    FileMeta empty = FileMeta.builder("e").sequenceId(9).reference(true).build();
    assertThat(inputs(planned(with(bases(), empty), Situation.quiet(false)))).containsExactly("e");
  }

  @Test
  void majorCompactionTakesEverythingAndWaitsForWhatIsBusy() {
    Layout layout = with(bases(), flush("x", 5));
    assertThat(planned(layout, major()).inputs()).hasSize(5);
    assertThat(planned(layout, major()).drops()).isEqualTo(new DropRule.Drops(true, true));
    assertThat(planner.plan(layout, major("x"))).isEmpty();
  }

  /** Small partitions are for what is overwritten, and it has nothing of that any more. */
  @Test
  void majorCompactionOfASmallStoreWritesOneFile() {
    FileMeta one = file("a", 1, 0, 255).run().keys(keys(0)).build();
    FileMeta other = file("b", 2, 0, 255).run().keys(keys(0)).build();
    assertThat(planner.partitionLimit(with(List.of(one, other)))).isLessThan(LIMIT / 4);
    assertThat(planned(with(List.of(one, other)), major()).cuts()).isEmpty();
  }

  @Test
  void whatSomebodyElseHasChosenIsTakenAsItIs() {
    Layout layout = with(bases(), flush("x", 5), flush("y", 6));
    Plan plan = planner.forced(layout, layout.files().subList(4, 6));
    assertThat(inputs(plan)).containsExactly("x", "y");
    assertThat(plan.drops().deletes()).isFalse();
    assertThat(cuts(plan)).containsExactly(64, 128, 192);
  }

  @Test
  void smallNeighboursAreMergedWhereThereAreTooMany() {
    List<FileMeta> files = new ArrayList<>();
    for (int i = 0; i < 128; i++) {
      int bytes = i == 64 ? 1 : i == 63 ? 198 : 4;
      files.add(base("b" + i, 2 * i, 2 * i + 2).size(bytes, 10, 0).build());
    }
    Plan plan = planned(with(files), Situation.quiet(false));
    assertThat(plan.reason()).isEqualTo("small neighbours");
    assertThat(inputs(plan)).hasSize(50).contains("b64", "b113").doesNotContain("b63");
    assertThat(planner.plan(with(files.subList(0, 96)), Situation.quiet(false))).isEmpty();
  }

  @Test
  void partitionsFollowTheSizeOfTheStore() {
    assertThat(planner.partitionLimit(with(bases()))).isEqualTo(LIMIT);
    FileMeta large = file("l", 1, 0, 200).size(4_000, 10, 0).build();
    assertThat(planner.partitionLimit(with(List.of(large)))).isEqualTo(1_000);
    assertThat(with(bases()).partitions()).extracting(Partition::bytes).containsOnly(50L);
  }

  @Test
  void planConsumesSomething() {
    assertThatThrownBy(
            () ->
                new Plan(
                    Plan.Kind.FOLD,
                    List.of(),
                    List.of(),
                    new DropRule.Drops(false, false),
                    0,
                    "test"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void settingsAreChecked() {
    PlannerSettings defaults = PlannerSettings.defaults(128 << 20);
    assertThat(defaults.partitionBytes()).isEqualTo(1L << 30);
    assertRefused("partitionBytes", 0, 1, 2, 2, 2, 1, 0.1, 0.1);
    assertRefused("partitions", 1, 0, 2, 2, 2, 1, 0.1, 0.1);
    assertRefused("slicesMax", 1, 1, 1, 2, 2, 1, 0.1, 0.1);
    assertRefused("runFilesMin", 1, 1, 2, 1, 2, 1, 0.1, 0.1);
    assertRefused("runFilesMax", 1, 1, 2, 3, 2, 1, 0.1, 0.1);
    assertRefused("idleSources", 1, 1, 2, 2, 2, 0, 0.1, 0.1);
    assertRefused("idleSpace", 1, 1, 2, 2, 2, 1, 0, 0.1);
    assertRefused("loadSpace", 1, 1, 2, 2, 2, 1, 0.1, 0);
    assertThatThrownBy(() -> new PlannerSettings(1, 1, 1, 2, 2, 2, 1, 0.1, 0.1, 0, 0, false))
        .hasMessage("versions is 0");
  }

  private static void assertRefused(
      String what, int bytes, int parts, int cap, int min, int max, int idle, double a, double b) {
    assertThatThrownBy(
            () -> new PlannerSettings(bytes, 1, parts, cap, min, max, idle, a, b, 0, 1, false))
        .hasMessageStartingWith(what + " is ");
  }
}
