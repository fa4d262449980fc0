/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.report.Figures;
import io.tierline.cli.report.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code bid-sim}'s figures as JSON: every repeat with all that the simulator printed and its
 * ratios; with several repeats also their medians, each with the least and the most.
 */
final class SimFigures {
  private SimFigures() {}

  static void add(Figures figures, List<SimRun> runs, Map<String, ?> labels) {
    for (SimRun run : runs) {
      run.comparisons()
          .forEach(
              (workload, comparison) -> {
                for (Row row : comparison.figures()) {
                  figures.result(result(run, comparison, row, labels));
                }
              });
    }
    if (runs.size() > 1) {
      Summary.of(runs).forEach(summary -> figures.result(median(summary, labels)));
    }
  }

  private static Map<String, Object> result(
      SimRun run, Comparison comparison, Row row, Map<String, ?> labels) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("contender", row.contender());
    result.put("workload", row.workload());
    result.put("repeat", run.repeat());
    result.putAll(labels);
    for (String column : row.columns()) {
      if (row.has(column)) {
        result.put(column, row.value(column));
      }
    }
    comparison.bestPeer().ifPresent(peer -> result.put("best_peer", peer));
    for (Ratio ratio : Ratio.values()) {
      putNumber(result, ratio.key(), ratio.of(comparison, row.contender()));
    }
    return result;
  }

  private static Map<String, Object> median(Summary summary, Map<String, ?> labels) {
    Map<String, Object> result = new LinkedHashMap<>();
    Row first = summary.rows().get(0);
    result.put("contender", summary.contender());
    result.put("workload", summary.workload());
    result.put("repeat", "median");
    result.putAll(labels);
    for (String column : first.columns()) {
      // The seed is what the repeats differ in; its median means nothing.
      if (!column.equals("seed") && first.has(column)) {
        if (Double.isNaN(first.number(column))) {
          result.put(column, first.text(column));
        } else {
          putSpread(result, column, summary.spread(column));
        }
      }
    }
    for (Ratio ratio : Ratio.values()) {
      putSpread(result, ratio.key(), summary.spread(ratio));
    }
    return result;
  }

  private static void putSpread(Map<String, Object> result, String key, Spread spread) {
    putNumber(result, key, spread.median());
    if (spread.least() < spread.most()) {
      putNumber(result, key + "_min", spread.least());
      putNumber(result, key + "_max", spread.most());
    }
  }

  /** JSON has no NaN: what does not apply is left out. */
  private static void putNumber(Map<String, Object> result, String key, double value) {
    if (Double.isFinite(value)) {
      result.put(key, value);
    }
  }
}
