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
import static io.tierline.rlsm.plan.PlannerFiles.file;
import static io.tierline.rlsm.plan.PlannerFiles.flush;
import static io.tierline.rlsm.plan.PlannerFiles.inputs;
import static io.tierline.rlsm.plan.PlannerFiles.keys;
import static io.tierline.rlsm.plan.PlannerFiles.paid;
import static io.tierline.rlsm.plan.PlannerFiles.planned;
import static io.tierline.rlsm.plan.PlannerFiles.run;
import static io.tierline.rlsm.plan.PlannerFiles.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.Layout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a store does that has nothing else to do. */
class IdleStoreTest {
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
    assertThat(PLANNER.plan(with(files), Situation.quiet(true))).isEmpty();
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
    assertThat(PLANNER.plan(with(files), paid(true, 4_049))).isEmpty();
    assertThat(inputs(planned(with(files), paid(true, 4_050)))).containsExactly("b1", "r");
    files.set(4, file("r", 2, 64, 100).run().size(100, 50, 0).keys(keys(50)).build());
    assertThat(PLANNER.plan(with(files), paid(true, 9_999))).as("a tenth is new").isEmpty();
    assertThat(inputs(planned(with(files), paid(true, 10_002)))).containsExactly("b1", "r");
    assertThat(PLANNER.plan(with(files), paid(false, Long.MAX_VALUE))).as("not idle").isEmpty();
  }

  /** What a fold for reads has written of the newer files does not keep all from being folded. */
  @Test
  void whatAnIdleStoreHasFoldedOfNewerFilesIsNewBesideALargerOne() {
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).size(400, 50, 0).keys(keys(0)).build());
    files.add(file("c1", 3, 64, 127).base().size(600, 50, 0).keys(keys(50)).build());
    assertThat(PLANNER.plan(with(files), paid(true, 2_999))).isEmpty();
    assertThat(inputs(planned(with(files), paid(true, 3_000)))).containsExactly("b1", "c1");
    assertThat(PLANNER.plan(with(files), paid(false, 1_000))).as("not idle").isEmpty();
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
  void deleteMarkersOfABaseAloneArePurged() {
    List<FileMeta> files = bases();
    files.set(1, base("b1", 64, 128).size(50, 50, 40).build());
    Plan plan = planned(with(files), Situation.quiet(true));
    assertThat(plan.reason()).isEqualTo("delete markers");
    assertThat(inputs(plan)).containsExactly("b1");
    assertThat(plan.drops().deletes()).isTrue();
    assertThat(PLANNER.plan(with(files, flush("x", 5)), Situation.quiet(true)))
        .as("a file that stays may need them")
        .isEmpty();
    CompactionPlanner keeping =
        new CompactionPlanner(new PlannerSettings(LIMIT, 1, 16, 8, 3, 16, 2, 0.3, 10, 0, 1, true));
    assertThat(keeping.plan(with(files), Situation.quiet(true))).isEmpty();
  }
}
