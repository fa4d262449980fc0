/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import io.tierline.benchmarks.cluster.hdfs.Hardware;
import io.tierline.benchmarks.cluster.hdfs.Lineage;
import io.tierline.benchmarks.cluster.hdfs.Placement;
import io.tierline.ldm.foresight.OutputHistory;
import io.tierline.ldm.lineage.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Jobs in phases, or jobs that have their times. Those of a phase run together, the next one starts
 * when all have ended.
 *
 * @param inputs datasets that are there before, on disks, by name, in bytes
 * @param phases in their order
 * @param calendar jobs that have their times
 * @param told what the configurations of jobs say that they will write, by dataset, in bytes
 */
public record Workload(
    Map<String, Long> inputs,
    List<List<JobSpec>> phases,
    Calendar calendar,
    Map<String, Long> told) {
  private static final String CHAIN = "tera";

  /** The chain's first job, and what it writes. */
  public static final String GENERATED = "teragen";

  /** The chain's second job, and what it writes. */
  public static final String SORTED = "terasort";

  /** The chain's last job. */
  public static final String VALIDATED = "teravalidate";

  /** Maps of TeraGen by Hadoop's default. */
  private static final int DEFAULT_MAPS = 2;

  private static final int WRITER_MAPS_PER_NODE = 10;
  private static final int SMALL_MAPS = 4;
  private static final long SMALL_BYTES = 256L << 20;
  private static final int MOST_OUTPUTS = 4;
  private static final int LAST_OUTPUTS = 2;
  private static final double STEP = 0.5;

  /** Jobs in phases alone. */
  Workload(Map<String, Long> inputs, List<List<JobSpec>> phases) {
    this(inputs, phases, Calendar.NONE, Map.of());
  }

  /** Jobs that have their times alone. */
  Workload(Calendar calendar) {
    this(Map.of(), List.of(), calendar, Map.of());
  }

  /**
   * The source's workloads, of Mishra 2018, chapter 5: 1 sorts what lies there, 2 makes it first.
   *
   * @param number 1 or 2
   * @param nodes of the cluster
   * @param slots of each node
   * @param teraBytes what is sorted
   * @param textBytes what each of the other jobs that read has to read
   * @param randomBytes what each of the random writers writes
   * @param reducers of the sort, each of which writes a file; 0 for one in each slot
   */
  public static Workload ofSource(
      int number,
      int nodes,
      int slots,
      long teraBytes,
      long textBytes,
      long randomBytes,
      int reducers) {
    Map<String, Long> inputs = new LinkedHashMap<>();
    for (String text : List.of("text-sd1", "text-sd2", "text-sd3", "text-mean", "text-median")) {
      inputs.put(text, textBytes);
    }
    int all = nodes * slots;
    JobSpec gen = JobSpec.writer(GENERATED, Program.TERAGEN, all, teraBytes / all, CHAIN);
    JobSpec sort =
        JobSpec.maker(
            SORTED, Program.TERASORT, List.of(GENERATED), reducers == 0 ? all : reducers, CHAIN);
    JobSpec validate = JobSpec.reader(VALIDATED, Program.TERAVALIDATE, SORTED, CHAIN);
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
    // As TeraGen's configuration tells how many rows it will write.
    return new Workload(
        inputs,
        List.of(first, second, third),
        Calendar.NONE,
        Map.of(GENERATED, (long) gen.maps() * gen.mapBytes()));
  }

  /**
   * The chain alone, one job after the other, as Hadoop's defaults have it: two maps that write,
   * one reducer, one map that reads its file.
   *
   * @param teraBytes what is sorted
   * @param inputs datasets that are there, by name with their bytes
   */
  public static Workload ofChain(long teraBytes, Map<String, Long> inputs) {
    return new Workload(
        inputs,
        List.of(
            List.of(
                JobSpec.writer(
                    GENERATED, Program.TERAGEN, DEFAULT_MAPS, teraBytes / DEFAULT_MAPS, CHAIN)),
            List.of(JobSpec.maker(SORTED, Program.TERASORT, List.of(GENERATED), 1, CHAIN)),
            List.of(JobSpec.reader(VALIDATED, Program.TERAVALIDATE, SORTED, CHAIN))));
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

  /** What its jobs write, in their order. */
  private Map<String, Long> outputs() {
    Map<String, Long> outputs = new LinkedHashMap<>();
    for (List<JobSpec> phase : phases) {
      for (JobSpec job : phase) {
        double bytes = (double) job.maps() * job.mapBytes();
        for (String input : job.inputs()) {
          bytes += inputs.getOrDefault(input, outputs.getOrDefault(input, 0L));
        }
        if (!job.output().isEmpty()) {
          outputs.put(job.output(), Math.round(job.program().written() * bytes));
        }
      }
    }
    return outputs;
  }

  /**
   * Ways to give the SSDs' room to the datasets, for somebody who knows all sizes before: to each
   * but the last two from no to three fast replicas by halves, to those what is left. None where
   * there are too many to try.
   */
  List<Map<String, Double>> shares(Hardware hardware) {
    Map<String, Long> outputs = outputs();
    List<Map<String, Double>> ways = new ArrayList<>();
    if (!outputs.isEmpty() && outputs.size() <= MOST_OUTPUTS) {
      double room = (double) hardware.nodes() * hardware.ssdBytes();
      addShares(new ArrayList<>(outputs.keySet()), outputs, room, Map.of(), ways);
    }
    return ways;
  }

  private static void addShares(
      List<String> left,
      Map<String, Long> bytes,
      double room,
      Map<String, Double> given,
      List<Map<String, Double>> ways) {
    if (left.isEmpty()) {
      ways.add(given);
      return;
    }
    String next = left.get(0);
    double most = Math.min(Placement.REPLICAS, room / bytes.get(next));
    for (double share : left.size() <= LAST_OUTPUTS ? List.of(most) : steps(most)) {
      Map<String, Double> more = new LinkedHashMap<>(given);
      more.put(next, share);
      addShares(left.subList(1, left.size()), bytes, room - share * bytes.get(next), more, ways);
    }
  }

  private static List<Double> steps(double most) {
    List<Double> steps = new ArrayList<>();
    for (double step = 0; step < most; step += STEP) {
      steps.add(step);
    }
    steps.add(most);
    return steps;
  }

  /**
   * What LDM is told: the registered applications, before they run.
   *
   * @param history what earlier runs have taught
   */
  Lineage lineage(OutputHistory history) {
    if (!calendar.jobs().isEmpty()) {
      return new Lineage(calendar.workflows(), Calendar.BEGIN, history);
    }
    Map<String, List<Job>> applications = new LinkedHashMap<>();
    Map<String, Integer> files = new HashMap<>();
    for (List<JobSpec> phase : phases) {
      phase.forEach(job -> files.put(job.output(), job.files()));
      for (JobSpec job : phase) {
        if (!job.application().isEmpty()) {
          applications
              .computeIfAbsent(job.application(), name -> new ArrayList<>())
              .add(job.lineage(files));
        }
      }
    }
    Lineage lineage = new Lineage(applications, history);
    told.forEach(lineage::told);
    return lineage;
  }
}
