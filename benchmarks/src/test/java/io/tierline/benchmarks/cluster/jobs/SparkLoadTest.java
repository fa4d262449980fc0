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
import io.tierline.benchmarks.cluster.jobs.Traffic.Way;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SparkLoadTest {
  private static final long GIB = 1L << 30;
  private static final Hardware HARDWARE =
      new Hardware(6, 3, 4, 1, new Disk(150, 0.009, 1), 8 * GIB, 500, 10);
  private static final long RAW = 24 * GIB;
  private static final Workload LOAD = SparkLoad.of(6, 4, RAW, 2 * GIB, 2 * GIB);

  private static Simulation simulation(Contender contender) {
    return new Simulation(LOAD, HARDWARE, contender.ways(LOAD.shares(HARDWARE)).get(0), 41);
  }

  @ParameterizedTest
  @EnumSource(names = {"STOCK", "ALL_SSD", "LDM", "LDM_AUTO"})
  void eachStageMakesItsPart(Contender contender) {
    Simulation simulation = simulation(contender);
    Outcome outcome = simulation.run();
    double users = RAW / 5.0;
    double events = 0.33 * RAW;
    double joined = 0.8 * 0.5 * (events + users);
    // Blocks and tasks write whole bytes.
    assertThat((double) bytes(simulation, "events")).isCloseTo(events, within(200.0));
    assertThat((double) bytes(simulation, "joined")).isCloseTo(joined, within(200.0));
    assertThat((double) bytes(simulation, "report")).isCloseTo(0.15 * joined, within(200.0));
    assertThat((double) bytes(simulation, "features"))
        .isCloseTo(0.15 * (joined + events), within(200.0));
    // Each byte through one shuffle, and through both of an aggregation.
    double shuffled = 0.8 * (events + users) + (0.3 + 0.15) * (joined + joined + events);
    assertThat(outcome.traffic().shuffled()).isCloseTo(shuffled, within(1_000.0));
    double read = RAW + events + users + joined + joined + events + 4.0 * GIB;
    assertThat((double) outcome.traffic().read()).isCloseTo(read, within(1_000.0));
    double written = events + joined + 0.15 * (joined + joined + events) + 2.0 * GIB;
    long all = outcome.traffic().bytes(Way.WRITTEN_TO_SSD);
    all += outcome.traffic().bytes(Way.WRITTEN_TO_DISK);
    assertThat((double) all).isCloseTo(3 * written, within(3_000.0));
  }

  private static long bytes(Simulation simulation, String dataset) {
    return simulation.datasets().get(dataset).bytes();
  }

  /** A byte that is not merged on a disk passes it twice less: half of what a sort keeps there. */
  @Test
  void whatIsFetchedIntoMemoryWaitsForNoDisk() {
    assertThat(Program.SPARK_JOIN.stages().get(1).source()).isEqualTo(Stage.Source.FETCHED);
    assertThat(Program.TERASORT.stages().get(1).source()).isEqualTo(Stage.Source.MERGED);
    assertThat(Program.SPARK_SCAN.start(0.5)).isLessThan(0.1);
    assertThat(Program.TERASORT.start(0.5)).isEqualTo(1.5);
  }

  /** Its columnar output is a third of what it reads: who has seen that has more room to spare. */
  @Test
  void whatTheFirstRunTeachesHelpsTheSecond() {
    double first = seconds(Contender.LDM);
    assertThat(seconds(Contender.LDM_AGAIN)).isLessThan(0.97 * first);
  }

  private static double seconds(Contender contender) {
    return Simulation.best(LOAD, HARDWARE, Scheduling.DEFAULT, contender, 41)
        .orElseThrow()
        .seconds();
  }

  @Test
  void chainIsFasterUnderLdm() {
    double stock = simulation(Contender.STOCK).run().chainSeconds();
    assertThat(simulation(Contender.LDM).run().chainSeconds()).isLessThan(0.9 * stock);
  }
}
