/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results as processes leave them. */
final class SampleResults {
  private SampleResults() {}

  static RunResult load(String contender, int repeat, double amplification) {
    Map<String, Object> left = labels(contender, "r6", repeat);
    left.put("throughput_ops", 100 * amplification);
    left.put("write_amplification", amplification);
    left.put("write_amplification_with_wal", amplification + 1);
    left.put("p50_put_batch_ms", 5.0);
    left.put("p999_put_batch_ms", 70.0);
    left.put("stall_seconds", 0.0);
    left.put("flushed_bytes_per_row", 1050.0);
    left.put("space_amplification", 1.2);
    left.put(
        RunResult.TIMELINE, List.of(Map.of("seconds", 1.0, "rows", 1000, "spaceBytes", 2_000_000)));
    left.put(
        RunResult.FLUSHES,
        List.of(Map.of("flush", 1, "rows", 1000, "storeBytes", 7, "compactionSeconds", 0.5)));
    return RunResult.of(left);
  }

  static RunResult reads(String contender, int repeat, double throughput) {
    Map<String, Object> left = labels(contender, "ycsb_c", repeat);
    left.put("throughput_ops", throughput);
    left.put("p99_read_ms", 1.0);
    return RunResult.of(left);
  }

  private static Map<String, Object> labels(String contender, String workload, int repeat) {
    Map<String, Object> labels = new LinkedHashMap<>();
    labels.put("contender", contender);
    labels.put("workload", workload);
    labels.put("repeat", repeat);
    return labels;
  }

  /** Two engines, two repeats, a load and reads. */
  static List<RunResult> all() {
    return List.of(
        load("stock", 1, 8),
        reads("stock", 1, 1000),
        load("rlsm", 1, 3),
        reads("rlsm", 1, 1200),
        load("rlsm", 2, 5),
        reads("rlsm", 2, 1300),
        load("stock", 2, 8),
        reads("stock", 2, 1000));
  }
}
