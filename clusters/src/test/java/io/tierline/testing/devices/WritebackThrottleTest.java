/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WritebackThrottleTest {
  private long clock = TimeUnit.HOURS.toNanos(1);
  private final WritebackThrottle throttle = new WritebackThrottle(() -> clock);

  private void pass(long millis) {
    clock += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private void read(long millis) {
    long began = throttle.readBegins();
    pass(millis);
    throttle.readEnds(began);
  }

  private int room(boolean writersWait) {
    int count = 0;
    while (throttle.allows(writersWait)) {
      throttle.enter(writersWait);
      count++;
    }
    for (int i = 0; i < count; i++) {
      throttle.leave();
    }
    return count;
  }

  @Test
  void halfOfTheDepthAndAQuarterBesideReads() {
    assertThat(room(false)).isEqualTo(8);
    assertThat(room(true)).isEqualTo(16);
    read(1);
    assertThat(room(false)).isEqualTo(4);
    assertThat(room(true)).as("writers that sleep lift the limit").isEqualTo(16);
    pass(100);
    assertThat(room(false)).as("the depth has grown, and reads are over").isEqualTo(12);
  }

  @Test
  void slowReadsHalveTheDepthDownToOne() {
    for (int depth : new int[] {8, 4, 2, 1, 1}) {
      room(true);
      room(true);
      room(true);
      read(101);
      throttle.allows(true);
      assertThat(throttle.depth()).isEqualTo(depth);
    }
    assertThat(room(false)).isEqualTo(1);
    pass(100);
    throttle.allows(true);
    assertThat(throttle.depth()).as("writes alone").isEqualTo(2);
  }

  @Test
  void fastReadsDoubleItUpToThreeQuartersOfTheQueue() {
    for (int i = 0; i < 3; i++) {
      room(true);
      read(70);
      pass(31);
      throttle.allows(true);
      assertThat(throttle.depth()).isEqualTo(WritebackThrottle.DEPTH_MAX);
    }
  }

  @Test
  void silenceLeadsBackToTheDefault() {
    room(true);
    pass(100);
    throttle.allows(true);
    assertThat(throttle.depth()).isEqualTo(WritebackThrottle.DEPTH_MAX);
    for (int i = 0; i < 5; i++) {
      pass(100);
      throttle.allows(true);
    }
    assertThat(throttle.depth()).isEqualTo(16);
  }
}
