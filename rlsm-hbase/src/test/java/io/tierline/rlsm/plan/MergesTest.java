/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import static io.tierline.rlsm.plan.PlannerFiles.LIMIT;
import static io.tierline.rlsm.plan.PlannerFiles.PLANNER;
import static io.tierline.rlsm.plan.PlannerFiles.base;
import static io.tierline.rlsm.plan.PlannerFiles.bases;
import static io.tierline.rlsm.plan.PlannerFiles.busy;
import static io.tierline.rlsm.plan.PlannerFiles.cuts;
import static io.tierline.rlsm.plan.PlannerFiles.file;
import static io.tierline.rlsm.plan.PlannerFiles.flush;
import static io.tierline.rlsm.plan.PlannerFiles.inputs;
import static io.tierline.rlsm.plan.PlannerFiles.planned;
import static io.tierline.rlsm.plan.PlannerFiles.run;
import static io.tierline.rlsm.plan.PlannerFiles.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is merged of Level 0, when, and where it is cut. */
class MergesTest {
  @Test
  void runIsCutAtTheBordersOfPartitions() {
    Layout layout = with(bases(), flush("x", 5), flush("y", 6), flush("z", 7));
    assertThat(PLANNER.plan(with(bases(), flush("x", 5)), Situation.quiet(false))).isEmpty();
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
    assertThat(PLANNER.runFiles(layout)).isEqualTo(7);
    assertThat(inputs(planned(layout, busy(false, "f1", "f4"))))
        .containsExactly("f5", "f6", "f7", "f8", "f9", "f10", "f11");
    assertThat(PLANNER.plan(layout, busy(false, "f1", "f5"))).isEmpty();
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
  void level0IsMergedBeforeItMakesARunWhereReadsHavePaidForIt() {
    List<FileMeta> files = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      files.add(base("b" + i, 64 * i, 64 * i + 64).size(5_000, 50, 0).build());
      files.add(file("r" + i, 5, 64 * i, 64 * i + 60).run().size(400, 50, 0).build());
    }
    files.add(file("x", 10, 0, 255).size(50, 50, 0).build());
    files.add(file("y", 11, 0, 255).size(50, 50, 0).build());
    assertThat(PLANNER.plan(with(files), paidLevel0(1_000))).as("two files").isEmpty();
    files.add(file("z", 12, 0, 255).size(50, 50, 0).build());
    assertThat(PLANNER.plan(with(files), paidLevel0(149))).isEmpty();
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

  @Test
  void emptyFileGoesWithOthersThatAreNotOlder() {
    FileMeta older = FileMeta.builder("older").sequenceId(6).build();
    FileMeta newer = FileMeta.builder("newer").sequenceId(9).build();
    Layout layout = with(bases(), flush("x", 5), flush("y", 6), flush("z", 7), older, newer);
    assertThat(inputs(planned(layout, Situation.quiet(false))))
        .containsExactly("x", "older", "y", "z");
  }

  @Test
  void halfFilesOfLevel0AreMerged() {
    FileMeta half = file("x", 5, 0, 255).reference(true).build();
    Plan plan = planned(with(bases(), half, flush("y", 6)), Situation.quiet(false));
    assertThat(inputs(plan)).containsExactly("x");
    assertThat(cuts(plan)).containsExactly(64, 128, 192);
  }

  @Test
  void whatSomebodyElseHasChosenIsTakenAsItIs() {
    Layout layout = with(bases(), flush("x", 5), flush("y", 6));
    Plan plan = PLANNER.forced(layout, layout.files().subList(4, 6));
    assertThat(inputs(plan)).containsExactly("x", "y");
    assertThat(plan.drops().deletes()).isFalse();
    assertThat(cuts(plan)).containsExactly(64, 128, 192);
  }

  private static Situation paidLevel0(long bytes) {
    return new Situation(Set.of(), false, false, partition -> 0, bytes);
  }
}
