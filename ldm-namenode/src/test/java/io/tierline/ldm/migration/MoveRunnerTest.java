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

import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.rating.Medium;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class MoveRunnerTest {
  private final HostGuard guard = new HostGuard("LDM");
  private final LinkedBlockingQueue<Move> ended = new LinkedBlockingQueue<>();

  private static Move move(long block, String node) {
    return new Move(
        Move.Why.NO_USE_LEFT, "", "/d", "/d/f", block, 1, node, Medium.SSD, node, Medium.DISK, 1);
  }

  private static PlanProgress applied(Move... moves) {
    MigrationPlan plan = new MigrationPlan("p", Instant.EPOCH, "x", List.of(moves));
    PlanProgress progress = new PlanProgress(plan, 2);
    progress.apply();
    return progress;
  }

  private MoveRunner runner(Function<Move, MoveResult> mover, int perNode, int threads) {
    Throttle throttle = new Throttle(1L << 40, 1L << 40, perNode, System::nanoTime);
    return new MoveRunner(mover, throttle, threads, (move, result) -> ended.add(move), guard);
  }

  @Test
  void neitherNodesNorThreadsNorBlocksAreUsedTwice() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Function<Move, MoveResult> waits =
        move -> {
          try {
            go.await();
            return MoveResult.DONE;
          } catch (InterruptedException e) {
            return MoveResult.failed("interrupted");
          }
        };
    try (MoveRunner runner = runner(waits, 1, 3)) {
      PlanProgress plan =
          applied(
              move(1, "a"), move(2, "a"), move(1, "b"), move(3, "c"), move(4, "d"), move(5, "e"));
      assertThat(runner.start(plan)).isEqualTo(Long.MAX_VALUE);
      List<Long> running = new ArrayList<>();
      plan.underWay().forEach(move -> running.add(move.block()));
      assertThat(running).containsExactly(1L, 3L, 4L);
      go.countDown();
      while (plan.state() != PlanState.DONE) {
        assertThat(ended.poll(30, TimeUnit.SECONDS)).isNotNull();
        runner.start(plan);
      }
      assertThat(plan.counts()).containsOnlyKeys(MoveStatus.DONE).containsValue(6);
    }
  }

  @Test
  void moverThatThrowsIsAMoveThatFailed() throws Exception {
    Function<Move, MoveResult> throwing =
        move -> {
          throw new IllegalStateException("injected");
        };
    try (MoveRunner runner = runner(throwing, 1, 1)) {
      PlanProgress plan = applied(move(1, "a"));
      while (plan.state() != PlanState.DONE) {
        runner.start(plan);
        assertThat(ended.poll(30, TimeUnit.SECONDS)).isNotNull();
      }
      assertThat(plan.status(0)).isEqualTo(MoveStatus.FAILED);
      assertThat(plan.note(0)).contains("injected");
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {NoSuchMethodError.class, OutOfMemoryError.class, StackOverflowError.class})
  void errorIsAMoveThatFailedAndIsCounted(Class<? extends Error> kind) throws Exception {
    Error error = kind.getDeclaredConstructor(String.class).newInstance("injected");
    Function<Move, MoveResult> erring =
        move -> {
          throw error;
        };
    try (MoveRunner runner = runner(erring, 1, 1)) {
      PlanProgress plan = applied(move(1, "a"));
      while (plan.state() != PlanState.DONE) {
        runner.start(plan);
        assertThat(ended.poll(30, TimeUnit.SECONDS)).isNotNull();
      }
      assertThat(plan.status(0)).isEqualTo(MoveStatus.FAILED);
      assertThat(guard.faults()).isEqualTo(2);
      assertThat(guard.isOff()).isEqualTo(error instanceof LinkageError);
    }
  }

  @Test
  void throttleSaysHowLongToWait() {
    Throttle throttle = new Throttle(1, 1, 9, () -> 0);
    try (MoveRunner runner =
        new MoveRunner(
            move -> MoveResult.DONE, throttle, 4, (move, result) -> ended.add(move), guard)) {
      PlanProgress plan = applied(move(1, "a"), move(2, "b"));
      assertThat(runner.start(plan)).isBetween(1L, TimeUnit.SECONDS.toNanos(1));
    }
  }
}
