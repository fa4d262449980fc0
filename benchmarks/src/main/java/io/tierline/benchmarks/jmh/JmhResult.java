/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * One JMH result as figures: the benchmark, its parameters by name (the parameter {@code contender}
 * in lower case; a benchmark without one is its own contender), and the median with its quartiles,
 * which a busy machine disturbs less than the mean; of elapsed time, and of processor time ({@code
 * cpu_}).
 */
final class JmhResult {
  private static final String CONTENDER = "contender";

  private JmhResult() {}

  static Map<String, Object> figures(RunResult run) {
    BenchmarkParams parameters = run.getParams();
    String benchmark = parameters.getBenchmark();
    String method = benchmark.substring(benchmark.lastIndexOf('.') + 1);
    String owner = benchmark.substring(0, benchmark.lastIndexOf('.'));
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put(CONTENDER, method);
    figures.put("workload", owner.substring(owner.lastIndexOf('.') + 1) + "." + method);
    for (String key : parameters.getParamsKeys()) {
      String value = parameters.getParam(key);
      figures.put(key, key.equals(CONTENDER) ? value.toLowerCase(Locale.ROOT) : value);
    }
    figures.put("repeat", "median");
    put(figures, "", run.getPrimaryResult());
    Result<?> cpu = run.getSecondaryResults().get(CpuTime.LABEL);
    if (cpu != null) {
      put(figures, "cpu_", cpu);
    }
    figures.put("samples", run.getPrimaryResult().getStatistics().getN());
    return figures;
  }

  private static void put(Map<String, Object> figures, String prefix, Result<?> result) {
    Statistics statistics = result.getStatistics();
    String unit = prefix + unit(result.getScoreUnit());
    figures.put(unit, statistics.getPercentile(50));
    figures.put(unit + "_p25", statistics.getPercentile(25));
    figures.put(unit + "_p75", statistics.getPercentile(75));
  }

  /** For example {@code ns_per_op} for JMH's {@code ns/op}. */
  private static String unit(String unit) {
    return unit.replace("/", "_per_").replaceAll("\\W", "_");
  }
}
