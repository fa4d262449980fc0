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

import io.tierline.benchmarks.cluster.hdfs.Contender;
import io.tierline.benchmarks.cluster.hdfs.Disk;
import io.tierline.benchmarks.cluster.hdfs.Hardware;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What docs/benchmarks/ldm-sim.md says of the whole workload, at a fiftieth of its size: LDM spends
 * free room, and keeps room for what comes.
 */
class ValueOfFastReplicasTest {
  private static final double GIGA = 1e9;
  private static final long SEED = 71;

  private static double saved(int workload, int ratio, Contender contender) {
    Hardware hardware =
        new Hardware(8, 4, 8, 1, new Disk(150, 0.009, 1), (long) (100 * GIGA / ratio), 500, 10);
    Workload load =
        Workload.ofSource(
            workload, 8, 8, (long) (40 * GIGA), (long) (4 * GIGA), (long) (3.2 * GIGA), 0);
    double stock =
        Simulation.best(load, hardware, Scheduling.DEFAULT, Contender.STOCK, SEED)
            .orElseThrow()
            .seconds();
    double own =
        Simulation.best(load, hardware, Scheduling.DEFAULT, contender, SEED)
            .orElseThrow()
            .seconds();
    return 1 - own / stock;
  }

  @ParameterizedTest
  @CsvSource({"1, 8, 0.30", "1, 4, 0.38", "2, 4, 0.45"})
  void whereThereIsRoomFurtherReplicasSpareDisksTheWriting(
      int workload, int ratio, double atLeast) {
    double ldm = saved(workload, ratio, Contender.LDM);
    assertThat(ldm).isGreaterThan(atLeast);
    assertThat(ldm).isGreaterThan(saved(workload, ratio, Contender.SOURCE) + 0.02);
    assertThat(ldm).isGreaterThan(0.8 * saved(workload, ratio, Contender.CLAIRVOYANT));
  }

  @ParameterizedTest
  @CsvSource({"1, 16", "2, 16", "2, 8"})
  void whereRoomIsScarceTheDatasetsToComeKeepTheirs(int workload, int ratio) {
    double ldm = saved(workload, ratio, Contender.LDM);
    assertThat(ldm).isGreaterThan(saved(workload, ratio, Contender.ALL_SSD) + 0.01);
    assertThat(ldm).isGreaterThan(saved(workload, ratio, Contender.ONE_SSD) + 0.01);
  }
}
