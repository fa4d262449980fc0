/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import io.tierline.cli.report.Figures;
import io.tierline.cli.report.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures as JSON: every run as it was measured, and per engine and workload the medians with
 * the least and the most of the repeats, and the ratios of medians to stock's.
 */
final class YcsbFigures {
  /** Figures whose ratio to stock is told. */
  static final List<String> COMPARED =
      List.of(
          "write_amplification",
          "write_amplification_with_wal",
          "write_amplification_device",
          "throughput_ops",
          "p999_put_batch_ms",
          "stall_seconds",
          "compaction_seconds");

  private YcsbFigures() {}

  static void add(Figures figures, List<RunResult> runs) {
    runs.forEach(run -> figures.result(run.figures()));
    List<Summary> all = Summary.of(runs);
    all.forEach(one -> figures.result(median(one, all)));
  }

  private static Map<String, Object> median(Summary one, List<Summary> all) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("contender", one.contender());
    result.put("workload", one.workload());
    result.put("repeat", "median");
    result.put("repeats", one.runs().size());
    for (String key : one.runs().get(0).figures().keySet()) {
      Spread spread = one.spread(key);
      if (!key.equals("repeat") && spread.samples() > 0) {
        result.put(key, spread.median());
        if (spread.least() < spread.most()) {
          result.put(key + "_min", spread.least());
          result.put(key + "_max", spread.most());
        }
      }
    }
    for (String key : COMPARED) {
      double ratio = one.toStock(key, all);
      if (Double.isFinite(ratio)) {
        result.put(key + "_ratio_to_stock", ratio);
      }
    }
    return result;
  }
}
