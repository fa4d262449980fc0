/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * RLSM against the stock engine, on made-up sequences of operations.
 *
 * <p>Seeds are fixed and printed, with what each sequence did. {@code -Drlsm.seed=N} runs the long
 * sequence of one seed alone, {@code -Drlsm.seeds=N} so many from a seed that is different each
 * time, {@code -Dtierline.extended=true} more of them, {@code -Dtierline.seed=N} those from N on.
 */
class MetamorphicTest {

  private static final int OPERATIONS = 5000;
  private static final int SEEDS = Boolean.getBoolean("tierline.extended") ? 200 : 20;

  private final Coverage coverage = new Coverage();

  @BeforeEach
  void installClock() {
    RunClock.install();
  }

  @AfterEach
  void resetClock() {
    EnvironmentEdgeManager.reset();
  }

  @Test
  void enginesAgreeOnShortSequences() throws Exception {
    run(1, 6, 600);
    assertThat(coverage.of("most bases")).isGreaterThan(1);
    assertThat(coverage.of("crash")).isPositive();
  }

  @Test
  @Tag("integration")
  @Tag("metamorphic")
  void enginesAgreeOnLongSequences() throws Exception {
    Long only = Long.getLong("rlsm.seed");
    Integer some = Integer.getInteger("rlsm.seeds");
    if (only != null) {
      run(only, 1, OPERATIONS);
    } else if (some != null) {
      run(System.nanoTime(), some, OPERATIONS);
    } else {
      run(Long.getLong("tierline.seed", 1000), SEEDS, OPERATIONS);
      assertEverythingHasHappened();
      assertOftenEnough();
    }
  }

  private void run(long firstSeed, int seeds, int operations) throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(2);
    try {
      List<Callable<Optional<String>>> runs = new ArrayList<>();
      for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
        long one = seed;
        runs.add(() -> run(one, operations));
      }
      List<String> failures = new ArrayList<>();
      for (Future<Optional<String>> run : workers.invokeAll(runs)) {
        run.get().ifPresent(failures::add);
      }
      System.out.println(
          seeds + " seeds from " + firstSeed + ", " + operations + " operations: " + coverage);
      if (!failures.isEmpty()) {
        fail(failures.size() + " sequences differ, the first:\n" + failures.get(0));
      }
    } finally {
      workers.shutdownNow();
    }
  }

  private Optional<String> run(long seed, int operations) {
    Coverage here = new Coverage();
    OpGenerator generator = new OpGenerator(seed);
    Optional<String> failure = new MetamorphicRun(here).run(generator, operations);
    coverage.add(here);
    System.out.println(
        generator + ": " + here.operations() + failure.map(f -> " DIFFER").orElse(""));
    return failure;
  }

  private void assertEverythingHasHappened() {
    for (String situation :
        List.of("Level 0", "run", "several bases", "several slices", "linked flush", "half file")) {
      assertThat(coverage.of(situation)).as(situation).isPositive();
    }
    assertThat(coverage.of("most partitions")).isGreaterThan(10);
    assertThat(coverage.of("most regions")).isEqualTo(3);
    assertThat(coverage.of("most at once")).isEqualTo(2);
  }

  /** On average over the sequences. */
  private void assertOftenEnough() {
    Map.of("flushes", 100, "compactions", 100, "bulk", 10, "idle", 5, "crash", 5, "alter", 5)
        .forEach(this::assertMean);
    assertThat(coverage.of("stock failed")).isLessThanOrEqualTo(SEEDS);
    Map.of("split", 2, "merge", 1, "major", 3, "clone", 3).forEach(this::assertMean);
  }

  private void assertMean(String operation, int least) {
    assertThat(coverage.of(operation) / SEEDS).as(operation).isGreaterThanOrEqualTo(least);
  }
}
