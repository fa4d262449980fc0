/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TermTimeTest {
  private static final RegistrationLife WEEK =
      new RegistrationLife(Duration.ofDays(7), Duration.ofHours(1));

  private final AtomicLong clock = new AtomicLong(1_000);
  private final TermTime time = new TermTime(() -> WEEK, clock::get);

  @Test
  void nothingEndsInTheFirstSeventhOfItsTimeInATerm() {
    Instant grace = Instant.ofEpochMilli(1_000).plus(Duration.ofDays(1));
    assertThat(time.grace(time.life())).isEqualTo(grace);
    clock.addAndGet(500);
    assertThat(time.grace(WEEK)).as("in the same term").isEqualTo(grace);
    time.begin();
    assertThat(time.now()).isEqualTo(1_500);
    assertThat(time.grace(WEEK)).as("in the next").isEqualTo(grace.plusMillis(500));
  }
}
