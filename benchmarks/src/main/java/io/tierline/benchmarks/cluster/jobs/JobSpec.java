/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import io.tierline.benchmarks.cluster.hdfs.Lineage;
import io.tierline.ldm.lineage.Job;

/**
 * A job.
 *
 * @param name unique in its workload
 * @param program what it runs
 * @param input the dataset that it reads; "" for none
 * @param output the dataset that it writes; "" for next to nothing
 * @param maps how many maps, where there is no input to split
 * @param mapBytes what each of those writes
 * @param reducers how many, where the program has a shuffle
 * @param chain the chained application that it is part of; "" for none
 */
public record JobSpec(
    String name,
    Program program,
    String input,
    String output,
    int maps,
    long mapBytes,
    int reducers,
    String chain) {

  /** One that reads a dataset, and writes next to nothing. */
  public static JobSpec reader(String name, Program program, String input, String chain) {
    return new JobSpec(name, program, input, "", 0, 0, 0, chain);
  }

  /** One that writes a dataset out of nothing. */
  public static JobSpec writer(
      String name, Program program, int maps, long mapBytes, String chain) {
    return new JobSpec(name, program, "", name, maps, mapBytes, 0, chain);
  }

  boolean isChained() {
    return !chain.isEmpty();
  }

  /** As lineage has it. */
  Job lineage() {
    Job.Builder job = Job.named(name, "map-reduce");
    if (!input.isEmpty()) {
      job.reads(Lineage.path(input));
    }
    if (!output.isEmpty()) {
      job.writes(Lineage.path(output));
    }
    return job.build();
  }
}
