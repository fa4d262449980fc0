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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HotLoadTest {
  private static final long GIB = 1L << 30;
  private static final Hardware HARDWARE =
      new Hardware(6, 3, 4, 1, new Disk(150, 0.009, 1), 8 * GIB, 500, 10);

  private static double saved(Contender contender) {
    Workload load = HotLoad.of(24, 2 * GIB, 31);
    double stock = run(load, Contender.STOCK).seconds();
    return 1 - run(load, contender).seconds() / stock;
  }

  private static Outcome run(Workload load, Contender contender) {
    return Simulation.best(load, HARDWARE, Scheduling.DEFAULT, contender, 31).orElseThrow();
  }

  @Test
  void readersReadWhatIsThereAndMostOftenTheFirst() {
    Map<String, Integer> reads = new HashMap<>();
    for (long seed = 1; seed <= 100; seed++) {
      Workload load = HotLoad.of(24, GIB, seed);
      Set<String> there = new HashSet<>(load.inputs().keySet());
      for (List<JobSpec> phase : load.phases()) {
        for (JobSpec job : phase) {
          assertThat(there).containsAll(job.inputs());
          job.inputs().forEach(input -> reads.merge(input, 1, Integer::sum));
        }
        phase.stream().filter(job -> job.inputs().isEmpty()).forEach(job -> there.add(job.name()));
      }
      assertThat(there).hasSize(12);
    }
    // 48 readings a seed, and of those of Zipf's law over twelve 32 % are of the first, more while
    // others are still to be written.
    assertThat(reads.get("hot-0")).isBetween((int) (0.32 * 4_800), (int) (0.40 * 4_800));
    assertThat(reads.get("hot-0")).isGreaterThan(2 * reads.get("hot-2"));
    assertThat(reads.get("hot-11")).isPositive();
  }

  @Test
  void onlyReadersOfWhatIsWrittenCountAsTheChain() {
    for (List<JobSpec> phase : HotLoad.of(24, GIB, 1).phases()) {
      for (JobSpec job : phase) {
        String data = job.inputs().isEmpty() ? job.output() : job.inputs().get(0);
        boolean isWritten = Integer.parseInt(data.substring("hot-".length())) % 2 == 1;
        assertThat(job.isChained()).as(job.name()).isEqualTo(isWritten);
        assertThat(job.application()).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LRU_CACHE", "LFU_CACHE", "RATE_CACHE", "LDM", "LDM_INPUTS"})
  void cachesAndLdmGain(Contender contender) {
    assertThat(saved(contender)).isGreaterThan(0.05);
  }
}
