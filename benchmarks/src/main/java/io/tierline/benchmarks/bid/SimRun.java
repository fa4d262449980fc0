/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What one start of {@code bid-sim} printed.
 *
 * @param repeat counted from 1
 * @param seed of the generated workloads
 * @param figures one row per workload and contender
 * @param processes one row per workload, contender and process
 * @param arm positions of the arm; empty when they were not asked for
 */
record SimRun(int repeat, long seed, List<Row> figures, List<Row> processes, List<Row> arm) {
  /** The contenders against each other, by workload, in the order in which they were printed. */
  Map<String, Comparison> comparisons() {
    Map<String, List<Row>> figuresOf = byWorkload(figures);
    Map<String, List<Row>> processesOf = byWorkload(processes);
    Map<String, Comparison> comparisons = new LinkedHashMap<>();
    figuresOf.forEach(
        (workload, rows) ->
            comparisons.put(
                workload, new Comparison(rows, processesOf.getOrDefault(workload, List.of()))));
    return comparisons;
  }

  private static Map<String, List<Row>> byWorkload(List<Row> rows) {
    Function<Row, String> workload = Row::workload;
    return rows.stream()
        .collect(Collectors.groupingBy(workload, LinkedHashMap::new, Collectors.toList()));
  }
}
