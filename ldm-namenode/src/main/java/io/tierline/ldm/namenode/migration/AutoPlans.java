/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import io.tierline.ldm.migration.MigrationPlan;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.migration.PlanHistory;
import io.tierline.ldm.migration.PlanProgress;
import io.tierline.ldm.migration.PlanState;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The plans that nobody asked for. Each look makes one anew. It takes the place of those before it,
 * unless it wants nothing else than they do; while an operator is at work there is none.
 */
final class AutoPlans {
  /** Who makes them. */
  static final String BY = "auto";

  /** Makes the plan of the moment. */
  @FunctionalInterface
  interface Maker {
    /** What is to move now, by the data as they are. */
    MigrationPlan make() throws IOException;
  }

  private final PlanHistory plans;
  private final Maker maker;

  AutoPlans(PlanHistory plans, Maker maker) {
    this.plans = plans;
    this.maker = maker;
  }

  /**
   * The plan that is to be kept now; those that it takes the place of are given up.
   *
   * @param applies whether such plans are applied, and do not wait for somebody who applies them
   * @return empty where there is nothing to move, or nothing new
   */
  Optional<MigrationPlan> next(boolean applies) throws IOException {
    List<PlanProgress> open = plans.open();
    boolean held =
        open.stream()
            .anyMatch(plan -> !applies || !isAuto(plan) || plan.state() != PlanState.APPLYING);
    if (held) {
      // An operator is at work; what they paused or undo is not to be done behind their back.
      return Optional.empty();
    }
    MigrationPlan plan = maker.make();
    List<PlanProgress> earlier = applies ? open : waitingForPeople();
    if (isTheSame(plan, earlier)) {
      return Optional.empty();
    }
    earlier.forEach(other -> other.abandon("superseded by " + plan.id()));
    return plan.moves().isEmpty() ? Optional.empty() : Optional.of(plan);
  }

  private static boolean isAuto(PlanProgress plan) {
    return plan.plan().by().equals(BY);
  }

  private List<PlanProgress> waitingForPeople() {
    return plans.newestFirst().stream()
        .filter(plan -> isAuto(plan) && plan.state() == PlanState.PLANNED)
        .toList();
  }

  /** A replica of a block that goes somewhere; times and reasons of a move may differ. */
  private record Way(long block, String fromNode, String toNode) {
    static Set<Way> of(Collection<Move> moves) {
      return moves.stream()
          .map(move -> new Way(move.block(), move.fromNode(), move.toNode()))
          .collect(Collectors.toSet());
    }
  }

  /** True when all of it is under way or waits, and nothing else waits. */
  private static boolean isTheSame(MigrationPlan plan, List<PlanProgress> earlier) {
    Set<Way> wanted = Way.of(plan.moves());
    Set<Way> waiting = new HashSet<>();
    Set<Way> open = new HashSet<>();
    for (PlanProgress other : earlier) {
      waiting.addAll(Way.of(other.waiting()));
      open.addAll(Way.of(other.underWay()));
    }
    open.addAll(waiting);
    return open.containsAll(wanted) && wanted.containsAll(waiting);
  }
}
