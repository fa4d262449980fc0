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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WearBudgetTest {
  private static final List<String> ONE = List.of("s1");
  private static final List<String> BOTH = List.of("s1", "s2");
  private static final long HOUR = TimeUnit.HOURS.toMillis(1);

  private long now = 400_000 * HOUR;
  private final WearBudget budget = new WearBudget(100, () -> now);

  @Test
  void gateClosesAtTheBudgetAndOpensADayLater() {
    assertThat(budget.tryReserve(ONE, 60)).isTrue();
    assertThat(budget.tryReserve(ONE, 41)).isFalse();
    assertThat(budget.tryReserve(ONE, 40)).isTrue();
    assertThat(budget.tryReserve(ONE, 1)).isFalse();
    now += 24 * HOUR;
    assertThat(budget.tryReserve(ONE, 1)).isFalse();
    now += HOUR;
    assertThat(budget.used("s1")).isZero();
    assertThat(budget.tryReserve(ONE, 100)).isTrue();
  }

  @Test
  void allVolumesThatMayBeChosenMustHaveIt() {
    assertThat(budget.tryReserve(ONE, 60)).isTrue();
    assertThat(budget.tryReserve(BOTH, 50)).isFalse();
    assertThat(budget.used("s2")).isZero();
    assertThat(budget.tryReserve(BOTH, 40)).isTrue();
    budget.giveBack("s1", 40);
    assertThat(budget.used("s1")).isEqualTo(60);
    assertThat(budget.used("s2")).isEqualTo(40);
  }

  @Test
  void givingBackReachesTheHourBefore() {
    assertThat(budget.tryReserve(ONE, 60)).isTrue();
    now += HOUR;
    assertThat(budget.tryReserve(ONE, 10)).isTrue();
    budget.giveBack("s1", 50);
    assertThat(budget.used("s1")).isEqualTo(20);
    budget.giveBack("unknown", 1);
    assertThat(budget.used("unknown")).isZero();
  }

  @Test
  void sizesThatOverflowAreRefused() {
    assertThat(budget.tryReserve(ONE, 1)).isTrue();
    assertThat(budget.tryReserve(ONE, Long.MAX_VALUE)).isFalse();
    assertThat(new WearBudget(0, () -> now).tryReserve(ONE, 1)).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> new WearBudget(-1, () -> now));
  }

  /** What was written, and when. */
  private record Written(long at, int bytes) {}

  @Property
  void neverMoreThanTheBudgetInAnyDay(
      @ForAll @Size(max = 80) List<@IntRange(min = 0, max = 60) Integer> sizes,
      @ForAll @LongRange(min = 0, max = 20_000_000) long step) {
    WearBudget fresh = new WearBudget(100, () -> now);
    List<Written> written = new ArrayList<>();
    for (int bytes : sizes) {
      if (fresh.tryReserve(ONE, bytes)) {
        written.add(new Written(now, bytes));
      }
      long last =
          written.stream().filter(w -> now - w.at() <= 24 * HOUR).mapToLong(Written::bytes).sum();
      assertThat(last).isLessThanOrEqualTo(100);
      now += step;
    }
  }

  @Test
  void otherBudgetCountsWhatWasWritten() {
    assertThat(budget.tryReserve(ONE, 60)).isTrue();
    budget.limit(70);
    assertThat(budget.tryReserve(ONE, 11)).isFalse();
    assertThat(budget.tryReserve(ONE, 10)).isTrue();
    budget.limit(0);
    assertThat(budget.tryReserve(BOTH, 1)).isFalse();
    budget.limit(100);
    assertThat(budget.tryReserve(BOTH, 30)).isTrue();
    assertThatIllegalArgumentException().isThrownBy(() -> budget.limit(-1));
  }
}
