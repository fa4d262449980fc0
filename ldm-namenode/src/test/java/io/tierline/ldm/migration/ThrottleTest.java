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

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ThrottleTest {
  private static final Set<String> A = Set.of("a");
  private static final Set<String> B = Set.of("b");
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private long now = 5 * SECOND;

  private Throttle throttle(long total, long node, int moves) {
    return new Throttle(total, node, moves, () -> now);
  }

  @Test
  void debtIsWaitedForAndThenPaid() {
    Throttle throttle = throttle(1_000_000, 100, 9);
    assertThat(throttle.tryStart(A, 350)).isZero();
    long wait = throttle.tryStart(A, 1);
    assertThat(wait).isBetween(SECOND * 5 / 2, SECOND * 5 / 2 + 2);
    assertThat(throttle.tryStart(B, 1)).isZero();
    now += wait;
    assertThat(throttle.tryStart(A, 1)).isZero();
  }

  @Test
  void totalHoldsEverybody() {
    Throttle throttle = throttle(100, 1_000_000, 9);
    assertThat(throttle.tryStart(A, 200)).isZero();
    assertThat(throttle.tryStart(B, 1)).isPositive().isLessThan(Long.MAX_VALUE);
  }

  @Test
  void busyNodeWaitsForAMoveToEnd() {
    Throttle throttle = throttle(1_000_000, 1_000_000, 2);
    Set<String> both = Set.of("a", "b");
    assertThat(throttle.tryStart(both, 1)).isZero();
    assertThat(throttle.tryStart(A, 1)).isZero();
    assertThat(throttle.tryStart(A, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(throttle.tryStart(both, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(throttle.tryStart(B, 1)).isZero();
    throttle.end(both);
    assertThat(throttle.tryStart(A, 1)).isZero();
  }

  @Test
  void refusedMoveCostsNothing() {
    Throttle throttle = throttle(1_000_000, 100, 1);
    assertThat(throttle.tryStart(A, 1)).isZero();
    assertThat(throttle.tryStart(Set.of("a", "b"), 99)).isEqualTo(Long.MAX_VALUE);
    assertThat(throttle.tryStart(B, 1)).isZero();
  }

  @Test
  void debtOutlivesTheMove() {
    Throttle throttle = throttle(1_000_000, 100, 1);
    assertThat(throttle.tryStart(A, 1_000)).isZero();
    throttle.end(A);
    assertThat(throttle.tryStart(A, 1)).isPositive().isLessThan(Long.MAX_VALUE);
  }

  @Test
  void closedThrottleIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> throttle(0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> throttle(1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> throttle(1, 1, 0));
  }

  /** A step: whether a move is tried on a or b, how large it is, and how long it is until then. */
  @Property
  void neverMoreThanTheRateAndOneMove(
      @ForAll @LongRange(min = 1, max = 1_000) long total,
      @ForAll @LongRange(min = 1, max = 1_000) long node,
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 3_000) Integer> sizes,
      @ForAll @LongRange(min = 0, max = 2_000_000_000L) long step) {
    long start = now;
    Throttle throttle = throttle(total, node, 1_000);
    long[] perNode = new long[2];
    int largest = sizes.stream().mapToInt(Integer::intValue).max().orElse(0);
    for (int i = 0; i < sizes.size(); i++) {
      Set<String> who = i % 2 == 0 ? A : B;
      if (throttle.tryStart(who, sizes.get(i)) == 0) {
        perNode[i % 2] += sizes.get(i);
      }
      double seconds = (now - start) / (double) SECOND;
      assertThat((double) perNode[0] + perNode[1])
          .isLessThanOrEqualTo(total * (seconds + 1) + largest + 1);
      assertThat((double) perNode[i % 2]).isLessThanOrEqualTo(node * (seconds + 1) + largest + 1);
      now += step;
    }
  }

  @Test
  void otherLimitsHoldAtOnceAndDebtsArePaidAtThem() {
    Throttle throttle = throttle(1_000_000, 100, 1);
    assertThat(throttle.tryStart(A, 1_100)).isZero();
    throttle.end(A);
    throttle.limit(1_000_000, 1_000, 2);
    assertThat(throttle.tryStart(A, 1)).isBetween(SECOND, SECOND + 2);
    now += SECOND + 2;
    assertThat(throttle.tryStart(A, 1)).isZero();
    assertThat(throttle.tryStart(A, 1)).isNotEqualTo(Long.MAX_VALUE);
    throttle.limit(10, 1_000, 9);
    now += SECOND;
    assertThat(throttle.tryStart(B, 20)).isZero();
    assertThat(throttle.tryStart(B, 1)).isBetween(SECOND, SECOND + 2);
    assertThatIllegalArgumentException().isThrownBy(() -> throttle.limit(0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> throttle.limit(1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> throttle.limit(1, 1, 0));
  }
}
