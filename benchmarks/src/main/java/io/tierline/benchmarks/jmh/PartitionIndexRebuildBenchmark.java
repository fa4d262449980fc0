/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import io.tierline.rlsm.index.PartitionIndex;
import io.tierline.rlsm.index.RowSketch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a partition index cost a flush or a compaction: laying the sketches of a store side by
 * side, and doing so again when one file of 2,000 rows has come?
 *
 * <pre>./tierline jmh PartitionIndexRebuildBenchmark</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@State(Scope.Thread)
public class PartitionIndexRebuildBenchmark {
  private static final int FLUSHED = 2000;

  /** Files and rows of each. */
  @Param({"48x2000", "32x1300000"})
  String store;

  private List<RowSketch> before;
  private List<RowSketch> after;
  private PartitionIndex index;

  /** Makes the sketches. */
  @Setup
  public void build() {
    String[] size = store.split("x");
    before = PartitionIndexBenchmark.sketches(Integer.parseInt(size[0]), Integer.parseInt(size[1]));
    after = new ArrayList<>(before);
    after.addAll(PartitionIndexBenchmark.sketches(1, FLUSHED));
    index = PartitionIndex.of(before, Long.MAX_VALUE);
    if (PartitionIndex.of(after, Long.MAX_VALUE).files() != before.size() + 1) {
      throw new AssertionError("a file is missing");
    }
  }

  /** From nothing. */
  @Benchmark
  public PartitionIndex afresh() {
    return PartitionIndex.of(before, Long.MAX_VALUE);
  }

  /** After a flush. */
  @Benchmark
  public PartitionIndex afterFlush() {
    return index.with(after);
  }
}
