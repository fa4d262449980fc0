/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import io.tierline.benchmarks.ycsb.Rows;
import java.util.List;

/**
 * What the process runs; also the form in which the parent hands it over.
 *
 * @param engines by key, the first is what the others are compared with; one that stands there
 *     twice is compared with itself
 * @param rows of each table
 * @param flushBytes size of the memstore at a flush
 * @param states in their order
 * @param workloads in their order
 * @param caches sizes of the block cache, in parts of the data
 * @param pageCache size of the operating system's cache, likewise
 * @param device below it
 * @param pairs of each engine with the first
 * @param windowMillis that a window of reads takes, about
 * @param rate of puts to each table, a second, in {@link State#LOADING}
 * @param settleSeconds without any change of store files that end the waiting for compactions
 * @param directory for all data
 */
record Settings(
    List<String> engines,
    long rows,
    long flushBytes,
    List<State> states,
    List<Workload> workloads,
    List<Double> caches,
    double pageCache,
    Device device,
    int pairs,
    int windowMillis,
    int rate,
    double settleSeconds,
    String directory) {

  /**
   * What a byte that was put takes in a cache, with what HFiles and the cache itself add and with
   * what the cache leaves free, so that all of the data fit where the size is all of the data.
   */
  private static final double CACHED_PER_BYTE = 1.15;

  Settings {
    engines = List.copyOf(engines);
    states = List.copyOf(states);
    workloads = List.copyOf(workloads);
    caches = List.copyOf(caches);
  }

  /** The size of a cache that is that part of the data. */
  long cacheBytes(double part) {
    return Math.round(part * rows * Rows.USER_BYTES * CACHED_PER_BYTE);
  }
}
