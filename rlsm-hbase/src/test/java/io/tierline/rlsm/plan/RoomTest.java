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
import io.tierline.rlsm.layout.KeySample;
import io.tierline.rlsm.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** When flushes and merges wait for space, and which thread compacts. */
class RoomTest {
  private static final long FLUSH = 100;
  private static final long CELL = 10;

  private final CompactionPlanner planner = planner(1.85);

  /** Ten flushes are live in the base, which the run has half superseded. */
  private final FileMeta base = file("base", 0, 0, 100).base().build();

  private final FileMeta run = file("run", 1, 0, 50).run().build();
  private final FileMeta apart = file("apart", 2, 200, 210).base().build();
  private final Layout store = Layout.of(List.of(base, run, apart));

  private static CompactionPlanner planner(double blockingSpace) {
    return new CompactionPlanner(
        new PlannerSettings(8 * FLUSH, 1, 4, 8, 3, 8, 2, 0.3, 0.45, blockingSpace, 1, false));
  }

  private static boolean isFull(Layout layout, double most, String... busy) {
    return planner(most).isFull(layout, Set.of(busy));
  }

  /** A file with one cell in each row. */
  private static FileMeta.Builder file(String name, long sequenceId, int from, int to) {
    KeySample.Collector keys = new KeySample.Collector();
    for (int row = from; row < to; row++) {
      keys.row(new SplittableRandom(row).nextLong());
      keys.cell(0, KeySample.Kind.PUT);
    }
    return FileMeta.builder(name)
        .sequenceId(sequenceId)
        .size((to - from) * CELL, to - from, 0)
        .keys(keys.sample())
        .rows(new byte[] {(byte) from}, new byte[] {(byte) (to - 1)});
  }

  @Test
  void whatCompactionsWriteCountsAsWellAsTheFiles() {
    // 1,600 bytes, 1,100 of them live; a fold of what is superseded writes 1,000 more.
    assertThat(isFull(store, 2.3, "base", "run")).isTrue();
    assertThat(isFull(store, 2.4, "base", "run")).isFalse();
    // Of a merge nothing is known to go: 500.
    assertThat(isFull(store, 1.9, "run")).isTrue();
    assertThat(isFull(store, 2, "run")).isFalse();
  }

  @Test
  void nobodyWaitsWhereNothingWillFreeSpace() {
    assertThat(isFull(store, 1.1)).isFalse();
    assertThat(isFull(store, 0, "base", "run")).as("switched off").isFalse();
  }

  /** As while an operator has everything rewritten. */
  @Test
  void nobodyWaitsWhereLittleIsSuperseded() {
    Layout fresh = Layout.of(List.of(base, file("run", 1, 0, 40).run().build()));
    assertThat(isFull(fresh, 1.85, "base", "run")).isFalse();
  }

  @Test
  void nobodyWaitsInASmallStore() {
    Layout small =
        Layout.of(
            List.of(file("base", 0, 0, 99).base().build(), file("run", 1, 0, 99).run().build()));
    assertThat(isFull(small, 1.85, "base", "run")).isFalse();
    Layout larger =
        Layout.of(
            List.of(file("base", 0, 0, 100).base().build(), file("run", 1, 0, 100).run().build()));
    assertThat(isFull(larger, 1.85, "base", "run")).isTrue();
  }

  @Test
  void aMergeWaitsForAFoldWhereThereIsNoRoomForBoth() {
    Situation folding = new Situation(Set.of("base", "run"), false, false, p -> 0, Long.MAX_VALUE);
    assertThat(planner.plan(written(run), folding)).isEmpty();
    FileMeta little = file("run", 1, 0, 40).run().build();
    assertThat(planner.plan(written(little), folding).orElseThrow().kind())
        .isEqualTo(Plan.Kind.RUN);
  }

  private Layout written(FileMeta run) {
    List<FileMeta> files = new ArrayList<>(List.of(base, run, apart));
    for (int i = 3; i < 6; i++) {
      files.add(file("flush" + i, i, 90, 204).size(5 * CELL, 5, 0).keys(KeySample.UNKNOWN).build());
    }
    Layout layout = Layout.of(files);
    assertThat(layout.level0()).hasSize(3);
    return layout;
  }

  private static Plan plan(Plan.Kind kind, FileMeta input) {
    return new Plan(
        kind, List.of(input), List.of(), new DropRule.Drops(true, true), input.bytes(), "a test");
  }

  @Test
  void aSmallFoldBesideAnotherOneTakesTheThreadOfMerges() {
    Plan fold = plan(Plan.Kind.FOLD, apart);
    assertThat(planner.isLong(store, Set.of(), fold)).isTrue();
    assertThat(planner.isLong(store, Set.of("base", "run"), fold)).isFalse();
    Plan large = plan(Plan.Kind.FOLD, base);
    assertThat(planner.isLong(store, Set.of("apart"), large)).as("longer than a merge").isTrue();
    assertThat(planner.isLong(store, Set.of(), plan(Plan.Kind.RUN, base))).isFalse();
  }

  @Test
  void aFoldBesideAMergeIsLong() {
    FileMeta flush = file("flush", 3, 0, 255).build();
    Layout written = Layout.of(List.of(base, run, apart, flush));
    assertThat(written.level0()).containsExactly(flush);
    assertThat(planner.isLong(written, Set.of("flush"), plan(Plan.Kind.FOLD, apart))).isTrue();
  }
}
