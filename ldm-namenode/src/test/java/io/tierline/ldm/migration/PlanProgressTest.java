/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tierline.ldm.rating.Medium;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PlanProgressTest {
  private static final MoveResult FAILED = MoveResult.failed("broken pipe");

  static MigrationPlan plan(int moves) {
    List<Move> all = new ArrayList<>();
    for (int i = 0; i < moves; i++) {
      all.add(move(i));
    }
    return new MigrationPlan("plan-" + moves, Instant.EPOCH, "ann", all);
  }

  static Move move(long block) {
    return new Move(
        Move.Why.NO_USE_LEFT,
        "nobody reads it",
        "/d",
        "/d/f",
        block,
        10,
        "n1",
        Medium.SSD,
        "n1",
        Medium.DISK,
        1);
  }

  private static PlanProgress progress(int moves) {
    return new PlanProgress(plan(moves), 2);
  }

  private static PlanProgress.Step next(PlanProgress progress) {
    return progress.next(move -> true).orElseThrow();
  }

  @Test
  void planRunsToItsEnd() {
    PlanProgress progress = progress(2);
    assertThat(progress.next(move -> true)).isEmpty();
    progress.apply();
    PlanProgress.Step first = next(progress);
    PlanProgress.Step second = next(progress);
    assertThat(progress.next(move -> true)).isEmpty();
    assertThat(progress.underWay()).hasSize(2);
    progress.ended(second, MoveResult.DONE);
    assertThat(progress.state()).isEqualTo(PlanState.APPLYING);
    progress.ended(first, MoveResult.skipped("gone"));
    assertThat(progress.state()).isEqualTo(PlanState.DONE);
    assertThat(progress.counts()).isEqualTo(Map.of(MoveStatus.DONE, 1, MoveStatus.SKIPPED, 1));
    assertThat(progress.status(0)).isEqualTo(MoveStatus.SKIPPED);
    assertThat(progress.note(0)).isEqualTo("gone");
  }

  @Test
  void appliedTwiceDoesNothingTwice() {
    PlanProgress progress = progress(1);
    progress.apply();
    PlanProgress.Step step = next(progress);
    progress.apply();
    assertThat(progress.next(move -> true)).isEmpty();
    progress.ended(step, MoveResult.DONE);
    progress.apply();
    assertThat(progress.state()).isEqualTo(PlanState.DONE);
    assertThat(progress.next(move -> true)).isEmpty();
  }

  @Test
  void emptyPlanIsDoneAtOnce() {
    PlanProgress progress = progress(0);
    progress.apply();
    assertThat(progress.state()).isEqualTo(PlanState.DONE);
    progress.undo();
    assertThat(progress.state()).isEqualTo(PlanState.UNDONE);
  }

  @Test
  void pausedPlanStartsNothingAndCanGoOn() {
    PlanProgress progress = progress(2);
    progress.apply();
    PlanProgress.Step step = next(progress);
    progress.pause();
    progress.pause();
    assertThat(progress.next(move -> true)).isEmpty();
    progress.ended(step, MoveResult.DONE);
    assertThat(progress.state()).isEqualTo(PlanState.PAUSED);
    assertThat(progress.waiting()).hasSize(1);
    progress.resume();
    progress.resume();
    progress.ended(next(progress), MoveResult.DONE);
    assertThat(progress.state()).isEqualTo(PlanState.DONE);
  }

  @Test
  void pausedPlanWithoutWorkIsDoneWhenItGoesOn() {
    PlanProgress progress = progress(1);
    progress.apply();
    PlanProgress.Step step = next(progress);
    progress.pause();
    progress.ended(step, MoveResult.DONE);
    progress.resume();
    assertThat(progress.state()).isEqualTo(PlanState.DONE);
  }

  @Test
  void failedMoveIsTriedAgainAndThenGivenUp() {
    PlanProgress progress = progress(1);
    progress.apply();
    progress.ended(next(progress), FAILED);
    assertThat(progress.status(0)).isEqualTo(MoveStatus.PENDING);
    progress.ended(next(progress), FAILED);
    assertThat(progress.status(0)).isEqualTo(MoveStatus.FAILED);
    assertThat(progress.note(0)).isEqualTo("broken pipe");
    assertThat(progress.state()).isEqualTo(PlanState.DONE);
  }

  @Test
  void moveThatHasToWaitLetsOthersPass() {
    PlanProgress progress = progress(3);
    progress.apply();
    Optional<PlanProgress.Step> step = progress.next(move -> move.block() == 1);
    assertThat(step.orElseThrow().index()).isEqualTo(1);
    assertThat(progress.next(move -> false)).isEmpty();
    assertThat(next(progress).index()).isZero();
  }

  @Test
  void undoingMovesBackWhatWasDoneAndNothingElse() {
    PlanProgress progress = progress(3);
    progress.apply();
    progress.ended(next(progress), MoveResult.DONE);
    PlanProgress.Step running = next(progress);
    progress.undo();
    progress.undo();
    PlanProgress.Step back = next(progress);
    assertThat(back.move()).isEqualTo(move(0).reversed());
    assertThat(back.move().why()).isEqualTo(Move.Why.UNDO);
    progress.ended(back, MoveResult.DONE);
    assertThat(progress.state()).isEqualTo(PlanState.UNDOING);
    progress.ended(running, MoveResult.DONE);
    assertThat(progress.waiting()).containsExactly(move(1));
    PlanProgress.Step last = next(progress);
    assertThat(last.index()).isEqualTo(1);
    progress.ended(last, MoveResult.skipped("changed since"));
    assertThat(progress.state()).isEqualTo(PlanState.UNDONE);
    assertThat(progress.counts())
        .isEqualTo(Map.of(MoveStatus.REVERTED, 1, MoveStatus.KEPT, 1, MoveStatus.PENDING, 1));
  }

  @Test
  void moveBackThatFailsIsTriedAgainAndThenKept() {
    PlanProgress progress = progress(1);
    progress.apply();
    progress.ended(next(progress), MoveResult.DONE);
    progress.undo();
    progress.ended(next(progress), FAILED);
    assertThat(progress.status(0)).isEqualTo(MoveStatus.DONE);
    progress.ended(next(progress), FAILED);
    assertThat(progress.status(0)).isEqualTo(MoveStatus.KEPT);
    assertThat(progress.state()).isEqualTo(PlanState.UNDONE);
  }

  @Test
  void planThatWasGivenUpSaysWhyAndCanBeUndone() {
    PlanProgress progress = progress(2);
    progress.apply();
    progress.ended(next(progress), MoveResult.DONE);
    progress.abandon("no longer active");
    progress.abandon("again");
    assertThat(progress.state()).isEqualTo(PlanState.ABANDONED);
    assertThat(progress.note()).isEqualTo("no longer active");
    assertThat(progress.waiting()).isEmpty();
    assertThat(progress.next(move -> true)).isEmpty();
    progress.undo();
    assertThat(next(progress).move()).isEqualTo(move(0).reversed());
  }

  @Test
  void whatMakesNoSenseIsRefusedWithTheState() {
    PlanProgress progress = progress(1);
    assertThatIllegalStateException().isThrownBy(progress::pause).withMessageContaining("PLANNED");
    assertThatIllegalStateException().isThrownBy(progress::resume);
    assertThatIllegalStateException().isThrownBy(progress::undo);
    progress.abandon("not wanted");
    assertThatIllegalStateException()
        .isThrownBy(progress::apply)
        .withMessage("plan plan-1 is ABANDONED and cannot be applied");
    assertThatIllegalArgumentException().isThrownBy(() -> new PlanProgress(plan(1), 0));
  }

  @Test
  void moveEndsOnce() {
    PlanProgress progress = progress(1);
    progress.apply();
    PlanProgress.Step step = next(progress);
    progress.ended(step, MoveResult.DONE);
    assertThatIllegalStateException().isThrownBy(() -> progress.ended(step, MoveResult.DONE));
  }

  @Test
  void everyTransitionIsListed() {
    StringBuilder table = new StringBuilder();
    for (PlanState from : PlanState.values()) {
      table.append(from).append(" ->");
      for (PlanState to : PlanState.values()) {
        table.append(from.mayBecome(to) ? " " + to : "");
      }
      table.append('\n');
    }
    assertThat(table.toString())
        .isEqualTo(
            """
            PLANNED -> APPLYING ABANDONED
            APPLYING -> PAUSED DONE ABANDONED UNDOING
            PAUSED -> APPLYING ABANDONED UNDOING
            DONE -> UNDOING
            ABANDONED -> UNDOING
            UNDOING -> ABANDONED UNDONE
            UNDONE ->
            """);
  }

  /** Whatever is asked for in whatever order, no move is started more often than it may be. */
  @Property
  void noOrderOfRequestsStartsAMoveTwice(
      @ForAll @Size(max = 120) List<@IntRange(min = 0, max = 8) Integer> requests) {
    PlanProgress progress = progress(4);
    Deque<PlanProgress.Step> running = new ArrayDeque<>();
    int[] there = new int[4];
    int[] back = new int[4];
    for (int request : requests) {
      try {
        switch (request) {
          case 0 -> progress.apply();
          case 1 -> progress.pause();
          case 2 -> progress.resume();
          case 3 -> progress.undo();
          case 4 -> progress.abandon("so");
          case 5, 6 -> progress.next(move -> true).ifPresent(running::add);
          default -> {
            if (!running.isEmpty()) {
              PlanProgress.Step step = running.poll();
              boolean done = request == 7;
              (step.move().why() == Move.Why.UNDO ? back : there)[step.index()] += done ? 1 : 0;
              progress.ended(step, done ? MoveResult.DONE : FAILED);
            }
          }
        }
      } catch (IllegalStateException refused) {
        assertThat(refused).hasMessageContaining(progress.state().name());
      }
      assertThat(Arrays.stream(there)).allMatch(times -> times <= 1);
      for (int i = 0; i < 4; i++) {
        assertThat(back[i]).isLessThanOrEqualTo(there[i]);
      }
    }
  }
}
