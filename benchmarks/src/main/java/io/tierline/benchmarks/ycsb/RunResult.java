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

/**
 * One engine on one workload in one repeat.
 *
 * @param figures the labels and the numbers, in the order of the JSON
 * @param timeline samples of a load over time; empty for other workloads
 * @param flushes where a load stood at each flush; empty for other workloads
 */
record RunResult(Map<String, Object> figures, List<?> timeline, List<?> flushes) {
  /** The key of the samples in what a process leaves. */
  static final String TIMELINE = "timeline";

  /** The key of the flushes in what a process leaves. */
  static final String FLUSHES = "flush_marks";

  /** As a process left it. */
  static RunResult of(Map<String, Object> left) {
    Map<String, Object> figures = new LinkedHashMap<>(left);
    Object timeline = figures.remove(TIMELINE);
    Object flushes = figures.remove(FLUSHES);
    return new RunResult(figures, list(timeline), list(flushes));
  }

  private static List<?> list(Object value) {
    return value instanceof List<?> list ? List.copyOf(list) : List.of();
  }

  String contender() {
    return (String) figures.get("contender");
  }

  String workload() {
    return (String) figures.get("workload");
  }

  int repeat() {
    return (Integer) figures.get("repeat");
  }

  /** A figure; NaN where it was not measured. */
  double number(String key) {
    return figures.get(key) instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
