/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import io.tierline.ldm.lineage.LineageException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How long single calls of the placement policy take, for new blocks of three replicas. */
final class ChooseTarget {
  private static final int WARM_UP_SHARE = 2;
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int DIGITS = 3;
  private static final double NANOS_PER_MICRO = 1e3;

  private ChooseTarget() {}

  static List<Map<String, Object>> measure(Settings settings) throws LineageException {
    Placing placing = Placing.of(settings);
    for (int i = 0; i < settings.calls() / WARM_UP_SHARE; i++) {
      placing.place(i);
    }
    Histogram nanos = new Histogram(MOST_NANOS, DIGITS);
    for (int i = 0; i < settings.calls(); i++) {
      String path = placing.path(i);
      long start = System.nanoTime();
      placing.place(path, i);
      nanos.recordValue(Math.min(MOST_NANOS, System.nanoTime() - start));
    }
    Map<String, Object> result = ContenderRun.result(settings, "choose_target");
    result.put("operations", settings.calls());
    result.put("p50_us", nanos.getValueAtPercentile(50) / NANOS_PER_MICRO);
    result.put("p99_us", nanos.getValueAtPercentile(99) / NANOS_PER_MICRO);
    result.put("p999_us", nanos.getValueAtPercentile(99.9) / NANOS_PER_MICRO);
    result.put("most_us", nanos.getMaxValue() / NANOS_PER_MICRO);
    return List.of(result);
  }
}
