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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Jobs in phases; those of a phase run together, the next one starts when all have ended.
 *
 * @param inputs datasets that are there before, on disks, by name, in bytes
 * @param phases in their order
 */
public record Workload(Map<String, Long> inputs, List<List<JobSpec>> phases) {
  private static final String CHAIN = "tera";
  private static final String GENERATED = "teragen";
  private static final String SORTED = "terasort";
  private static final int WRITER_MAPS_PER_NODE = 10;
  private static final int SMALL_MAPS = 4;
  private static final long SMALL_BYTES = 256L << 20;

  /**
   * The source's workloads, of Mishra 2018, chapter 5: 1 sorts what lies there, 2 makes it first.
   *
   * @param number 1 or 2
   * @param nodes of the cluster
   * @param slots of each node
   * @param teraBytes what is sorted
   * @param textBytes what each of the other jobs that read has to read
   * @param randomBytes what each of the random writers writes
   */
  public static Workload ofSource(
      int number, int nodes, int slots, long teraBytes, long textBytes, long randomBytes) {
    Map<String, Long> inputs = new LinkedHashMap<>();
    for (String text : List.of("text-sd1", "text-sd2", "text-sd3", "text-mean", "text-median")) {
      inputs.put(text, textBytes);
    }
    int all = nodes * slots;
    JobSpec gen = JobSpec.writer(GENERATED, Program.TERAGEN, all, teraBytes / all, CHAIN);
    JobSpec sort = new JobSpec(SORTED, Program.TERASORT, GENERATED, SORTED, 0, 0, all, CHAIN);
    JobSpec validate = JobSpec.reader("teravalidate", Program.TERAVALIDATE, SORTED, CHAIN);
    int writers = WRITER_MAPS_PER_NODE * nodes;
    List<JobSpec> second =
        List.of(deviation(2, 1), sort, deviation(2, 2), mean(2), deviation(2, 3));
    List<JobSpec> third =
        List.of(
            deviation(3, 2),
            validate,
            JobSpec.writer(
                "randomtextwriter", Program.RANDOM_TEXT_WRITER, writers, randomBytes / writers, ""),
            JobSpec.writer(
                "randomwriter", Program.RANDOM_WRITER, writers, randomBytes / writers, ""));
    if (number == 1) {
      inputs.put(GENERATED, teraBytes);
      return new Workload(inputs, List.of(second, third));
    }
    JobSpec median = JobSpec.reader("wordmedian-1", Program.WORD_MEDIAN, "text-median", "");
    List<JobSpec> first = List.of(gen, deviation(1, 1), median, mean(1));
    return new Workload(inputs, List.of(first, second, third));
  }

  private static JobSpec deviation(int phase, int text) {
    return JobSpec.reader(
        "wordstddev" + text + "-" + phase, Program.WORD_STD_DEV, "text-sd" + text, "");
  }

  private static JobSpec mean(int phase) {
    return JobSpec.reader("wordmean-" + phase, Program.WORD_MEAN, "text-mean", "");
  }

  /**
   * Many small chains at a time: each writes a dataset, and reads it.
   *
   * @param chains how many, of two jobs each
   */
  public static Workload ofSmallChains(int chains) {
    List<JobSpec> first = new ArrayList<>();
    List<JobSpec> second = new ArrayList<>();
    for (int i = 0; i < chains; i++) {
      String chain = "chain-" + i;
      String data = "data-" + i;
      first.add(JobSpec.writer(data, Program.TERAGEN, SMALL_MAPS, SMALL_BYTES, chain));
      second.add(JobSpec.reader("reader-" + i, Program.WORD_MEAN, data, chain));
    }
    return new Workload(Map.of(), List.of(first, second));
  }

  /** What LDM is told: the chains, before they run. */
  Lineage lineage() {
    Map<String, List<Job>> chains = new LinkedHashMap<>();
    for (List<JobSpec> phase : phases) {
      for (JobSpec job : phase) {
        if (job.isChained()) {
          chains.computeIfAbsent(job.chain(), name -> new ArrayList<>()).add(job.lineage());
        }
      }
    }
    return new Lineage(chains);
  }
}
