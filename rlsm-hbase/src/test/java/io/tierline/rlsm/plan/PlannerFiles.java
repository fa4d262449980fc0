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
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Files of a store of four partitions, and what a planner makes of them. */
final class PlannerFiles {
  static final long LIMIT = 200;

  /** With this a store of four bases has sixteen flushes, and is not a small one. */
  static final long SMALL_LIMIT = 100;

  static final PlannerSettings SETTINGS =
      new PlannerSettings(LIMIT, 1, 16, 8, 3, 16, 2, 0.3, 10, 0, 1, false);

  static final CompactionPlanner PLANNER = new CompactionPlanner(SETTINGS);

  private PlannerFiles() {}

  static byte[] row(int value) {
    return new byte[] {(byte) value};
  }

  static FileMeta.Builder file(String name, long sequenceId, int first, int last) {
    return FileMeta.builder(name)
        .sequenceId(sequenceId)
        .size(50, 50, 0)
        .keys(keys(1_000 + 50 * Math.abs(name.hashCode() % 1_000_000)))
        .rows(row(first), row(last))
        .samples(IntStream.rangeClosed(first, last).mapToObj(PlannerFiles::row).toList());
  }

  /** The sample of a file of 50 cells. */
  static KeySample keys(int firstRow) {
    KeySample.Collector keys = new KeySample.Collector();
    for (int row = firstRow; row < firstRow + 50; row++) {
      keys.row(new SplittableRandom(row).nextLong());
      keys.cell(0, KeySample.Kind.PUT);
    }
    return keys.sample();
  }

  static FileMeta flush(String name, long sequenceId) {
    return file(name, sequenceId, 0, 255).build();
  }

  static FileMeta run(String name, long sequenceId, int first, int last) {
    return file(name, sequenceId, first, last).run().build();
  }

  static FileMeta.Builder base(String name, int from, int to) {
    return file(name, 1, from, to - 1).base();
  }

  static List<FileMeta> bases() {
    List<FileMeta> bases = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      bases.add(base("b" + i, 64 * i, 64 * i + 64).build());
    }
    return bases;
  }

  static Layout with(List<FileMeta> files, FileMeta... more) {
    List<FileMeta> all = new ArrayList<>(files);
    all.addAll(List.of(more));
    return Layout.of(all, SETTINGS.links());
  }

  static Situation busy(boolean idle, String... names) {
    return new Situation(Set.of(names), idle, false, partition -> 0);
  }

  static Situation major(String... busy) {
    return new Situation(Set.of(busy), false, true, partition -> 0);
  }

  static Plan planned(Layout layout, Situation now) {
    Optional<Plan> plan = PLANNER.plan(layout, now);
    assertThat(plan).isPresent();
    return plan.get();
  }

  static List<String> inputs(Plan plan) {
    return plan.inputs().stream().map(FileMeta::name).toList();
  }

  static List<Integer> cuts(Plan plan) {
    return plan.cuts().stream().map(cut -> cut[0] & 0xff).toList();
  }

  static Situation paid(boolean idle, long bytes) {
    return new Situation(Set.of(), idle, false, partition -> bytes);
  }
}
