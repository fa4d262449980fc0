/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import io.tierline.cli.report.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All repeats of one engine on one workload.
 *
 * @param runs in the order of the repeats, at least one
 */
record Summary(List<RunResult> runs) {
  Summary {
    runs = List.copyOf(runs);
  }

  /** One per workload and engine, in the order in which they are first met, workloads together. */
  static List<Summary> of(List<RunResult> all) {
    Map<String, Map<String, List<RunResult>>> grouped = new LinkedHashMap<>();
    for (RunResult run : all) {
      grouped
          .computeIfAbsent(run.workload(), any -> new LinkedHashMap<>())
          .computeIfAbsent(run.contender(), any -> new ArrayList<>())
          .add(run);
    }
    return grouped.values().stream().flatMap(of -> of.values().stream().map(Summary::new)).toList();
  }

  String workload() {
    return runs.get(0).workload();
  }

  String contender() {
    return runs.get(0).contender();
  }

  /** Whether it is a load, rather than operations on what was loaded. */
  boolean isLoad() {
    return !Double.isNaN(runs.get(0).number("write_amplification"));
  }

  Spread spread(String key) {
    return Spread.of(runs.stream().map(run -> run.number(key)).toList());
  }

  double median(String key) {
    return spread(key).median();
  }

  /** The median against stock's on the same workload; NaN without it. */
  double toStock(String key, List<Summary> all) {
    Optional<Summary> stock =
        all.stream()
            .filter(one -> one.workload().equals(workload()))
            .filter(one -> one.contender().equals(Engine.STOCK.key()))
            .findFirst();
    return stock.map(one -> median(key) / one.median(key)).orElse(Double.NaN);
  }
}
