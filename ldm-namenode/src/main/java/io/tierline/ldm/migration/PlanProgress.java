/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A plan on its way: its state and what has become of each entry. Every move is started at most as
 * often as it may be tried, and one that is done is never started again, whatever is asked for how
 * often. Safe for use by several threads.
 */
public final class PlanProgress {
  /** How far beyond an entry that has to wait the next ones are looked at. */
  private static final int LOOK_AHEAD = 256;

  private final MigrationPlan plan;
  private final int tries;
  private final MoveStatus[] statuses;
  private final int[] tried;
  private final String[] notes;
  private PlanState state = PlanState.PLANNED;
  private String note = "";

  /**
   * A move to be done now.
   *
   * @param index its entry in the plan
   * @param move what is to be done: the entry, or its reverse
   */
  public record Step(int index, Move move) {}

  /**
   * A plan that has not been started.
   *
   * @param tries how often a move that fails is tried in all, at least 1
   */
  public PlanProgress(MigrationPlan plan, int tries) {
    if (tries < 1) {
      throw new IllegalArgumentException("a move is tried at least once: " + tries);
    }
    this.plan = plan;
    this.tries = tries;
    this.statuses = new MoveStatus[plan.moves().size()];
    this.tried = new int[statuses.length];
    this.notes = new String[statuses.length];
    Arrays.fill(statuses, MoveStatus.PENDING);
    Arrays.fill(notes, "");
  }

  /**
   * Starts it. One that has been started stays as it is.
   *
   * @throws IllegalStateException when it was given up or undone
   */
  public synchronized void apply() {
    if (state != PlanState.APPLYING && state != PlanState.DONE) {
      require(state == PlanState.PLANNED, "applied");
      become(PlanState.APPLYING);
      settle();
    }
  }

  /** Starts no more moves until it is resumed. */
  public synchronized void pause() {
    if (state != PlanState.PAUSED) {
      require(state.mayBecome(PlanState.PAUSED), "paused");
      become(PlanState.PAUSED);
    }
  }

  /** Goes on. */
  public synchronized void resume() {
    if (state != PlanState.APPLYING) {
      require(state == PlanState.PAUSED, "resumed");
      become(PlanState.APPLYING);
      settle();
    }
  }

  /** Gives it up: what has not been started never will be. Does nothing when it has ended. */
  public synchronized void abandon(String why) {
    if (state.mayBecome(PlanState.ABANDONED)) {
      become(PlanState.ABANDONED);
      note = why;
    }
  }

  /** Moves back what was moved. */
  public synchronized void undo() {
    if (state != PlanState.UNDOING && state != PlanState.UNDONE) {
      require(state.mayBecome(PlanState.UNDOING), "undone");
      become(PlanState.UNDOING);
      Arrays.fill(tried, 0);
      settle();
    }
  }

  private void require(boolean allowed, String what) {
    if (!allowed) {
      throw new IllegalStateException(
          "plan %s is %s and cannot be %s".formatted(plan.id(), state, what));
    }
  }

  private void become(PlanState next) {
    if (!state.mayBecome(next)) {
      throw new IllegalStateException("no plan goes from " + state + " to " + next);
    }
    state = next;
  }

  /**
   * Takes the next move that is to be done and may start; it must be {@link #ended}.
   *
   * @param mayStart asked about one move after the other until it lets one start
   */
  public synchronized Optional<Step> next(Predicate<Move> mayStart) {
    boolean undoing = state == PlanState.UNDOING;
    MoveStatus waiting = undoing ? MoveStatus.DONE : MoveStatus.PENDING;
    int seen = 0;
    for (int i = 0; i < statuses.length && seen < LOOK_AHEAD && state.isRunning(); i++) {
      if (statuses[i] == waiting) {
        seen++;
        Move move = undoing ? plan.moves().get(i).reversed() : plan.moves().get(i);
        if (mayStart.test(move)) {
          statuses[i] = undoing ? MoveStatus.REVERTING : MoveStatus.RUNNING;
          tried[i]++;
          return Optional.of(new Step(i, move));
        }
      }
    }
    return Optional.empty();
  }

  /** Takes note of how a step ended. */
  public synchronized void ended(Step step, MoveResult result) {
    int i = step.index();
    boolean back = statuses[i] == MoveStatus.REVERTING;
    if (!back && statuses[i] != MoveStatus.RUNNING) {
      throw new IllegalStateException("move " + i + " is not under way: " + statuses[i]);
    }
    boolean again = tried[i] < tries;
    notes[i] = result.why();
    statuses[i] =
        switch (result.outcome()) {
          case DONE -> back ? MoveStatus.REVERTED : MoveStatus.DONE;
          case SKIPPED -> back ? MoveStatus.KEPT : MoveStatus.SKIPPED;
          case FAILED ->
              back
                  ? (again ? MoveStatus.DONE : MoveStatus.KEPT)
                  : (again ? MoveStatus.PENDING : MoveStatus.FAILED);
        };
    settle();
  }

  /** Ends the plan when nothing is left to be started or awaited. */
  private void settle() {
    Map<MoveStatus, Integer> counts = counts();
    boolean underWay =
        counts.containsKey(MoveStatus.RUNNING) || counts.containsKey(MoveStatus.REVERTING);
    if (state == PlanState.APPLYING && !underWay && !counts.containsKey(MoveStatus.PENDING)) {
      become(PlanState.DONE);
    } else if (state == PlanState.UNDOING && !underWay && !counts.containsKey(MoveStatus.DONE)) {
      become(PlanState.UNDONE);
    }
  }

  /** The plan itself. */
  public MigrationPlan plan() {
    return plan;
  }

  /** Where in its life it is. */
  public synchronized PlanState state() {
    return state;
  }

  /** Why it was given up; "" when it was not. */
  public synchronized String note() {
    return note;
  }

  /** What has become of an entry. */
  public synchronized MoveStatus status(int index) {
    return statuses[index];
  }

  /** What the last try of an entry said. */
  public synchronized String note(int index) {
    return notes[index];
  }

  /** How many entries are in each status; those without any are left out. */
  public synchronized Map<MoveStatus, Integer> counts() {
    Map<MoveStatus, Integer> counts = new EnumMap<>(MoveStatus.class);
    for (MoveStatus status : statuses) {
      counts.merge(status, 1, Integer::sum);
    }
    return counts;
  }

  /** Entries that are to be started once, or moved back once, while nothing ends the plan. */
  public synchronized List<Move> waiting() {
    return switch (state) {
      case PLANNED, APPLYING, PAUSED -> entries(EnumSet.of(MoveStatus.PENDING));
      case UNDOING -> entries(EnumSet.of(MoveStatus.DONE));
      default -> List.of();
    };
  }

  /** Entries that are being moved, there or back. */
  public synchronized List<Move> underWay() {
    return entries(EnumSet.of(MoveStatus.RUNNING, MoveStatus.REVERTING));
  }

  private List<Move> entries(Set<MoveStatus> wanted) {
    List<Move> found = new ArrayList<>();
    for (int i = 0; i < statuses.length; i++) {
      if (wanted.contains(statuses[i])) {
        found.add(plan.moves().get(i));
      }
    }
    return found;
  }
}
