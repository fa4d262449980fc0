/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoreCostTest {
  private static final String HEADER = "contender\tstreams\trepeat\tns_per_request";

  private static BenchResults results(String... lines) throws IOException {
    List<String> all = new ArrayList<>(List.of(HEADER));
    all.addAll(List.of(lines));
    BenchResults results = new BenchResults();
    results.add(Table.parse("bid-bench", all));
    return results;
  }

  @Test
  void medianOfTheRepeatsIsJudged() throws IOException {
    BenchResults bench =
        results(
            "noop\t256\t1\t90",
            "bid-hdd\t256\t1\t400",
            "bid-hdd\t256\t2\t5000",
            "bid-hdd\t256\t3\t500",
            "bid-hdd\t10000\t1\t550");
    assertThat(bench.nanoseconds("bid-hdd", 256)).isEqualTo(500);
    CoreCost cost = new CoreCost(bench, runs());
    assertThat(cost.targets()).as("cost, growth, simulator").isEqualTo(3);
    assertThat(cost.missed()).isZero();
  }

  @Test
  void growthWithTheStreamsIsMissed() throws IOException {
    BenchResults bench = results("bid-hdd\t256\t1\t400", "bid-hdd\t10000\t1\t600");
    assertThat(new CoreCost(bench, runs()).missed()).isEqualTo(1);
  }

  @Test
  void caseThatDidNotRunIsMissed() throws IOException {
    BenchResults bench = results("bid-hdd\t256\t1\t400");
    assertThat(new CoreCost(bench, runs()).missed()).isEqualTo(1);
  }

  @Test
  void simulatorsSpeedIsOverAllItsTimeNotTheMeanOfSpeeds() {
    assertThat(CoreCost.eventsPerSecond(runs())).isEqualTo(2e6, within(1.0));
    assertThat(CoreCost.eventsPerSecond(List.of())).isNaN();
  }

  private static List<SimRun> runs() {
    return List.of(SampleTables.run(1, "sort", Map.of("noop", 1.0, "bid-hdd", 2.0)));
  }
}
