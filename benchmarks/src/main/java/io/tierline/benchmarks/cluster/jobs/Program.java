/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import io.tierline.benchmarks.cluster.jobs.Stage.Source;
import java.util.List;

/**
 * The programs that workloads run, by what they cost.
 *
 * <p>Seconds are those of one core for a MiB that is read (of generators: written). Those of
 * hadoop-mapreduce-examples are measured with Hadoop 3.4.2, a sort's halved between maps and
 * reducers; all others are assumed. docs/benchmarks/ldm-sim.md and ldm-sim-loads.md say how.
 */
public enum Program {
  /** Rows of 100 bytes out of nothing. */
  TERAGEN(new Stage(Source.NOTHING, 0.012, 1)),
  /** All of the input through the shuffle. */
  TERASORT(new Stage(Source.BLOCKS, 0.026, 1), new Stage(Source.MERGED, 0.026, 1)),
  /** One map a file, whatever its size; a checksum and the ends' keys. */
  TERAVALIDATE(new Stage(Source.FILES, 0.005, 0)),
  /** Words' lengths; the combiner leaves two records a map. */
  WORD_MEAN(new Stage(Source.BLOCKS, 0.068, 0)),
  /** Words' lengths and how often each occurs. */
  WORD_MEDIAN(new Stage(Source.BLOCKS, 0.068, 0)),
  /** Words' lengths and their squares. */
  WORD_STD_DEV(new Stage(Source.BLOCKS, 0.068, 0)),
  /** Random bytes, a sequence file. */
  RANDOM_WRITER(new Stage(Source.NOTHING, 0.006, 1)),
  /** Random words, a sequence file. */
  RANDOM_TEXT_WRITER(new Stage(Source.NOTHING, 0.007, 1)),

  /** What comes in from outside, as it is. */
  INGEST(new Stage(Source.NOTHING, 0.006, 1)),
  /** Maps alone: rows that are wanted, in a form that takes half of the room. */
  CLEAN(new Stage(Source.BLOCKS, 0.068, 0.5)),
  /** A tenth of the input goes through the shuffle and is written. */
  SUMMARISE(new Stage(Source.BLOCKS, 0.068, 0.1), new Stage(Source.MERGED, 0.026, 1)),

  /** Spark: rows to a columnar form, a third of the size. */
  SPARK_EXTRACT(new Stage(Source.BLOCKS, 0.04, 0.33)),
  /** Spark: both inputs are shuffled by their keys; half of it is left and written. */
  SPARK_JOIN(new Stage(Source.BLOCKS, 0.025, 0.8), new Stage(Source.FETCHED, 0.025, 0.5)),
  /** Spark: two shuffles, by one key and then by another one. */
  SPARK_AGGREGATE(
      new Stage(Source.BLOCKS, 0.025, 0.3),
      new Stage(Source.FETCHED, 0.025, 0.5),
      new Stage(Source.FETCHED, 0.025, 1)),
  /** Spark: it reads, and keeps next to nothing. */
  SPARK_SCAN(new Stage(Source.BLOCKS, 0.025, 0));

  /** Seconds until a container runs, at the least and how much more. */
  private static final double LEAST_START = 0.5;

  private static final double MORE_START = 2;

  /** A task is sent to an executor that is there, in a hundredth of the time. */
  private static final double EXECUTOR = 0.01;

  private final List<Stage> stages;

  Program(Stage... stages) {
    this.stages = List.of(stages);
  }

  List<Stage> stages() {
    return stages;
  }

  /**
   * Seconds from a slot until the task in it begins.
   *
   * @param drawn from 0 to below 1
   */
  double start(double drawn) {
    double container = LEAST_START + MORE_START * drawn;
    return isSpark() ? EXECUTOR * container : container;
  }

  private boolean isSpark() {
    return name().startsWith("SPARK_");
  }

  /** Bytes that it writes to HDFS for a byte that it reads. */
  double written() {
    return stages.stream().mapToDouble(Stage::out).reduce(1, (one, other) -> one * other);
  }
}
