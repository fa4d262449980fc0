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

import org.junit.jupiter.api.Test;

class LookPaceTest {
  /** Clocks of this kind may be negative. */
  private static final long START = -500;

  private final LookPace pace = new LookPace(START);

  LookPaceTest() {
    pace.interval(1_000);
  }

  @Test
  void withoutAChangeLooksBeginAnIntervalApart() {
    assertThat(pace.nanosUntilDue(START + 1, false)).isEqualTo(999);
    assertThat(pace.nanosUntilDue(START + 1_000, false)).isZero();
    pace.begins(START + 1_200);
    pace.ends(START + 1_210, 10);
    assertThat(pace.nanosUntilDue(START + 1_210, false)).isEqualTo(990);
  }

  @Test
  void afterAChangeTheNextComesAtOnceExceptForTheRest() {
    assertThat(pace.nanosUntilDue(START, true)).isZero();
    pace.begins(START);
    pace.ends(START + 10, 10);
    assertThat(pace.nanosUntilDue(START + 10, true)).isEqualTo(190);
    assertThat(pace.nanosUntilDue(START + 200, true)).isZero();
  }

  @Test
  void looksThatTakeLongComeLessOften() {
    pace.begins(START);
    pace.ends(START + 400, 400);
    assertThat(pace.nanosUntilDue(START + 400, false)).isEqualTo(7_600);
    assertThat(pace.nanosUntilDue(START + 8_100, false)).isZero();
  }

  @Test
  void anotherIntervalCountsFromTheLastLook() {
    pace.begins(START);
    pace.ends(START + 1, 1);
    pace.interval(50);
    assertThat(pace.nanosUntilDue(START + 40, false)).isEqualTo(10);
  }

  @Test
  void restIsForTheWorkAndNotForTheTimeThatALookWaited() {
    pace.begins(START);
    pace.ends(START + 400, 10);
    assertThat(pace.nanosUntilDue(START + 400, true)).isEqualTo(190);
  }

  @Test
  void looksTakeAHundredthOfTheTimeInTheLongRun() {
    long look = LookPace.MOST_CREDIT / 4;
    long now = START;
    long worked = 0;
    while (now < START + 1_000 * look) {
      now += pace.nanosUntilDue(now, true);
      pace.begins(now);
      now += look;
      pace.ends(now, look);
      worked += look;
    }
    assertThat(worked)
        .isBetween((now - START) / 101, (now - START) / 100 + LookPace.MOST_CREDIT + look);
  }

  @Test
  void timeWithoutLooksIsNotSavedUpForever() {
    long later = START + 1_000_000 * LookPace.MOST_CREDIT;
    pace.begins(later);
    pace.ends(later, 2 * LookPace.MOST_CREDIT);
    assertThat(pace.nanosUntilDue(later, true)).isEqualTo(100 * LookPace.MOST_CREDIT);
  }
}
