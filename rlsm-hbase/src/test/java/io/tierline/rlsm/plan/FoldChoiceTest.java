/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import static io.tierline.rlsm.plan.PlannerFiles.PLANNER;
import static io.tierline.rlsm.plan.PlannerFiles.base;
import static io.tierline.rlsm.plan.PlannerFiles.bases;
import static io.tierline.rlsm.plan.PlannerFiles.busy;
import static io.tierline.rlsm.plan.PlannerFiles.file;
import static io.tierline.rlsm.plan.PlannerFiles.flush;
import static io.tierline.rlsm.plan.PlannerFiles.inputs;
import static io.tierline.rlsm.plan.PlannerFiles.paid;
import static io.tierline.rlsm.plan.PlannerFiles.planned;
import static io.tierline.rlsm.plan.PlannerFiles.row;
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

/** Which partitions are folded in a store that is written to, and with what. */
class FoldChoiceTest {
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
  void partitionIsFoldedWhenReadsHavePaidForItAndEnoughIsNew() {
    Situation scanned =
        new Situation(
            Set.of(), false, false, p -> p.range().contains(row(70)) ? Long.MAX_VALUE : 0);
    List<FileMeta> files = bases();
    files.add(run("r", 5, 64, 100));
    assertThat(planned(with(files), scanned).reason()).isEqualTo("reads");
    files.set(1, base("b1", 64, 128).size(110, 50, 0).build());
    assertThat(PLANNER.plan(with(files), scanned)).as("less than half is new").isEmpty();
  }

  @Test
  void newerFilesAreFoldedWithoutTheOldestWhenReadsHavePaidForThem() {
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).size(5_000, 50, 0).build());
    files.add(file("r", 5, 64, 100).run().size(150, 50, 0).build());
    files.add(file("s", 6, 64, 100).run().size(150, 50, 0).build());
    assertThat(PLANNER.plan(with(files), paid(false, 300))).as("half is in one").isEmpty();
    assertThat(inputs(planned(with(files), paid(true, 900)))).containsExactly("r", "s");
    files.add(file("t", 7, 64, 100).run().size(75, 50, 0).build());
    assertThat(PLANNER.plan(with(files), paid(false, 374))).isEmpty();
    assertThat(inputs(planned(with(files), paid(false, 375)))).containsExactly("r", "s", "t");
    files.set(6, file("t", 7, 64, 100).run().size(74, 50, 0).build());
    assertThat(PLANNER.plan(with(files), paid(false, 375))).as("more than two fifths").isEmpty();
  }

  @Test
  void firstCompactionOfAStoreGivesItItsBorders() {
    List<FileMeta> files = new ArrayList<>();
    for (String name : List.of("a", "x", "y", "z")) {
      files.add(flush(name, files.size()));
    }
    assertThat(with(files).level0()).as("the first is a partition").hasSize(3);
    Plan plan = PLANNER.plan(with(files), Situation.quiet(false)).orElseThrow();
    assertThat(inputs(plan)).containsExactly("a", "x", "y", "z");
    assertThat(plan.kind()).isEqualTo(Plan.Kind.FOLD);
    assertThat(plan.cuts()).hasSize(3);
    files.set(0, file("a", 0, 0, 255).size(151, 151, 0).build());
    assertThat(inputs(PLANNER.plan(with(files), Situation.quiet(false)).orElseThrow()))
        .as("what was loaded in bulk is not rewritten for a few flushes")
        .containsExactly("x", "y", "z");
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
    assertThat(PLANNER.plan(with(halves), Situation.quiet(false))).isEmpty();
    assertThat(PLANNER.plan(with(halves), Situation.quiet(true))).isEmpty();
    FileMeta more = file("s0", 7, 0, 127).size(150, 50, 0).run().build();
    Plan plan = planned(with(halves, more), Situation.quiet(false));
    assertThat(plan.reason()).isEqualTo("grown");
    assertThat(inputs(plan)).containsExactly("b0", "r0", "s0");
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
  void emptyHalfFileIsGivenUpToo() {
    FileMeta empty = FileMeta.builder("e").sequenceId(9).reference(true).build();
    assertThat(inputs(planned(with(bases(), empty), Situation.quiet(false)))).containsExactly("e");
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
    assertThat(PLANNER.plan(with(files.subList(0, 96)), Situation.quiet(false))).isEmpty();
  }
}
