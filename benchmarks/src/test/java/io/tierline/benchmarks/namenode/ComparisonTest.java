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

import io.tierline.cli.report.Interval;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static Map<String, Object> run(String contender, int repeat, double perSecond) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("contender", contender);
    run.put("workload", "create");
    run.put("repeat", repeat);
    run.put("operations", 10);
    run.put("throughput_ops", perSecond);
    return run;
  }

  @Test
  void mediansAndRatiosAreThoseOfTheRepeats() {
    List<Map<String, Object>> medians =
        new Comparison(
                List.of(
                    run("stock", 1, 100),
                    run("ldm_managed", 1, 90),
                    run("ldm_managed", 2, 210),
                    run("stock", 2, 200),
                    run("stock", 3, 400),
                    run("ldm_managed", 3, 380)))
            .medians();
    assertThat(medians).hasSize(2);
    assertThat(medians.get(0))
        .containsEntry("contender", "stock")
        .containsEntry("repeat", "median")
        .containsEntry("repeats", 3)
        .containsEntry("throughput_ops", 200.0)
        .containsEntry("throughput_ops_min", 100.0)
        .containsEntry("throughput_ops_max", 400.0)
        .containsEntry("operations", 10.0)
        .doesNotContainKey("operations_min")
        .containsEntry("ratio_to_stock", 1.0);
    assertThat((double) medians.get(1).get("ratio_to_stock")).isEqualTo(1.05, within(1e-9));
    assertThat((double) medians.get(1).get("ratio_to_stock_by_pairs"))
        .isEqualTo(0.95, within(1e-9));
  }

  @Test
  void withoutStockThereIsNoRatio() {
    assertThat(new Comparison(List.of(run("ldm_managed", 1, 90))).medians().get(0))
        .doesNotContainKey("ratio_to_stock");
  }

  @Test
  void eachWorkloadIsJudgedByItsFigure() {
    assertThat(Comparison.figure("delete")).isEqualTo("throughput_ops");
    assertThat(Comparison.figure("choose_target")).isEqualTo("p99_us");
    assertThat(Comparison.figure("heap")).isEqualTo("bytes_per_block");
  }

  private static Map<String, Object> pairs(int repeat, List<List<Double>> lives) {
    Map<String, Object> run = run("ldm_managed", repeat, 1);
    run.put("workload", "paired_add_block");
    run.put(PairFigures.BLOCKS, lives);
    PairFigures.put(run, Interval.of(lives));
    return run;
  }

  /** The lives of all repeats count alike, and differ by more than the pairs of each. */
  @Test
  void pairsOfAllRepeatsGiveOneInterval() {
    List<Double> low = Collections.nCopies(20, 0.96);
    List<Double> high = Collections.nCopies(20, 1.01);
    Map<String, Object> one = pairs(1, List.of(low, low));
    assertThat(one).containsEntry("says", "slower");
    Map<String, Object> median =
        new Comparison(List.of(one, pairs(2, List.of(low, high)))).medians().get(0);
    assertThat((double) median.get("ratio")).isEqualTo(0.9725, within(1e-9));
    assertThat((double) median.get("ratio_low")).isEqualTo(0.96, within(1e-9));
    assertThat((double) median.get("ratio_high")).isGreaterThan(0.98);
    assertThat(median).doesNotContainKey("ratio_to_stock");
  }
}
