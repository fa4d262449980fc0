/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A chain of Spark jobs beside MapReduce jobs. Events are brought to a columnar form; they are
 * joined with users; a report and features are made of what comes out, the features of the events
 * as well. The chain is registered, the jobs beside it are not.
 */
public final class SparkLoad {
  private static final String CHAIN = "spark";
  private static final String RAW = "raw-events";
  private static final String USERS = "users";
  private static final String EVENTS = "events";
  private static final String JOINED = "joined";
  private static final int WRITER_MAPS_PER_NODE = 10;

  /** Users take a fifth of what the events' raw form takes. */
  private static final int USERS_PART = 5;

  private SparkLoad() {}

  /**
   * The load.
   *
   * @param nodes of the cluster
   * @param slots of each node; a stage behind a shuffle has as many tasks as there are slots
   * @param rawBytes events as they are there before
   * @param textBytes what each of the other jobs that read has to read
   * @param randomBytes what the random writer writes
   */
  public static Workload of(int nodes, int slots, long rawBytes, long textBytes, long randomBytes) {
    Map<String, Long> inputs = new LinkedHashMap<>();
    inputs.put(RAW, rawBytes);
    inputs.put(USERS, rawBytes / USERS_PART);
    inputs.put("text-1", textBytes);
    inputs.put("text-2", textBytes);
    int tasks = nodes * slots;
    int writers = WRITER_MAPS_PER_NODE * nodes;
    return new Workload(
        inputs,
        List.of(
            List.of(
                JobSpec.maker(EVENTS, Program.SPARK_EXTRACT, List.of(RAW), 0, CHAIN),
                JobSpec.reader("wordmean-1", Program.WORD_MEAN, "text-1", "")),
            List.of(
                JobSpec.maker(JOINED, Program.SPARK_JOIN, List.of(EVENTS, USERS), tasks, CHAIN),
                JobSpec.reader("wordmean-2", Program.WORD_MEAN, "text-2", "")),
            List.of(
                JobSpec.maker("report", Program.SPARK_AGGREGATE, List.of(JOINED), tasks, CHAIN),
                JobSpec.maker(
                    "features", Program.SPARK_AGGREGATE, List.of(JOINED, EVENTS), tasks, CHAIN),
                JobSpec.writer(
                    "randomwriter", Program.RANDOM_WRITER, writers, randomBytes / writers, ""))));
  }
}
