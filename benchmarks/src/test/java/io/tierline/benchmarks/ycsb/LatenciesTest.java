/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tierline.benchmarks.ycsb.Latencies.Kind;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  private final Latencies latencies = new Latencies();

  private void put(long millis) {
    latencies.record(Kind.PUT_BATCH, TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void percentilesAreOfTheKindAsked() {
    for (int i = 1; i <= 1000; i++) {
      put(i);
    }
    latencies.record(Kind.READ, 1_000_000_000_000L);
    assertThat(latencies.percentileMillis(Kind.PUT_BATCH, 50)).isCloseTo(500, within(1.0));
    assertThat(latencies.percentileMillis(Kind.PUT_BATCH, 99.9)).isCloseTo(999, within(1.0));
    assertThat(latencies.percentileMillis(Kind.SCAN, 50)).isNaN();
    assertThat(latencies.count(Kind.PUT_BATCH)).isEqualTo(1000);
  }

  @Test
  void stallsAreWholeBatchesAboveASecond() {
    put(1000);
    put(1500);
    put(2500);
    latencies.record(Kind.READ, TimeUnit.SECONDS.toNanos(9));
    assertThat(latencies.stallSeconds()).isEqualTo(4);
  }

  @Test
  void resetForgets() {
    put(2000);
    latencies.fail();
    assertThat(latencies.failures()).isEqualTo(1);
    latencies.reset();
    assertThat(latencies.failures()).isZero();
    assertThat(latencies.stallSeconds()).isZero();
    assertThat(latencies.count(Kind.PUT_BATCH)).isZero();
  }
}
