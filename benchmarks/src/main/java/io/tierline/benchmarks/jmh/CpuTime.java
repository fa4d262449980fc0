/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Processor time of the measuring threads per operation. Where other processes want the same cores,
 * elapsed time says how busy they were; this does not count the time spent waiting for one. Their
 * share of the caches and of memory it still shows.
 */
public final class CpuTime implements InternalProfiler {
  /** The result's name. */
  static final String LABEL = "cpu";

  private static final String WORKER = "jmh-worker";

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long before;

  /** Created by JMH through reflection. */
  public CpuTime() {}

  @Override
  public String getDescription() {
    return "processor time per operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = workers();
  }

  @Override
  @SuppressWarnings("rawtypes") // As JMH declares it.
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long spent = workers() - before;
    long operations = Math.max(1, result.getMetadata().getAllOps());
    double each = (double) spent / operations;
    return List.of(new ScalarResult(LABEL, each, "ns/op", AggregationPolicy.AVG));
  }

  private long workers() {
    long nanos = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().contains(WORKER)) {
        nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return nanos;
  }
}
