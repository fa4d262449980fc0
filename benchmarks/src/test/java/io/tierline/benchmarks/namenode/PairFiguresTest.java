/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tierline.benchmarks.namenode.PairFigures.Pair;
import io.tierline.benchmarks.namenode.PairFigures.Time;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

class PairFiguresTest {
  private static final int CALLS = 10;

  private static Pair pair(long stock, long other) {
    return new Pair(new Time(stock, 2 * stock), new Time(other, 4 * other), CALLS);
  }

  private static PairFigures begun(ToLongFunction<Time> judged) {
    PairFigures figures = new PairFigures(judged);
    figures.beginLife();
    figures.beginBlock();
    return figures;
  }

  private static double number(Map<String, Object> result, String key) {
    return ((Number) result.get(key)).doubleValue();
  }

  @Test
  void ratioIsStocksTimeByTheContenders() {
    PairFigures figures = begun(Time::cpuNanos);
    figures.add(pair(90_000, 100_000));
    figures.add(pair(95_000, 100_000));
    figures.add(pair(80_000, 100_000));
    Map<String, Object> result = figures.result(new LinkedHashMap<>());
    assertThat(number(result, "ratio")).isEqualTo(0.95 - 0.05, within(1e-9));
    assertThat(number(result, "elapsed_ratio")).isEqualTo(0.45, within(1e-9));
    assertThat(number(result, "stock_us")).isEqualTo(9);
    assertThat(number(result, "us")).isEqualTo(10);
    assertThat(result).containsEntry("pairs", 3);
    assertThat(figures.stockNanos()).isEqualTo(9_000);
  }

  @Test
  void whereOthersDoTheWorkTheClockCounts() {
    PairFigures figures = begun(Time::elapsedNanos);
    figures.add(pair(100_000, 100_000));
    Map<String, Object> result = figures.result(new LinkedHashMap<>());
    assertThat(number(result, "ratio")).isEqualTo(0.5);
    assertThat(figures.stockNanos()).isEqualTo(20_000);
  }

  @Test
  void turnsOfOnePairAreTakenTogether() {
    Pair both = pair(1_000, 2_000).plus(pair(3_000, 2_000));
    assertThat(both.calls()).isEqualTo(2 * CALLS);
    assertThat(both.ratio(Time::cpuNanos)).isEqualTo(1);
  }

  /** Three per cent among pairs that lie ten apart, and a few that something else got into. */
  @Test
  void intervalHoldsWhatWasPlantedAndNotOne() {
    SplittableRandom random = new SplittableRandom(7);
    PairFigures figures = new PairFigures(Time::cpuNanos);
    for (int i = 0; i < 1_000; i++) {
      if (i % 250 == 0) {
        figures.beginLife();
      }
      if (i % 10 == 0) {
        figures.beginBlock();
      }
      long stock = 1_000_000 + random.nextLong(100_000);
      long other = 1_030_000 + random.nextLong(100_000) + (i % 50 == 0 ? 5_000_000 : 0);
      figures.add(pair(stock, other));
    }
    Map<String, Object> result = figures.result(new LinkedHashMap<>());
    double ratio = number(result, "ratio");
    assertThat(ratio).isEqualTo(1 / 1.03, within(0.005));
    assertThat(number(result, "ratio_low")).isLessThan(ratio).isGreaterThan(0.96);
    assertThat(number(result, "ratio_high")).isGreaterThan(ratio).isLessThan(0.98);
    assertThat(number(result, "ratio_q1")).isLessThan(number(result, "ratio_low"));
    assertThat(number(result, "ratio_q3")).isGreaterThan(number(result, "ratio_high"));
    assertThat(result).containsEntry("says", "slower").containsEntry("pairs", 1_000);
  }

  @Test
  void whatCameBeforeALifeIsWarmIsForgottenAndOtherLivesAreNot() {
    PairFigures figures = begun(Time::cpuNanos);
    figures.add(pair(50_000, 100_000));
    figures.beginLife();
    figures.beginBlock();
    figures.add(pair(10_000, 100_000));
    figures.clear();
    figures.beginBlock();
    figures.add(pair(70_000, 100_000));
    assertThat(figures.stockNanos()).isEqualTo(7_000);
    Map<String, Object> result = figures.result(new LinkedHashMap<>());
    assertThat(result).containsEntry("pairs", 2);
    assertThat(result.get(PairFigures.BLOCKS)).isEqualTo(List.of(List.of(0.5), List.of(0.7)));
    assertThat(number(result, "ratio")).isEqualTo(0.6, within(1e-9));
  }
}
