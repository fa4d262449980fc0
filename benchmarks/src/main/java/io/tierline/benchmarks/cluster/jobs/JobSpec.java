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
import io.tierline.ldm.lineage.Reading;
import java.util.List;
import java.util.Map;

/**
 * A job.
 *
 * @param name unique in its workload
 * @param program what it runs
 * @param inputs the datasets that it reads
 * @param output the dataset that it writes; "" for next to nothing
 * @param maps how many maps, where there is no input to split
 * @param mapBytes what each of those writes
 * @param reducers how many tasks each stage behind the first one has
 * @param application the registered application that it is part of; "" for none
 * @param isChained whether its time counts as the chain's
 */
public record JobSpec(
    String name,
    Program program,
    List<String> inputs,
    String output,
    int maps,
    long mapBytes,
    int reducers,
    String application,
    boolean isChained) {
  /** Copies the list; the record is immutable. */
  public JobSpec {
    inputs = List.copyOf(inputs);
  }

  /**
   * One that makes a dataset of others.
   *
   * @param chain the application, whose time counts as the chain's; "" for none
   */
  public static JobSpec maker(
      String name, Program program, List<String> inputs, int reducers, String chain) {
    return new JobSpec(name, program, inputs, name, 0, 0, reducers, chain, !chain.isEmpty());
  }

  /** One that reads a dataset, and writes next to nothing. */
  public static JobSpec reader(String name, Program program, String input, String chain) {
    return new JobSpec(name, program, List.of(input), "", 0, 0, 0, chain, !chain.isEmpty());
  }

  /** One that writes a dataset out of nothing. */
  public static JobSpec writer(
      String name, Program program, int maps, long mapBytes, String chain) {
    return new JobSpec(name, program, List.of(), name, maps, mapBytes, 0, chain, !chain.isEmpty());
  }

  /** The same, whose time does not count as the chain's. */
  JobSpec beside() {
    return new JobSpec(name, program, inputs, output, maps, mapBytes, reducers, application, false);
  }

  /** How many files its output has: one of each task that writes. */
  int files() {
    return reducers > 0 ? reducers : maps;
  }

  /**
   * As lineage has it.
   *
   * @param files of datasets, as far as definitions say how many
   */
  Job lineage(Map<String, Integer> files) {
    Job.Builder job = Job.named(name, "map-reduce").reading(Reading.UNKNOWN.by(tasks(files)));
    inputs.forEach(input -> job.reads(Lineage.path(input)));
    if (!output.isEmpty()) {
      job.writes(Lineage.path(output));
    }
    return job.build();
  }

  /** Known of who has a task for each file. */
  private int tasks(Map<String, Integer> files) {
    boolean isKnown =
        program.stages().get(0).source() == Stage.Source.FILES
            && inputs.stream().allMatch(input -> files.getOrDefault(input, 0) > 0);
    return isKnown ? inputs.stream().mapToInt(files::get).sum() : 0;
  }
}
