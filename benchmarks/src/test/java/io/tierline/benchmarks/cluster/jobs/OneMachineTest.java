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
import java.util.Map;
import org.junit.jupiter.api.Test;

class OneMachineTest {
  private static final long MIB = 1 << 20;
  private static final long BYTES = 200 * MIB;
  private static final Hardware HARDWARE =
      new Hardware(4, 2, 1, 1, new Disk(20, 0.044, 4), 1000 * MIB, 800, 1000);

  private static Outcome run(MachineSpec machine, Contender contender) {
    return Simulation.inOneMachine(
            Workload.ofChain(BYTES, Map.of("words", BYTES)),
            HARDWARE,
            machine,
            Contender.maker(contender),
            7)
        .run();
  }

  private static MachineSpec machine(int cores, long dirtyBytes) {
    return new MachineSpec(cores, 16 * MIB, dirtyBytes, 25, 1, Map.of(), Map.of());
  }

  /** 150 MiB go to each disk at 25 MiB/s: nobody waits for them, or all do. */
  @Test
  void writersWaitWhenTooMuchIsToBeWrittenBack() {
    double roomy = run(machine(2, 1000 * MIB), Contender.STOCK).jobSeconds().get("teragen");
    double narrow = run(machine(2, 16 * MIB), Contender.STOCK).jobSeconds().get("teragen");
    assertThat(roomy).isCloseTo(2 * 1.0 / 2 + 200 * 0.012 / 2, within(0.4));
    assertThat(narrow).isGreaterThan(roomy + 2).isLessThan(9);
  }

  @Test
  void whatIsOnSsdsIsNotWrittenBack() {
    double ssd = run(machine(2, 16 * MIB), Contender.ALL_SSD).jobSeconds().get("teragen");
    double disks = run(machine(2, 16 * MIB), Contender.STOCK).jobSeconds().get("teragen");
    assertThat(ssd).isLessThan(disks - 2);
  }

  /** Half of the cores: starts and what is computed take twice as long. */
  @Test
  void tasksShareTheCores() {
    double two = run(machine(2, 1000 * MIB), Contender.ALL_SSD).seconds();
    double one = run(machine(1, 1000 * MIB), Contender.ALL_SSD).seconds();
    assertThat(one / two).isBetween(1.4, 2.0);
  }

  @Test
  void startOfAJobIsAddedToIt() {
    MachineSpec plain = machine(2, 1000 * MIB);
    MachineSpec later =
        new MachineSpec(2, 16 * MIB, 1000 * MIB, 25, 1, Map.of("teragen", 5.0), Map.of());
    assertThat(run(later, Contender.STOCK).jobSeconds().get("teragen"))
        .isCloseTo(run(plain, Contender.STOCK).jobSeconds().get("teragen") + 5, within(0.3));
  }

  /** They go on while their job runs, take its disks, and end with it: the simulation ends. */
  @Test
  void streamsRunBesideTheirJob() {
    MachineSpec busy =
        new MachineSpec(
            2,
            16 * MIB,
            64 * MIB,
            25,
            1,
            Map.of(),
            Map.of("teravalidate", new MachineSpec.Beside("words", 16, 8, 25 * MIB, 4e6)));
    Map<String, Double> alone = run(machine(2, 64 * MIB), Contender.STOCK).jobSeconds();
    Map<String, Double> beside = run(busy, Contender.STOCK).jobSeconds();
    assertThat(beside.get("teravalidate")).isGreaterThan(1.5 * alone.get("teravalidate"));
    assertThat(beside.get("teragen")).isEqualTo(alone.get("teragen"));
  }
}
