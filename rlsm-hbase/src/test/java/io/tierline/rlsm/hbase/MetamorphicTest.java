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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
import org.junit.jupiter.api.io.TempDir;

/**
 * RLSM against the stock engine, on made-up sequences of operations. Each long one takes half a
 * minute of processor time, so the suite leaves this class out; {@code mvn -pl rlsm-hbase test
 * -Dtest=MetamorphicTest} runs it.
 *
 * <p>The seeds are printed when they fail; {@code -Drlsm.seed=N} runs that of one seed alone,
 * {@code -Drlsm.seeds=N} so many from a seed that is different each time.
 */
class MetamorphicTest {

  private static final int OPERATIONS = 5000;
  private static final int SEEDS = 200;

  @TempDir private Path scratch;
  private final Coverage coverage = new Coverage();

  @BeforeEach
  void installClock() {
    MetamorphicRun.installClock();
  }

  @AfterEach
  void resetClock() {
    EnvironmentEdgeManager.reset();
  }

  @Test
  void enginesAgreeOnShortSequences() throws Exception {
    run(1, 5, 600);
    assertThat(coverage.of("most bases")).isGreaterThan(1);
  }

  @Test
  @Tag("integration")
  void enginesAgreeOnLongSequences() throws Exception {
    Long only = Long.getLong("rlsm.seed");
    Integer some = Integer.getInteger("rlsm.seeds");
    if (only != null) {
      run(only, 1, OPERATIONS);
    } else if (some != null) {
      run(System.nanoTime(), some, OPERATIONS);
    } else {
      run(1000, SEEDS, OPERATIONS);
      assertEverythingHasHappened();
    }
  }

  private void run(long firstSeed, int seeds, int operations) throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(2);
    try {
      List<Callable<Optional<String>>> runs = new ArrayList<>();
      for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
        long one = seed;
        runs.add(() -> new MetamorphicRun(scratch, coverage).run(one, operations));
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

  private void assertEverythingHasHappened() {
    for (String situation :
        List.of(
            "Level 0",
            "run",
            "several bases",
            "several slices",
            "linked flush",
            "masked file",
            "mask with holes",
            "dead file",
            "half file",
            "op crash",
            "op alter",
            "op clone",
            "op split",
            "op merge",
            "op bulk",
            "op major",
            "op idle")) {
      assertThat(coverage.of(situation)).as(situation).isPositive();
    }
    assertThat(coverage.of("most partitions")).isGreaterThan(10);
    assertThat(coverage.of("most regions")).isEqualTo(3);
  }
}
