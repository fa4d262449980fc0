/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * All that a run does, drawn from its seed.
 *
 * @param plan when an operator applies a plan of their own: before which fault; -1 for never
 * @param paused whether that plan is paused until the end of the run
 */
record FaultScenario(
    long seed, List<Data> datasets, List<FaultKind> faults, int plan, boolean paused) {

  /** Who tells of a dataset. */
  enum Source {
    REGISTERED,
    YARN
  }

  /** What becomes of its readers. */
  enum End {
    NONE,
    FINISHED,
    WITHDRAWN
  }

  /**
   * A managed dataset.
   *
   * @param path its directory, and with that the name of its workflow
   * @param blocks of each of its files
   * @param readers jobs that are to read it
   * @param writtenFirst whether its data is older than its lineage, so that it has to be promoted
   * @param endAfter the fault after which its end comes
   */
  record Data(
      String path,
      List<Integer> blocks,
      int readers,
      Source source,
      boolean writtenFirst,
      End end,
      int endAfter) {
    String id() {
      return path.substring(1);
    }

    /** True when no job is to read it at the end of the run. */
    boolean isUnreadAtTheEnd() {
      return readers == 0 || end != End.NONE;
    }
  }

  private static final int MOST_FAULTS = 4;

  /** Draws a scenario. With two NameNodes one of its faults at least is for them. */
  static FaultScenario of(long seed, boolean standby) {
    Random random = new Random(seed);
    List<FaultKind> faults = faults(random, standby);
    List<Data> datasets = new ArrayList<>();
    int count = 2 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      datasets.add(data(random, "/f" + seed + "-" + i, faults.size()));
    }
    int plan = random.nextInt(3) == 0 ? random.nextInt(faults.size()) : -1;
    return new FaultScenario(
        seed, List.copyOf(datasets), List.copyOf(faults), plan, random.nextBoolean());
  }

  private static Data data(Random random, String path, int faults) {
    List<Integer> files = new ArrayList<>();
    int count = 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      files.add(1 + random.nextInt(3));
    }
    End end = random.nextInt(3) == 0 ? End.NONE : End.FINISHED;
    Source source = random.nextInt(3) == 0 ? Source.YARN : Source.REGISTERED;
    if (source == Source.REGISTERED && end == End.FINISHED && random.nextBoolean()) {
      end = End.WITHDRAWN;
    }
    return new Data(
        path,
        List.copyOf(files),
        1 + random.nextInt(3),
        source,
        random.nextInt(3) > 0,
        end,
        random.nextInt(faults));
  }

  /** Several, at most two of which hide replicas and at most one of which restarts a NameNode. */
  private static List<FaultKind> faults(Random random, boolean standby) {
    List<FaultKind> possible =
        new ArrayList<>(
            Arrays.stream(FaultKind.values()).filter(f -> standby || !f.needsStandby()).toList());
    if (standby) {
      possible.remove(FaultKind.NAMENODE_RESTART);
    }
    List<FaultKind> drawn = new ArrayList<>();
    if (standby) {
      drawn.add(random.nextInt(3) == 0 ? FaultKind.ACTIVE_LOST : FaultKind.FAILOVER);
    }
    int count = 2 + random.nextInt(MOST_FAULTS - 1);
    while (drawn.size() < count) {
      FaultKind kind = possible.get(random.nextInt(possible.size()));
      boolean slow = kind == FaultKind.NAMENODE_RESTART || kind == FaultKind.ACTIVE_LOST;
      boolean once = slow || kind.hidesReplicas() || kind == FaultKind.SSD_FULL;
      if (!once || !drawn.contains(kind)) {
        drawn.add(random.nextInt(drawn.size() + 1), kind);
      }
    }
    return drawn;
  }
}
