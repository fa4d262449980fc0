/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import io.tierline.benchmarks.ycsb.Latencies.Kind;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The figures of an operation phase. {@code throughput_ops} is operations per second, a scan being
 * one; latencies are those that a client sees, by kind of call.
 */
final class OperationFigures {
  private static final double P50 = 50;
  private static final double P99 = 99;
  private static final double P999 = 99.9;
  private static final double MOST = 100;

  private OperationFigures() {}

  static Map<String, Object> of(long operations, double seconds, Latencies latencies) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("operations", operations);
    all.put("seconds", seconds);
    all.put("throughput_ops", operations / seconds);
    for (Kind kind : Kind.values()) {
      if (latencies.count(kind) > 0) {
        percentiles(all, latencies, kind);
      }
    }
    return all;
  }

  static void percentiles(Map<String, Object> all, Latencies latencies, Kind kind) {
    String name = kind.name().toLowerCase(Locale.ROOT);
    all.put("p50_" + name + "_ms", latencies.percentileMillis(kind, P50));
    all.put("p99_" + name + "_ms", latencies.percentileMillis(kind, P99));
    all.put("p999_" + name + "_ms", latencies.percentileMillis(kind, P999));
    all.put("max_" + name + "_ms", latencies.percentileMillis(kind, MOST));
  }
}
