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
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tierline.benchmarks.cluster.flow.Resource;
import io.tierline.benchmarks.cluster.hdfs.Contender;
import io.tierline.benchmarks.cluster.hdfs.Dataset;
import io.tierline.benchmarks.cluster.hdfs.Disk;
import io.tierline.benchmarks.cluster.hdfs.Hardware;
import io.tierline.benchmarks.cluster.jobs.Traffic.Way;
import io.tierline.ldm.rating.Medium;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
  private static final long GIB = 1L << 30;
  private static final Disk DISK = new Disk(150, 0.009, 1);
  private static final Hardware HARDWARE = new Hardware(6, 3, 4, 1, DISK, 8 * GIB, 500, 10);
  private static final long TERA = 24 * GIB;
  private static final long TEXT = 3 * GIB;
  private static final long RANDOM = 6 * GIB;

  private static Workload workload(int number) {
    return Workload.ofSource(number, HARDWARE.nodes(), HARDWARE.slots(), TERA, TEXT, RANDOM, 0);
  }

  private static Outcome run(int number, Hardware hardware, Contender contender, long seed) {
    return Simulation.best(workload(number), hardware, Scheduling.DEFAULT, contender, seed)
        .orElseThrow();
  }

  private static Simulation simulation(int number, Contender contender, long seed) {
    Workload workload = workload(number);
    Hardware own = contender.hardware(HARDWARE);
    Contender.Maker way = contender.ways(workload.shares(own)).get(0);
    return new Simulation(workload, own, way, seed);
  }

  @ParameterizedTest
  @EnumSource
  void bytesInAreBytesOut(Contender contender) {
    Simulation simulation = simulation(2, contender, 3);
    Outcome outcome = simulation.run();
    long generated = TERA / 24 * 24;
    assertThat(simulation.datasets().get("teragen").bytes()).isEqualTo(generated);
    // Each of 24 reducers writes whole bytes.
    assertThat((double) simulation.datasets().get("terasort").bytes())
        .isEqualTo(generated, within(24.0));
    assertThat(outcome.traffic().shuffled()).isEqualTo(generated, within(1.0));
    long written = 0;
    for (String name : new String[] {"teragen", "terasort", "randomwriter", "randomtextwriter"}) {
      written += simulation.datasets().get(name).bytes();
    }
    assertThat(
            outcome.traffic().bytes(Way.WRITTEN_TO_SSD)
                + outcome.traffic().bytes(Way.WRITTEN_TO_DISK))
        .isEqualTo(3 * written);
    // Three Word jobs, four beside TeraSort, one beside TeraValidate.
    assertThat((double) outcome.traffic().read())
        .isEqualTo(2.0 * generated + 8 * TEXT, within(24.0));
    assertThat(outcome.jobSeconds()).hasSize(13);
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsOverItsCapacity(Contender contender) {
    Simulation simulation = simulation(1, contender, 4);
    Outcome outcome = simulation.run();
    assertThat(outcome.mostSlots()).isEqualTo(HARDWARE.slots());
    assertThat(outcome.diskBusy()).isBetween(0.05, 1.0);
    for (Resource each : simulation.cluster().resources()) {
      assertThat(each.busySeconds()).isLessThanOrEqualTo(outcome.seconds() * 1.2);
      assertThat(each.load()).isCloseTo(0, within(1e-6));
    }
    if (contender != Contender.CEILING) {
      assertThat(outcome.ssdBytes()).isBetween(0L, HARDWARE.nodes() * HARDWARE.ssdBytes());
    }
  }

  /**
   * Figures of the first commit where the writer's own node takes a disk replica of LDM's and where
   * what finds no room on an SSD goes to the next node's; stock's and ALL_SSD's are those of the
   * first one with delay scheduling. Those of the one before that, which were within 1 %, had been
   * held since rates were shared by going through all flows at each level. What is not meant to
   * change results may change rounding only.
   */
  @ParameterizedTest
  @CsvSource({
    "STOCK, 1, 793.469741073603, 793.469741073603, 606.3466534889806, 14598",
    "STOCK, 2, 1041.432430350001, 1041.432430350001, 777.1328944796259, 19677",
    "ALL_SSD, 1, 614.2049612587932, 614.2049612587932, 579.5837628986508, 13724",
    "LRU_CACHE, 2, 1036.8522905392545, 1036.8522905392545, 762.9540101851521, 20166",
    "SOURCE, 1, 651.8249446649799, 566.6695816624162, 530.2169062990911, 14916",
    "LDM, 1, 588.2894803828602, 500.44106327666896, 530.4027806132887, 14269",
    "LDM, 2, 776.9270540704941, 727.8302342836756, 699.9846884977205, 20377"
  })
  void figuresAreThoseOfBefore(
      Contender contender, int load, double whole, double chain, double others, long events) {
    Outcome outcome = run(load, HARDWARE, contender, 11);
    assertThat(outcome.seconds()).isCloseTo(whole, withinPercentage(1e-7));
    assertThat(outcome.chainSeconds()).isCloseTo(chain, withinPercentage(1e-7));
    assertThat(outcome.otherSeconds()).isCloseTo(others, withinPercentage(1e-7));
    assertThat(outcome.events()).isEqualTo(events);
  }

  private static long withFastReplica(Simulation simulation, String dataset) {
    return simulation.datasets().get(dataset).files().stream()
        .flatMap(List::stream)
        .filter(block -> block.replicas().stream().anyMatch(each -> each.medium() == Medium.SSD))
        .count();
  }

  /** TeraValidate has a task for each file: one waits for each block in turn, many do not. */
  @Test
  void roomIsHeldForRowsThatASingleTaskReads() {
    Hardware small = new Hardware(6, 3, 4, 1, DISK, 5 * GIB, 500, 10);
    Workload single = Workload.ofSource(2, 6, 4, TERA, TEXT, RANDOM, 1);
    Simulation held = new Simulation(single, small, Contender.maker(Contender.LDM), 3);
    held.run();
    assertThat(withFastReplica(held, "teragen")).isLessThan(60);
    assertThat(withFastReplica(held, "terasort")).isGreaterThan(120);
    Simulation many = new Simulation(workload(2), small, Contender.maker(Contender.LDM), 3);
    many.run();
    assertThat(withFastReplica(many, "teragen")).isGreaterThan(150);
  }

  @ParameterizedTest
  @EnumSource
  void sameSeedGivesTheSame(Contender contender) {
    Outcome one = run(2, HARDWARE, contender, 5);
    Outcome other = run(2, HARDWARE, contender, 5);
    assertThat(other.jobSeconds()).isEqualTo(one.jobSeconds());
    assertThat(other.events()).isEqualTo(one.events());
    assertThat(run(2, HARDWARE, contender, 6).jobSeconds()).isNotEqualTo(one.jobSeconds());
  }

  @ParameterizedTest
  @EnumSource(
      names = {"CEILING", "CLAIRVOYANT"},
      mode = EnumSource.Mode.EXCLUDE)
  void withoutSsdsAllAreStock(Contender contender) {
    Hardware none = HARDWARE.withSsdBytes(0);
    assertThat(run(2, none, contender, 7).jobSeconds())
        .isEqualTo(run(2, none, Contender.STOCK, 7).jobSeconds());
  }

  /** Its table says so, and nobody is sent to it. */
  @Test
  void ldmLeavesAnSsdAloneThatIsSlowerThanADisk() {
    Hardware slow = new Hardware(6, 3, 4, 1, DISK, 8 * GIB, 20, 10);
    assertThat(run(2, slow, Contender.LDM, 8).jobSeconds())
        .isEqualTo(run(2, slow, Contender.STOCK, 8).jobSeconds());
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void twiceTheBandwidthIsNotSlower(long seed) {
    Hardware faster = new Hardware(6, 3, 4, 1, new Disk(300, 0.0045, 1), 8 * GIB, 500, 20);
    assertThat(run(2, faster, Contender.STOCK, seed).seconds())
        .as("seed %d", seed)
        .isLessThan(run(2, HARDWARE, Contender.STOCK, seed).seconds());
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23})
  void chainIsFasterUnderLdmAndNobodyIsFasterThanTheCeiling(long seed) {
    double stock = run(2, HARDWARE, Contender.STOCK, seed).chainSeconds();
    Outcome ldm = run(2, HARDWARE, Contender.LDM, seed);
    Outcome ceiling = run(2, HARDWARE, Contender.CEILING, seed);
    assertThat(ldm.chainSeconds()).as("seed %d", seed).isLessThan(stock);
    assertThat(ceiling.chainSeconds()).as("seed %d", seed).isLessThan(ldm.chainSeconds());
    assertThat(ldm.traffic().bytes(Way.READ_FROM_SSD)).isGreaterThan(TERA);
    assertThat(ceiling.traffic().bytes(Way.READ_FROM_DISK)).isZero();
  }

  /** Before it took what the sort's output needed: its size was not known. */
  @Test
  void whoseConfigurationTellsItsSizeLeavesRoomForTheNextJob() {
    Simulation simulation = simulation(2, Contender.LDM, 24);
    simulation.run();
    assertThat(fastReplicas(simulation, "teragen")).isBetween(0.99, 1.1);
    assertThat(fastReplicas(simulation, "terasort")).isGreaterThan(0.8);
  }

  /** Of a block, the mean. */
  private static double fastReplicas(Simulation simulation, String dataset) {
    return simulation.datasets().get(dataset).files().stream()
        .flatMap(List::stream)
        .mapToLong(
            block -> block.replicas().stream().filter(each -> each.medium() == Medium.SSD).count())
        .average()
        .orElse(0);
  }

  @Test
  void aClairvoyantTriesNoMoreThanCanBeTried() {
    List<Map<String, Double>> ways = workload(2).shares(HARDWARE);
    assertThat(ways).hasSizeBetween(5, 40);
    double room = (double) HARDWARE.nodes() * HARDWARE.ssdBytes();
    // Maps write whole bytes, so a dataset has some fewer than were asked for.
    for (Map<String, Double> way : ways) {
      double tera = TERA * (way.get("teragen") + way.get("terasort"));
      double random = RANDOM * (way.get("randomwriter") + way.get("randomtextwriter"));
      assertThat(tera + random).isLessThanOrEqualTo(room + 1_000);
    }
    assertThat(Workload.ofSmallChains(5).shares(HARDWARE)).isEmpty();
    assertThat(
            Simulation.best(
                Workload.ofSmallChains(5), HARDWARE, Scheduling.DEFAULT, Contender.CLAIRVOYANT, 1))
        .isEmpty();
  }

  @Test
  void manySmallChainsEnd() {
    Hardware large = new Hardware(100, 20, 8, 2, DISK, GIB, 500, 10);
    Workload many = Workload.ofSmallChains(300);
    Contender.Maker ldm = Contender.LDM.ways(many.shares(large)).get(0);
    Simulation simulation = new Simulation(many, large, ldm, 1);
    Outcome outcome = simulation.run();
    assertThat(outcome.jobSeconds()).hasSize(600);
    assertThat(outcome.traffic().read()).isEqualTo(300 * GIB);
    assertThat(simulation.datasets().values().stream().mapToLong(Dataset::bytes).sum())
        .isEqualTo(300 * GIB);
  }
}
