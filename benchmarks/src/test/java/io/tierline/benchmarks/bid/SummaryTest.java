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

import io.tierline.cli.report.Spread;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private static Summary of(String contender, SimRun... runs) {
    return Summary.of(List.of(runs)).stream()
        .filter(one -> one.contender().equals(contender))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void ratioIsTheMedianOfRatiosNotTheRatioOfMedians() {
    Summary summary =
        of(
            "bid-hdd",
            SampleTables.run(1, "sort", Map.of("noop", 10.0, "bid-hdd", 5.0)),
            SampleTables.run(2, "sort", Map.of("noop", 100.0, "bid-hdd", 90.0)),
            SampleTables.run(3, "sort", Map.of("noop", 20.0, "bid-hdd", 16.0)));
    assertThat(Ratio.BEST_PEER.of(summary)).isEqualTo(0.8);
    assertThat(summary.median("seconds")).isEqualTo(16);
    assertThat(summary.spread("seconds")).isEqualTo(new Spread(16, 5, 90, 3));
  }

  @Test
  void whatNoProcessMaySufferCountsByItsWorstSeed() {
    Summary summary =
        of("bid-hdd", runWithProcess(1, 10), runWithProcess(2, 70), runWithProcess(3, 20));
    assertThat(Ratio.P99_FASTEST_PEER.of(summary)).isEqualTo(7);
  }

  private static SimRun runWithProcess(int repeat, double p99) {
    return new SimRun(
        repeat,
        repeat,
        SampleTables.figures("sort", Map.of("noop", 10.0, "bid-hdd", 5.0)),
        List.of(
            SampleTables.process("noop", "sort", "1", 200, 10),
            SampleTables.process("bid-hdd", "sort", "1", 200, p99)),
        List.of());
  }
}
