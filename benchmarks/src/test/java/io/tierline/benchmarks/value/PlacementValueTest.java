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

import java.util.List;
import org.junit.jupiter.api.Test;
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

  @Test
  void tierWithoutBoundsSavesEverything() {
    Day day = new Day(7);
    for (Contender all : List.of(Contender.QUOTIENT, Contender.LDM)) {
      assertThat(PlacementValue.share(day, 100_000 * GIB, all)).isEqualTo(1, within(1e-9));
    }
    // One fast replica of a block is not all that readers that come together can have.
    assertThat(PlacementValue.share(day, 100_000 * GIB, Contender.ONE_SSD)).isBetween(0.5, 0.7);
  }

  /** Of readers that come at one time one goes to each fast replica. */
  @Test
  void furtherFastReplicaHelpsThoseThatComeTogether() {
    long block = 128L << 20;
    assertThat(Readings.savedSeconds(block, List.of(1.0, 2.0), 2))
        .isEqualTo(Readings.savedSeconds(block, List.of(1.0, 2.0), 1), within(1e-9))
        .isEqualTo(2 * Readings.savedSeconds(block, List.of(1.0), 1), within(1e-9));
    double one = Readings.savedSeconds(block, List.of(1.0, 1.0), 1);
    double two = Readings.savedSeconds(block, List.of(1.0, 1.0), 2);
    assertThat(two).isGreaterThan(one + 0.1);
    assertThat(Readings.savedSeconds(block, List.of(1.0, 1.0), 0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {101, 102, 103})
  void ldmSavesNoLessThanTheSourcesQuotient(long seed) {
    Day day = new Day(seed);
    for (long gib : new long[] {1, 4, 16}) {
      assertThat(PlacementValue.share(day, gib * GIB, Contender.LDM))
          .as("%d GiB", gib)
          .isGreaterThan(PlacementValue.share(day, gib * GIB, Contender.QUOTIENT));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void knowingTheChainSavesMoreThanFirstCome(long seed) {
    Day day = new Day(seed);
    double firstCome = PlacementValue.share(day, 2 * GIB, Contender.ONE_SSD);
    assertThat(PlacementValue.share(day, 2 * GIB, Contender.QUOTIENT)).isGreaterThan(firstCome);
    assertThat(PlacementValue.share(day, 2 * GIB, Contender.LDM)).isGreaterThan(firstCome);
  }
}
