/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  /** Ten gets; of the blocks three quarters were there. */
  private static WindowFigures window(long cpuMicros, double deviceMicros) {
    return new WindowFigures(
        10, 10, 1_000 * cpuMicros, 0, 1_000 * deviceMicros, 5, 6, 7_000, 40, 30, 50, 35);
  }

  private static double number(Map<String, Object> result, String key) {
    return ((Number) result.get(key)).doubleValue();
  }

  private static List<Map<String, Object>> results(Comparison comparison, boolean isGet) {
    Map<String, Object> labels = new LinkedHashMap<>(Map.of("workload", "get-uniform"));
    return comparison.results(labels, isGet);
  }

  @Test
  void ratioIsTheFirstOnesTimeByTheOthersProcessorAndDevice() {
    Comparison comparison = new Comparison(List.of("tuned", "rlsm"));
    for (int i = 0; i < 12; i++) {
      comparison.add(List.of(window(100 + i, 300), window(200 + 2 * i, 100)));
    }
    List<Map<String, Object>> results = results(comparison, true);
    assertThat(results.get(0))
        .containsEntry("contender", "tuned")
        .containsEntry("workload", "get-uniform")
        .containsEntry("pairs", 12)
        .doesNotContainKeys("ratio", "says");
    assertThat(number(results.get(0), "us")).isEqualTo(40.55, within(1e-9));
    Map<String, Object> rlsm = results.get(1);
    assertThat(number(rlsm, "cpu_ratio")).isEqualTo(0.5, within(1e-9));
    assertThat(number(rlsm, "device_ratio")).isEqualTo(3, within(1e-9));
    assertThat(number(rlsm, "ratio")).isBetween(1.2, 400.0 / 300);
    assertThat(number(rlsm, "ratio_low")).isLessThan(number(rlsm, "ratio"));
    assertThat(rlsm).containsEntry("says", "quicker");
  }

  @Test
  void whatWasMetIsForEachOperation() {
    Comparison comparison = new Comparison(List.of("tuned", "rlsm"));
    comparison.add(List.of(window(1, 1), window(1, 1)));
    comparison.add(List.of(window(1, 1), window(1, 1)));
    Map<String, Object> result = results(comparison, true).get(1);
    assertThat(number(result, "operations")).isEqualTo(20);
    assertThat(number(result, "hit_ratio")).isEqualTo(0.75);
    assertThat(number(result, "cache_requests_each")).isEqualTo(4);
    assertThat(number(result, "file_reads_each")).isEqualTo(0.6);
    assertThat(number(result, "file_bytes_each")).isEqualTo(700);
    assertThat(number(result, "device_requests_each")).isEqualTo(0.5);
    assertThat(number(result, "blooms_each")).isEqualTo(5);
    assertThat(number(result, "files_each")).isEqualTo(1.5);
    assertThat(results(comparison, false).get(1)).doesNotContainKeys("blooms_each", "files_each");
  }

  @Test
  void whereTheIntervalHoldsOneThereIsNoResult() {
    Comparison comparison = new Comparison(List.of("tuned", "tuned-2", "slow"));
    for (int i = 0; i < 12; i++) {
      comparison.add(List.of(window(100, 0), window(99 + i % 3, 0), window(103, 0)));
    }
    List<Map<String, Object>> results = results(comparison, false);
    assertThat(results.get(1)).containsEntry("says", "no result");
    assertThat(results.get(2)).containsEntry("says", "slower");
    // Neither has read anything from the device.
    assertThat(results.get(2)).doesNotContainKey("device_ratio");
  }
}
