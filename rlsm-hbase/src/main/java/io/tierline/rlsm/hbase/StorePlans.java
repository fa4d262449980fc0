/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.plan.CompactionPlanner;
import io.tierline.rlsm.plan.Plan;
import io.tierline.rlsm.plan.Situation;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * What a store would compact. HBase asks whether there is something after each flush and each
 * compaction, the chore asks every second, and what was found is asked for again when a compaction
 * is selected: as long as nothing has changed, the last answer holds. Thread-safe.
 */
final class StorePlans {

  /** Reads that have paid one byte in so many of the store more do not change a plan. */
  private static final int DEBT_STEPS = 64;

  private final CompactionPlanner planner;
  private volatile Answer last;
  private volatile boolean isByOthers;

  StorePlans(CompactionPlanner planner) {
    this.planner = planner;
  }

  private record Answer(
      StoreState state,
      List<HStoreFile> compacting,
      boolean idle,
      boolean major,
      long debtSteps,
      Optional<Plan> plan) {

    boolean holds(
        StoreState now, List<HStoreFile> compactingNow, boolean idleNow, boolean majorNow) {
      return state == now
          && idle == idleNow
          && major == majorNow
          && debtSteps == stepsOf(now)
          && compacting.equals(compactingNow);
    }
  }

  /** What is to be compacted now. */
  Optional<Plan> chosen(
      StoreState state, List<HStoreFile> compacting, boolean idle, boolean major) {
    isByOthers = false;
    return plan(state, compacting, idle, major);
  }

  /** What a store would compact now. */
  Optional<Plan> plan(StoreState state, List<HStoreFile> compacting, boolean idle, boolean major) {
    Answer known = last;
    if (known == null || !known.holds(state, compacting, idle, major)) {
      // Reads may pay more while the plan is made: then the next to ask has it made again.
      long debt = stepsOf(state);
      Optional<Plan> plan = planner.plan(state.layout(), situation(state, compacting, idle, major));
      known = new Answer(state, List.copyOf(compacting), idle, major, debt, plan);
      last = known;
    }
    return known.plan();
  }

  /**
   * Whether flushes should wait, for a compaction that runs or is due to free space. By what was
   * last known to be compacted: HBase asks after each flush and each compaction.
   */
  boolean isFull(StoreState state) {
    Answer known = last;
    if (known == null || known.major() || isByOthers) {
      return false;
    }
    Set<String> busy = names(state, known.compacting());
    known.plan().ifPresent(plan -> plan.inputs().forEach(file -> busy.add(file.name())));
    busy.retainAll(state.layout().files().stream().map(FileMeta::name).toList());
    return planner.isFull(state.layout(), busy);
  }

  /** Whether what was selected is for the threads that do long compactions. */
  boolean isLong(StoreState state, List<HStoreFile> compacting, Plan plan) {
    return planner.isLong(state.layout(), names(state, compacting), plan);
  }

  /** Level 0 files that make a run now. */
  int runFiles(StoreState state) {
    return planner.runFiles(state.layout());
  }

  /** What a store would compact if an operator asks for it. */
  Optional<Plan> asked(StoreState state, List<HStoreFile> compacting) {
    return planner.asked(state.layout(), situation(state, compacting, true, false));
  }

  /** Whether somebody else has chosen what is compacted, when it was last chosen. */
  boolean isByOthers() {
    return isByOthers;
  }

  /** The merge of files that somebody else has chosen. */
  Plan forced(StoreState state, List<FileMeta> chosen) {
    isByOthers = true;
    return planner.forced(state.layout(), chosen);
  }

  private static Situation situation(
      StoreState state, List<HStoreFile> compacting, boolean idle, boolean major) {
    return Situation.of(names(state, compacting), idle, major, state.debt());
  }

  private static Set<String> names(StoreState state, List<HStoreFile> files) {
    Set<HStoreFile> wanted = new HashSet<>(files);
    return state.layout().files().stream()
        .filter(meta -> wanted.contains(state.file(meta)))
        .map(FileMeta::name)
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static long stepsOf(StoreState state) {
    return state.debt().all() / Math.max(1, state.layout().bytes() / DEBT_STEPS);
  }
}
