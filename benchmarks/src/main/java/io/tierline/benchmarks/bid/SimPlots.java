/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures that the page's script draws. */
final class SimPlots {
  private static final List<String> COLUMNS =
      List.of(
          "seconds",
          "arm_movements",
          "arm_distance_tracks",
          "p50_read_ms",
          "p99_read_ms",
          "max_read_ms",
          "p50_write_ms",
          "p99_write_ms",
          "max_write_ms");

  private SimPlots() {}

  static Map<String, Object> data(List<SimRun> runs, List<Summary> summaries) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("results", summaries.stream().map(SimPlots::result).toList());
    // Lines of one seed: a median of positions would be no path that an arm ever took.
    data.put("arm", arm(runs.get(0).arm()));
    data.put("processes", processes(runs.get(0).processes()));
    return data;
  }

  private static Map<String, Object> result(Summary summary) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("workload", summary.workload());
    result.put("contender", summary.contender());
    result.put("kind", kind(summary.contender()));
    for (String column : COLUMNS) {
      double value = summary.median(column);
      result.put(column, Double.isFinite(value) ? value : null);
    }
    return result;
  }

  private static String kind(String contender) {
    if (Peers.NAMES.contains(Peers.policyOf(contender))) {
      return "peer";
    }
    return contender.startsWith("bound") ? "bound" : "ours";
  }

  /** By workload and contender: ms and track, one after the other. */
  private static Map<String, Map<String, List<Double>>> arm(List<Row> rows) {
    Map<String, Map<String, List<Double>>> all = new LinkedHashMap<>();
    for (Row row : rows) {
      List<Double> of = list(all, row);
      of.add(row.number("ms"));
      of.add(row.number("track"));
    }
    return all;
  }

  /** By workload and contender: the processes' p99, least first. */
  private static Map<String, Map<String, List<Double>>> processes(List<Row> rows) {
    Map<String, Map<String, List<Double>>> all = new LinkedHashMap<>();
    for (Row row : rows) {
      boolean enough = row.number("requests") >= Comparison.REQUESTS_FOR_P99;
      if (enough && row.number("p99_ms") > 0) {
        list(all, row).add(row.number("p99_ms"));
      }
    }
    all.values().forEach(of -> of.values().forEach(p99 -> p99.sort(Double::compare)));
    return all;
  }

  private static List<Double> list(Map<String, Map<String, List<Double>>> all, Row row) {
    return all.computeIfAbsent(row.workload(), none -> new LinkedHashMap<>())
        .computeIfAbsent(row.contender(), none -> new ArrayList<>());
  }
}
