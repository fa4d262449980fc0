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

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SsdWearTest {
  private static final long HOUR = TimeUnit.HOURS.toMillis(1);
  private long now = 1000 * HOUR;
  private final SsdWear wear = new SsdWear(10, 30, () -> now);

  @Test
  void movesAreHeldToBothBudgets() {
    assertThat(wear.tryReserve(List.of("a"), 10)).isTrue();
    assertThat(wear.tryReserve(List.of("a"), 1)).isFalse();
    wear.placed(List.of("b"), 25);
    assertThat(wear.tryReserve(List.of("b"), 6)).isFalse();
    assertThat(wear.tryReserve(List.of("b"), 5)).isTrue();
    assertThat(wear.used("b")).isEqualTo(30);
    wear.giveBack("b", 5);
    assertThat(wear.used("b")).isEqualTo(25);
  }

  @Test
  void whatCannotBeReservedInAllIsNotChargedToMoves() {
    wear.placed(List.of("b"), 30);
    assertThat(wear.tryReserve(List.of("a", "b"), 8)).isFalse();
    assertThat(wear.used("a")).isZero();
    assertThat(wear.tryReserve(List.of("a"), 10)).isTrue();
  }

  @Test
  void firstPlacementsAreDealtOutEvenlyAndNeverRefusedWhenCounted() {
    wear.placed(List.of("a", "b"), 61);
    assertThat(wear.used("a")).isEqualTo(31);
    assertThat(wear.used("b")).isEqualTo(31);
    assertThat(wear.isWorn("a", 0)).isTrue();
    assertThat(wear.isWorn("c", 30)).isFalse();
    assertThat(wear.isWorn("c", 31)).isTrue();
    wear.placed(List.of(), 5);
    wear.placed(List.of("c"), 0);
    assertThat(wear.used("c")).isZero();
  }

  @Test
  void otherBudgetsCountWhatWasWritten() {
    wear.placed(List.of("a"), 30);
    wear.limit(10, 40);
    assertThat(wear.isWorn("a", 10)).isFalse();
    assertThat(wear.isWorn("a", 11)).isTrue();
  }

  @Test
  void mostChangedVolumesAreSavedFirstAndEachOnce() {
    wear.placed(List.of("a"), 5);
    wear.placed(List.of("b"), 7);
    wear.placed(List.of("c"), 6);
    assertThat(wear.takeUnsaved(2)).extracting(SsdWear.Counts::ssd).containsExactly("b", "c");
    wear.notSaved("c");
    assertThat(wear.takeUnsaved(2)).extracting(SsdWear.Counts::ssd).containsExactly("a", "c");
    assertThat(wear.takeUnsaved(2)).isEmpty();
  }

  @Test
  void anotherTakesOverWhatStillCounts() {
    assertThat(wear.tryReserve(List.of("a"), 4)).isTrue();
    now += 3 * HOUR;
    wear.placed(List.of("a"), 20);
    SsdWear.Counts counts = wear.takeUnsaved(1).get(0);
    assertThat(counts.all()).startsWith(20, 0, 0, 4);
    SsdWear other = new SsdWear(10, 30, () -> now);
    other.takeOver(counts);
    assertThat(other.used("a")).isEqualTo(24);
    assertThat(other.tryReserve(List.of("a"), 7)).isFalse();
    other.takeOver(counts);
    assertThat(other.used("a")).isEqualTo(24);
    now += 22 * HOUR;
    assertThat(other.used("a")).isEqualTo(20);
    SsdWear late = new SsdWear(10, 30, () -> now + 3 * HOUR);
    late.takeOver(counts);
    assertThat(late.used("a")).isZero();
    late.prune();
  }

  @Test
  void countsOfAClockThatRunsAheadAreLeftOut() {
    wear.takeOver(new SsdWear.Counts("a", 1001, new long[] {9, 1}, new long[] {9, 1}));
    assertThat(wear.used("a")).isEqualTo(1);
  }

  @Test
  void placementsAreCountedByNodeAndCollectedOnce() {
    FirstWrites writes = new FirstWrites();
    writes.add("n");
    writes.add("n");
    writes.add("m");
    assertThat(writes.collect()).containsEntry("n", 2L).containsEntry("m", 1L).hasSize(2);
    assertThat(writes.collect()).isEmpty();
  }
}
