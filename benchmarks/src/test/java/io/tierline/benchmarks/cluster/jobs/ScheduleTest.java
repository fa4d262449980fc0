/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tierline.benchmarks.cluster.hdfs.Contender;
import io.tierline.benchmarks.cluster.hdfs.Disk;
import io.tierline.benchmarks.cluster.hdfs.Hardware;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final long GIB = 1L << 30;
  private static final Hardware HARDWARE =
      new Hardware(4, 2, 4, 1, new Disk(150, 0.009, 1), 8 * GIB, 500, 10);

  private static final JobSpec WRITER =
      JobSpec.writer("data", Program.TERAGEN, 4, GIB, "application");
  private static final JobSpec READER =
      JobSpec.reader("reader", Program.WORD_MEAN, "data", "application");

  private static Simulation simulation(double readerAt, Map<String, Double> deletions) {
    List<Workflow> workflows = new ArrayList<>();
    for (String name : List.of("data", "reader")) {
      List<Job> jobs = List.of(Job.named("workflow", "map-reduce").build());
      workflows.add(new Workflow(name, name, jobs, List.of()));
    }
    Calendar calendar =
        new Calendar(
            List.of(new Calendar.Due(WRITER, 100), new Calendar.Due(READER, readerAt)),
            deletions,
            workflows);
    Workload load = new Workload(calendar);
    return new Simulation(load, HARDWARE, Contender.ALL_SSD.ways(List.of()).get(0), 61);
  }

  @Test
  void readersWaitForWhatTheyReadAndTheirTimeRuns() {
    Outcome early = simulation(100, Map.of()).run();
    Outcome late = simulation(100_000, Map.of()).run();
    double written = early.jobSeconds().get("data");
    double alone = late.jobSeconds().get("reader");
    assertThat(early.jobSeconds().get("reader")).isCloseTo(written + alone, within(3.0));
    assertThat(early.seconds()).isEqualTo(early.chainSeconds());
  }

  @Test
  void whatIsStillReadIsDeletedLater() {
    Simulation simulation = simulation(20_000, Map.of("data", 1_000.0));
    Outcome outcome = simulation.run();
    assertThat(outcome.traffic().read()).isEqualTo(4 * GIB);
  }
}
