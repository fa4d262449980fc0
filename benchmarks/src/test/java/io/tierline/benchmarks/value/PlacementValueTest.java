/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementValueTest {
  private static final long GIB = 1L << 30;

  @ParameterizedTest
  @EnumSource
  void nobodySavesMoreThanTheBound(Contender contender) {
    for (long seed = 1; seed <= 3; seed++) {
      Day day = new Day(seed);
      for (long gib : new long[] {1, 4, 16}) {
        double saved = PlacementValue.share(day, gib * GIB, contender);
        assertThat(saved)
            .isBetween(0.0, PlacementValue.share(day, gib * GIB, null) + 1e-9)
            .isEqualTo(PlacementValue.share(new Day(seed), gib * GIB, contender));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void tierWithoutBoundsSavesEverything(Contender contender) {
    assertThat(PlacementValue.share(new Day(7), 100_000 * GIB, contender))
        .isEqualTo(1, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void knowingTheChainSavesMoreThanFirstCome(long seed) {
    Day day = new Day(seed);
    double firstCome = PlacementValue.share(day, 2 * GIB, Contender.ONE_SSD);
    assertThat(PlacementValue.share(day, 2 * GIB, Contender.LQ)).isGreaterThan(firstCome);
    assertThat(PlacementValue.share(day, 2 * GIB, Contender.DENSITY)).isGreaterThan(firstCome);
  }
}
