/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.report.Spread;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One contender on one workload, over all repeats. */
final class Summary {
  private final String workload;
  private final String contender;
  private final List<Row> rows = new ArrayList<>();
  private final Map<Ratio, List<Double>> ratios = new EnumMap<>(Ratio.class);
  private final List<String> bestPeers = new ArrayList<>();

  private Summary(String workload, String contender) {
    this.workload = workload;
    this.contender = contender;
  }

  /** All contenders of all workloads, in the order of the first run. */
  static List<Summary> of(List<SimRun> runs) {
    Map<List<String>, Summary> all = new LinkedHashMap<>();
    for (SimRun run : runs) {
      run.comparisons()
          .forEach(
              (workload, comparison) -> {
                for (Row row : comparison.figures()) {
                  all.computeIfAbsent(
                          List.of(workload, row.contender()),
                          key -> new Summary(workload, row.contender()))
                      .add(row, comparison);
                }
              });
    }
    return List.copyOf(all.values());
  }

  private void add(Row row, Comparison comparison) {
    rows.add(row);
    for (Ratio ratio : Ratio.values()) {
      ratios.computeIfAbsent(ratio, none -> new ArrayList<>()).add(ratio.of(comparison, contender));
    }
    comparison.bestPeer().ifPresent(bestPeers::add);
  }

  String workload() {
    return workload;
  }

  String contender() {
    return contender;
  }

  /** One per repeat. */
  List<Row> rows() {
    return rows;
  }

  /** The peer that was done first, in the first repeat; {@code -} when none ran. */
  String bestPeer() {
    return bestPeers.isEmpty() ? "-" : bestPeers.get(0);
  }

  Spread spread(String column) {
    return Spread.of(rows.stream().map(row -> row.number(column)).toList());
  }

  double median(String column) {
    return spread(column).median();
  }

  Spread spread(Ratio ratio) {
    return Spread.of(ratios.get(ratio));
  }
}
