/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ObservedRunsTest {
  private static final Instant START = Instant.parse("2026-11-22T00:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);

  private final ObservedRuns observed = new ObservedRuns();

  private static Instant day(int number) {
    return START.plus(Duration.ofDays(number));
  }

  @Test
  void whatIsWrittenAgainSaysNothingOfHowLateDataCome() {
    for (int day = 0; day < 20; day++) {
      observed.written("ann", "/out", day(day), day(day).plus(HOUR));
      observed.written("ann", "/out", day(day - 7), day(day).plus(HOUR));
    }
    assertThat(observed.late("ann", "/out")).isEqualTo(HOUR);
  }

  @Test
  void nobodyTellsWhenAnothersDataCome() {
    observed.written("ann", "/out", START, START.plus(HOUR));
    for (int day = 0; day < 20; day++) {
      observed.written("mallory", "/out", day(day), day(day + 125));
    }
    assertThat(observed.late("ann", "/out")).isEqualTo(HOUR);
  }

  @Test
  void coordinatorsThatHaveEndedTakeNoRoomForGood() {
    observed.of("ended").took().add(HOUR);
    observed.of("asked for").took().add(HOUR);
    for (int other = 0; other < ObservedRuns.MOST - 1; other++) {
      observed.of("other-" + other);
      observed.of("asked for");
    }
    assertThat(observed.of("asked for").took().typical()).contains(HOUR);
    assertThat(observed.of("ended").took().typical()).isEmpty();
  }
}
