/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import io.tierline.cli.report.Interval;
import io.tierline.cli.report.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Medians over the repeats, and what they are to stock's. */
record Comparison(List<Map<String, Object>> runs) {
  private static final String CONTENDER = "contender";
  private static final String WORKLOAD = "workload";
  private static final String REPEAT = "repeat";

  /** The figure that a workload is judged by. */
  static String figure(String workload) {
    return switch (workload) {
      case "choose_target" -> "p99_us";
      case "heap" -> "bytes_per_block";
      case "paired_create", "paired_add_block" -> "ratio";
      default -> "throughput_ops";
    };
  }

  /** Whether each run of the workload has stock beside it, and the ratio to it already. */
  static boolean isPaired(String workload) {
    return workload.startsWith("paired_");
  }

  /** For each workload and contender one result: medians, least and most, ratios to stock. */
  List<Map<String, Object>> medians() {
    Set<List<Object>> cases = new LinkedHashSet<>();
    runs.forEach(run -> cases.add(List.of(run.get(WORKLOAD), run.get(CONTENDER))));
    List<Map<String, Object>> medians = new ArrayList<>();
    for (List<Object> one : cases) {
      medians.add(median((String) one.get(0), (String) one.get(1)));
    }
    return medians;
  }

  private Map<String, Object> median(String workload, String contender) {
    List<Map<String, Object>> own = of(workload, contender);
    Map<String, Object> result = new LinkedHashMap<>();
    result.put(CONTENDER, contender);
    result.put(WORKLOAD, workload);
    result.put(REPEAT, "median");
    result.put("repeats", own.size());
    for (String key : own.get(0).keySet()) {
      if (own.get(0).get(key) instanceof Number && !key.equals(REPEAT)) {
        Spread spread = spread(own, key);
        result.put(key, spread.median());
        if (spread.least() < spread.most()) {
          result.put(key + "_min", spread.least());
          result.put(key + "_max", spread.most());
        }
      }
    }
    if (isPaired(workload)) {
      PairFigures.put(result, Interval.of(lives(own)));
    }
    addRatios(result, workload, own);
    return result;
  }

  /** The lives of all repeats. */
  @SuppressWarnings("unchecked") // A child's figures are what JSON knows.
  private static List<List<Double>> lives(List<Map<String, Object>> runs) {
    List<List<Double>> lives = new ArrayList<>();
    runs.forEach(run -> lives.addAll((List<List<Double>>) run.get(PairFigures.BLOCKS)));
    return lives;
  }

  /** The ratio of the medians, and the median of the ratios of runs made one after the other. */
  private void addRatios(
      Map<String, Object> result, String workload, List<Map<String, Object>> own) {
    List<Map<String, Object>> stock = of(workload, Contender.STOCK.key());
    String key = figure(workload);
    if (stock.isEmpty() || isPaired(workload)) {
      return;
    }
    result.put("ratio_to_stock", spread(own, key).median() / spread(stock, key).median());
    List<Double> pairs = new ArrayList<>();
    for (Map<String, Object> run : own) {
      stock.stream()
          .filter(other -> Objects.equals(other.get(REPEAT), run.get(REPEAT)))
          .forEach(other -> pairs.add(number(run, key) / number(other, key)));
    }
    result.put("ratio_to_stock_by_pairs", Spread.of(pairs).median());
  }

  private List<Map<String, Object>> of(String workload, String contender) {
    return runs.stream()
        .filter(run -> workload.equals(run.get(WORKLOAD)) && contender.equals(run.get(CONTENDER)))
        .toList();
  }

  private static Spread spread(List<Map<String, Object>> runs, String key) {
    return Spread.of(runs.stream().map(run -> number(run, key)).toList());
  }

  private static double number(Map<String, Object> run, String key) {
    return run.get(key) instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
