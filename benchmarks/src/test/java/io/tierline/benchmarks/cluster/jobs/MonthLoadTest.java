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

import io.tierline.benchmarks.cluster.hdfs.Block;
import io.tierline.benchmarks.cluster.hdfs.Contender;
import io.tierline.benchmarks.cluster.hdfs.Dataset;
import io.tierline.benchmarks.cluster.hdfs.Disk;
import io.tierline.benchmarks.cluster.hdfs.Hardware;
import io.tierline.ldm.rating.Medium;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MonthLoadTest {
  private static final long GIB = 1L << 30;
  private static final double HOUR = 3600;
  private static final double DAY = 24 * HOUR;
  private static final Hardware HARDWARE =
      new Hardware(6, 3, 4, 1, new Disk(150, 0.009, 1), 8 * GIB, 500, 10);

  private static Workload load(int days) {
    return MonthLoad.of(6, 2 * GIB, days, 51);
  }

  private static Map<String, Calendar.Due> byName(Workload load) {
    return load.calendar().jobs().stream()
        .collect(Collectors.toMap(due -> due.spec().name(), due -> due));
  }

  @Test
  void jobsAreTheCoordinatorsActions() {
    Map<String, Calendar.Due> jobs = byName(load(30));
    // Five of each hour and of the last moment, three of each day, four weeks, a month.
    assertThat(jobs).hasSize(5 * (30 * 24 + 1) + 3 * 30 + 4 + 1);
    Calendar.Due day = jobs.get("day-web@2026-03-03T00:00Z");
    assertThat(day.at()).isEqualTo(2 * DAY);
    assertThat(day.spec().inputs())
        .hasSize(24)
        .contains("clean-web/2026/03/02/01", "clean-web/2026/03/03/00");
    assertThat(day.spec().isChained()).isTrue();
    assertThat(jobs.get("week@2026-03-08T00:00Z").spec().inputs()).hasSize(21);
    assertThat(jobs.get("month@2026-03-31T00:00Z").spec().inputs()).hasSize(90);
    Calendar.Due sessions = jobs.get("sessions@2026-03-01T05:00Z");
    assertThat(sessions.spec().inputs())
        .containsExactlyInAnyOrder("clean-web/2026/03/01/05", "clean-app/2026/03/01/05");
    assertThat(sessions.spec().isChained()).isFalse();
  }

  @Test
  void rawDataComeInAboutTheGivenSize() {
    double mean =
        load(7).calendar().jobs().stream()
            .filter(due -> due.spec().name().startsWith("raw-"))
            .mapToDouble(due -> (double) due.spec().maps() * due.spec().mapBytes())
            .average()
            .orElseThrow();
    assertThat(mean).isBetween(0.95 * GIB, 1.05 * GIB);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"ALL_SSD", "LRU_CACHE", "LFU_CACHE", "RATE_CACHE", "TIERING", "LDM", "LDM_INPUTS"})
  void whatIsDeletedGivesItsRoomBack(Contender contender) {
    Workload load = load(3);
    Simulation simulation =
        new Simulation(load, HARDWARE, contender.ways(load.shares(HARDWARE)).get(0), 51);
    Outcome outcome = simulation.run();
    assertThat(outcome.jobSeconds()).hasSize(load.calendar().jobs().size());
    long onSsds = 0;
    for (Dataset dataset : simulation.datasets().values()) {
      for (List<Block> file : dataset.files()) {
        for (Block block : file) {
          onSsds += block.bytes() * fast(block);
        }
      }
    }
    assertThat(simulation.cluster().ssdTaken()).isEqualTo(onSsds);
    // Raw data of the last day and cleaned ones of the last two and a half are left.
    long raws =
        simulation.datasets().values().stream()
            .filter(dataset -> dataset.name().startsWith("raw-") && dataset.bytes() > 0)
            .count();
    assertThat(raws).isBetween(2 * 24L, 2 * 26L);
  }

  private static long fast(Block block) {
    return block.replicas().stream().filter(replica -> replica.medium() == Medium.SSD).count();
  }

  /** Where SSDs hold a few hours, what was read has to leave. */
  @Test
  void migrationKeepsRoomForTheNextHours() {
    Workload load = load(3);
    double stay = run(load, Contender.LDM).otherSeconds();
    double leave = run(load, Contender.LDM_AUTO).otherSeconds();
    double stock = run(load, Contender.STOCK).otherSeconds();
    assertThat(leave).isLessThan(0.9 * stay);
    assertThat(stay).isLessThan(stock);
  }

  private static Outcome run(Workload load, Contender contender) {
    return Simulation.best(load, HARDWARE, Scheduling.DEFAULT, contender, 51).orElseThrow();
  }
}
