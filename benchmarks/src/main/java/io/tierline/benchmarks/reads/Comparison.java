/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import io.tierline.cli.report.Interval;
import io.tierline.cli.report.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Windows of several engines, the same reads in each turn, and what they say by pairs. */
final class Comparison {
  private static final double NANOS_PER_MICRO = 1e3;

  private final List<List<WindowFigures>> turns = new ArrayList<>();
  private final List<String> contenders;

  /** None yet; the others are compared with the first. */
  Comparison(List<String> contenders) {
    this.contenders = List.copyOf(contenders);
  }

  /** Takes one window of each, in the order of the contenders. */
  void add(List<WindowFigures> turn) {
    turns.add(List.copyOf(turn));
  }

  /**
   * The figures of each contender. A ratio is the first contender's time by the other's: above 1
   * the other is quicker. {@code _low}, {@code _high} and {@code says} are of the {@link Interval}.
   */
  List<Map<String, Object>> results(Map<String, Object> labels, boolean isGet) {
    List<Map<String, Object>> results = new ArrayList<>();
    for (int i = 0; i < contenders.size(); i++) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("contender", contenders.get(i));
      result.putAll(labels);
      result.put("pairs", turns.size());
      figures(result, i, isGet);
      if (i > 0) {
        ratio(result, "", i, WindowFigures::nanos);
        ratio(result, "cpu_", i, WindowFigures::cpuNanos);
        ratio(result, "device_", i, WindowFigures::deviceNanos);
      }
      results.add(result);
    }
    return results;
  }

  private void figures(Map<String, Object> result, int contender, boolean isGet) {
    result.put("us", each(contender, WindowFigures::nanos) / NANOS_PER_MICRO);
    result.put("cpu_us", each(contender, WindowFigures::cpuNanos) / NANOS_PER_MICRO);
    result.put("device_us", each(contender, WindowFigures::deviceNanos) / NANOS_PER_MICRO);
    result.put("elapsed_us", each(contender, WindowFigures::elapsedNanos) / NANOS_PER_MICRO);
    WindowFigures all =
        turns.stream()
            .map(turn -> turn.get(contender))
            .reduce(WindowFigures.NONE, WindowFigures::plus);
    result.put("operations", all.operations());
    result.put("rows_each", all.each(all.rows()));
    result.put("hit_ratio", all.hitRatio());
    result.put("cache_requests_each", all.each(all.cacheRequests()));
    result.put("file_reads_each", all.each(all.fileReads()));
    result.put("file_bytes_each", all.each(all.fileBytes()));
    result.put("device_requests_each", all.each(all.deviceRequests()));
    if (isGet) {
      result.put("blooms_each", all.each(all.blooms()));
      result.put("files_each", all.each(all.blooms() - all.bloomsNegative()));
    }
  }

  private double each(int contender, ToDoubleFunction<WindowFigures> figure) {
    return Spread.of(
            turns.stream()
                .map(turn -> turn.get(contender))
                .map(one -> one.each(figure.applyAsDouble(one)))
                .toList())
        .median();
  }

  private void ratio(
      Map<String, Object> result,
      String which,
      int contender,
      ToDoubleFunction<WindowFigures> figure) {
    List<Double> ratios =
        turns.stream()
            .map(
                turn ->
                    figure.applyAsDouble(turn.get(0)) / figure.applyAsDouble(turn.get(contender)))
            // Neither has read anything.
            .filter(ratio -> !ratio.isNaN())
            .toList();
    if (!ratios.isEmpty()) {
      Interval interval = Interval.of(List.of(ratios));
      result.put(which + "ratio", interval.ratio());
      result.put(which + "ratio_low", interval.low());
      result.put(which + "ratio_high", interval.high());
      result.put(which + "says", interval.says());
    }
  }
}
