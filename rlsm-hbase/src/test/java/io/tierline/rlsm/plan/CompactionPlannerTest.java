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
import static io.tierline.rlsm.plan.PlannerFiles.SETTINGS;
import static io.tierline.rlsm.plan.PlannerFiles.base;
import static io.tierline.rlsm.plan.PlannerFiles.bases;
import static io.tierline.rlsm.plan.PlannerFiles.busy;
import static io.tierline.rlsm.plan.PlannerFiles.file;
import static io.tierline.rlsm.plan.PlannerFiles.flush;
import static io.tierline.rlsm.plan.PlannerFiles.inputs;
import static io.tierline.rlsm.plan.PlannerFiles.keys;
import static io.tierline.rlsm.plan.PlannerFiles.major;
import static io.tierline.rlsm.plan.PlannerFiles.planned;
import static io.tierline.rlsm.plan.PlannerFiles.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.Layout;
import io.tierline.rlsm.layout.Partition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an operator asks for, how many things are done at a time, and what planners are told. */
class CompactionPlannerTest {
  @Test
  void emptyStoreHasNothingToDo() {
    assertThat(PLANNER.plan(Layout.of(List.of()), Situation.quiet(true))).isEmpty();
    assertThat(PLANNER.plan(Layout.of(List.of()), major())).isEmpty();
    assertThat(PLANNER.settings()).isSameAs(SETTINGS);
  }

  @Test
  void youngStoreDoesOneThingAtATimeUnlessFlushesPileUp() {
    List<FileMeta> files = new ArrayList<>(List.of(base("b", 0, 256).build()));
    for (int i = 0; i < 15; i++) {
      files.add(file("f" + i, 5 + i, 0, 255).size(1, 50, 0).build());
    }
    assertThat(PLANNER.plan(with(files), busy(false))).isPresent();
    assertThat(PLANNER.plan(with(files), busy(false, "b"))).isEmpty();
    files.add(file("g", 30, 0, 255).size(1, 50, 0).build());
    Plan plan = planned(with(files), busy(false, "b"));
    assertThat(plan.kind()).isEqualTo(Plan.Kind.RUN);
    assertThat(plan.inputs()).hasSize(16);
  }

  @Test
  void whoAsksIsGivenAMergeOfFewerFilesThanARun() {
    Layout layout = with(bases(), flush("x", 5), flush("y", 6));
    assertThat(PLANNER.plan(layout, Situation.quiet(false))).isEmpty();
    assertThat(inputs(PLANNER.asked(layout, Situation.quiet(false)).orElseThrow()))
        .containsExactly("x", "y");
    assertThat(PLANNER.asked(with(bases(), flush("x", 5)), Situation.quiet(false))).isEmpty();
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

  /** As HBase's TestRegionObserverScannerOpenHook expects of flushes without a common row. */
  @Test
  void aTinyStoreIsMadeOneFileUnasked() {
    PlannerSettings large = PlannerSettings.defaults(100);
    CompactionPlanner ours = new CompactionPlanner(large);
    FileMeta one = file("x", 5, 0, 9).size(33, 10, 0).build();
    FileMeta two = file("y", 6, 10, 19).size(33, 10, 0).build();
    FileMeta tiny = file("z", 7, 20, 29).size(34, 10, 0).build();
    FileMeta small = file("z", 7, 20, 29).size(35, 10, 0).build();
    Layout layout = Layout.of(List.of(one, two, tiny), large.links());
    Plan plan = ours.plan(layout, Situation.quiet(false)).orElseThrow();
    assertThat(plan.kind()).isEqualTo(Plan.Kind.FOLD);
    assertThat(inputs(plan)).containsExactly("x", "y", "z");
    assertThat(plan.cuts()).isEmpty();
    assertThat(ours.plan(layout, busy(false, "x"))).isEmpty();
    assertThat(ours.plan(layout.with(List.of(one, two)), Situation.quiet(false))).isEmpty();
    assertThat(ours.plan(layout.with(List.of(one, two, small)), Situation.quiet(false))).isEmpty();
  }

  @Test
  void majorCompactionTakesEverythingAndWaitsForWhatIsBusy() {
    Layout layout = with(bases(), flush("x", 5));
    assertThat(planned(layout, major()).inputs()).hasSize(5);
    assertThat(planned(layout, major()).drops()).isEqualTo(new DropRule.Drops(true, true));
    assertThat(PLANNER.plan(layout, major("x"))).isEmpty();
  }

  /** Small partitions are for what is overwritten, and it has nothing of that any more. */
  @Test
  void majorCompactionOfASmallStoreWritesOneFile() {
    FileMeta one = file("a", 1, 0, 255).run().keys(keys(0)).build();
    FileMeta other = file("b", 2, 0, 255).run().keys(keys(0)).build();
    assertThat(PLANNER.partitionLimit(with(List.of(one, other)))).isLessThan(LIMIT / 4);
    assertThat(planned(with(List.of(one, other)), major()).cuts()).isEmpty();
  }

  @Test
  void partitionsFollowTheSizeOfTheStore() {
    assertThat(PLANNER.partitionLimit(with(bases()))).isEqualTo(LIMIT);
    FileMeta large = file("l", 1, 0, 200).size(4_000, 10, 0).build();
    assertThat(PLANNER.partitionLimit(with(List.of(large)))).isEqualTo(1_000);
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
