/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Data that are read again and again: twelve datasets, of which each second one is there before and
 * the others are written in the first three phases. In each of eight phases six jobs read, each a
 * dataset that is there, drawn by Zipf's law with exponent 1. All jobs are registered before they
 * run; those of a dataset are an application.
 */
public final class HotLoad {
  private static final int DATASETS = 12;
  private static final int PHASES = 8;
  private static final int READERS = 6;
  private static final int WRITTEN_PER_PHASE = 4;

  private HotLoad() {}

  /**
   * The load.
   *
   * @param tasks maps of a writer
   * @param bytes of a dataset
   * @param seed of who reads what
   */
  public static Workload of(int tasks, long bytes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, Long> inputs = new LinkedHashMap<>();
    for (int i = 0; i < DATASETS; i += 2) {
      inputs.put(name(i), bytes);
    }
    List<List<JobSpec>> phases = new ArrayList<>();
    for (int phase = 0; phase < PHASES; phase++) {
      List<JobSpec> jobs = new ArrayList<>();
      for (int i = 1; i < DATASETS; i += 2) {
        if (writtenIn(i) == phase) {
          jobs.add(JobSpec.writer(name(i), Program.TERAGEN, tasks, bytes / tasks, "of-" + i));
        }
      }
      for (int i = 0; i < READERS; i++) {
        jobs.add(reader(phase, i, drawn(phase, random)));
      }
      phases.add(jobs);
    }
    return new Workload(inputs, phases);
  }

  private static JobSpec reader(int phase, int number, int dataset) {
    String name = "read-" + phase + "-" + number;
    JobSpec job = JobSpec.reader(name, Program.SPARK_SCAN, name(dataset), "of-" + dataset);
    return isWritten(dataset) ? job : job.beside();
  }

  private static String name(int dataset) {
    return "hot-" + dataset;
  }

  private static boolean isWritten(int dataset) {
    return dataset % 2 == 1;
  }

  private static int writtenIn(int dataset) {
    return dataset / WRITTEN_PER_PHASE;
  }

  /** One that is there when the phase begins. */
  private static int drawn(int phase, SplittableRandom random) {
    double all = 0;
    for (int i = 0; i < DATASETS; i++) {
      all += weight(i, phase);
    }
    double left = random.nextDouble() * all;
    int drawn = 0;
    while (left >= weight(drawn, phase)) {
      left -= weight(drawn, phase);
      drawn++;
    }
    return drawn;
  }

  private static double weight(int dataset, int phase) {
    boolean isThere = !isWritten(dataset) || writtenIn(dataset) < phase;
    return isThere ? 1.0 / (dataset + 1) : 0;
  }
}
