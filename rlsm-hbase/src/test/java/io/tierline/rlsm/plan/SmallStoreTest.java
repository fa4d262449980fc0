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
    return new SmallStore(flushes, LOAD_SPACE, false);
  }

  private static SmallStore replaced(double flushes) {
    return new SmallStore(flushes, LOAD_SPACE, true);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.6", "1.99, 0.6", "2, 1.2", "6, 0.8", "10, 0.4", "100, 0.4"})
  void theSmallerAStoreTheMoreIsSuperseded(double flushes, double space) {
    assertThat(store(flushes).space()).isCloseTo(space, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"0, 0.8", "1.99, 0.8", "2, 1.04", "6.99, 1.04", "7, 0.7", "10, 0.4"})
  void asMuchIsSupersededAsIsLiveWhereMostIsReplaced(double flushes, double space) {
    assertThat(replaced(flushes).space()).isCloseTo(space, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"2, 100, 50", "6, 60, 10", "10, 100, 10", "1000, 1000, 100"})
  void theSmallerAStoreTheLargerItsRuns(double flushes, double live, long run) {
    assertThat(store(flushes).runFlushes(1_000, live)).isEqualTo(run);
    assertThat(store(flushes).runFlushes(3, live)).isEqualTo(3);
  }

  @Test
  void aStoreThatIsCompactedAsAWholeHasNoRunsOfFewFlushes() {
    assertThat(store(1.99).isWhole()).isTrue();
    assertThat(store(2).isWhole()).isFalse();
    assertThat(store(1).runFlushes(3, 1)).as("of new rows").isEqualTo(3);
    assertThat(replaced(6.99).isWhole()).isTrue();
    assertThat(replaced(6.99).runFlushes(3, 8)).isEqualTo(16);
    assertThat(replaced(7).isWhole()).isFalse();
    assertThat(replaced(7).runFlushes(3, 24)).isEqualTo(3);
  }

  @Test
  void tenLiveFlushesAreNotFew() {
    assertThat(store(9.99).isSmall()).isTrue();
    assertThat(store(10).isSmall()).isFalse();
  }
}
