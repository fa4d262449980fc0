/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults drawn from a seed, while replicas of managed data are on their way. Every run prints its
 * seed; {@code -Dtierline.fault.seed=N -Dtierline.fault.runs=M} repeats it and those after it, each
 * as often as {@code -Dtierline.fault.repeats} says. With {@code -Dtierline.fault.standby} false or
 * true only those with one or two NameNodes run.
 */
@Tag("integration")
class SeededFaultsTest {
  private static final PrintStream OUT = System.out;
  private static final int RUNS = Boolean.getBoolean("tierline.extended") ? 20 : 5;

  /** One run of so many has two NameNodes, which take longer. */
  private static final int STANDBY_EVERY = 5;

  @TempDir private Path directory;
  private final Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);
  private final Map<Long, String> failures = new TreeMap<>();

  @Test
  void everythingIsWholeAfterEveryRun() throws Exception {
    long first = Long.getLong("tierline.fault.seed", 1);
    int runs = Integer.getInteger("tierline.fault.runs", RUNS);
    int repeats = Integer.getInteger("tierline.fault.repeats", 1);
    String only = System.getProperty("tierline.fault.standby", "");
    for (boolean standby : new boolean[] {false, true}) {
      if (!only.isEmpty() && standby != Boolean.parseBoolean(only)) {
        continue;
      }
      List<Long> seeds =
          LongStream.range(first, first + runs)
              .filter(seed -> standby == (seed % STANDBY_EVERY == 0))
              .boxed()
              .flatMap(seed -> Collections.nCopies(repeats, seed).stream())
              .toList();
      runAll(seeds, standby);
    }
    OUT.println("faults of " + runs + " runs: " + faults);
    assertThat(failures).isEmpty();
  }

  /** On one cluster as long as all goes well. */
  private void runAll(List<Long> seeds, boolean standby) throws Exception {
    FaultyCluster cluster = null;
    try {
      for (long seed : seeds) {
        if (cluster == null) {
          cluster = FaultyCluster.start(directory.resolve("from" + seed), standby);
        }
        FaultScenario scenario = FaultScenario.of(seed, standby);
        OUT.println("tierline.fault.seed=" + seed + " " + scenario.faults());
        long started = System.nanoTime();
        if (!isWholeAfter(cluster, scenario)) {
          cluster.close();
          cluster = null;
        }
        scenario.faults().forEach(fault -> faults.merge(fault, 1, Integer::sum));
        OUT.printf("  %d ms%n", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started));
      }
    } finally {
      if (cluster != null) {
        cluster.close();
      }
    }
  }

  private boolean isWholeAfter(FaultyCluster cluster, FaultScenario scenario) {
    try {
      new FaultRun(cluster, scenario).run();
      return true;
    } catch (Exception | AssertionError e) {
      OUT.println("  failed: " + scenario);
      e.printStackTrace(OUT);
      failures.put(scenario.seed(), e.toString());
      return false;
    }
  }
}
