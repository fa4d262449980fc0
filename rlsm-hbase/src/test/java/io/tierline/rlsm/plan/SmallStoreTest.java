/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmallStoreTest {
  private static final double LOAD_SPACE = 0.4;

  private static SmallStore store(double flushes) {
    return new SmallStore(flushes, LOAD_SPACE);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.6", "1.99, 0.6", "2, 1.4", "6, 0.9", "10, 0.4", "100, 0.4"})
  void theSmallerAStoreTheMoreIsSuperseded(double flushes, double space) {
    assertThat(store(flushes).space()).isCloseTo(space, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"2, 100, 50", "6, 60, 10", "10, 100, 10", "1000, 1000, 100"})
  void theSmallerAStoreTheLargerItsRuns(double flushes, double live, long run) {
    assertThat(store(flushes).runFlushes(live)).isEqualTo(run);
  }

  @Test
  void aStoreThatIsCompactedAsAWholeHasNoRuns() {
    assertThat(store(1.99).isWhole()).isTrue();
    assertThat(store(2).isWhole()).isFalse();
    assertThat(store(1).runFlushes(1)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void tenLiveFlushesAreNotFew() {
    assertThat(store(9.99).isSmall()).isTrue();
    assertThat(store(10).isSmall()).isFalse();
  }
}
