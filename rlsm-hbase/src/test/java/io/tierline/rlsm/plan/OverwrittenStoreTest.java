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
import static io.tierline.rlsm.plan.PlannerFiles.SMALL_LIMIT;
import static io.tierline.rlsm.plan.PlannerFiles.base;
import static io.tierline.rlsm.plan.PlannerFiles.bases;
import static io.tierline.rlsm.plan.PlannerFiles.busy;
import static io.tierline.rlsm.plan.PlannerFiles.cuts;
import static io.tierline.rlsm.plan.PlannerFiles.file;
import static io.tierline.rlsm.plan.PlannerFiles.flush;
import static io.tierline.rlsm.plan.PlannerFiles.inputs;
import static io.tierline.rlsm.plan.PlannerFiles.keys;
import static io.tierline.rlsm.plan.PlannerFiles.run;
import static io.tierline.rlsm.plan.PlannerFiles.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.layout.FileMeta;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is done about superseded bytes while a store is written to. */
class OverwrittenStoreTest {
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

  /** Level 0 is merged for space, but not a few flushes of it beside a merge of the others. */
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
}
