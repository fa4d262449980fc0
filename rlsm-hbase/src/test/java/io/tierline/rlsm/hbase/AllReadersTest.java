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
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every reader of a store sees the same cells, and those are the right ones, at every step of
 * made-up lives: whatever was put, deleted and has expired, while up to three compactions overlap.
 *
 * <p>Seeds are fixed. {@code -Drlsm.seed=N} runs one alone, {@code -Drlsm.seeds=N} so many from one
 * that is different each time, {@code -Dtierline.seed=N} those from N on, {@code -Drlsm.stock=true}
 * by the stock engine, {@code -Drlsm.steps=N} so many steps of each, {@code
 * -Dtierline.extended=true} more of the fixed ones.
 */
class AllReadersTest {

  private static final int STEPS = Integer.getInteger("rlsm.steps", 15_000);
  private static final boolean EXTENDED = Boolean.getBoolean("tierline.extended");

  /**
   * Lives that between them have everything that is asserted below: the stock engine for a second
   * family, readers that hold rows, labels, an adaptive memstore, a tracker of files, and large
   * cells apart, in this order.
   */
  private static final List<Long> LIVES = List.of(1003L, 1004L, 1006L, 1007L, 1009L, 1015L);

  private final Coverage coverage = new Coverage();

  @BeforeEach
  void installClock() {
    RunClock.install();
  }

  @AfterEach
  void resetClock() {
    EnvironmentEdgeManager.reset();
  }

  @Tag("slow")
  @Test
  void readersAgreeInShortLives() throws Exception {
    run(1, 6, 1000);
    assertThat(coverage.of("most at once")).isGreaterThan(1);
  }

  @Test
  @Tag("integration")
  @Tag("metamorphic")
  void readersAgreeInLongLives() throws Exception {
    Long only = Long.getLong("rlsm.seed");
    Integer some = Integer.getInteger("rlsm.seeds");
    if (only != null) {
      run(only, 1, STEPS);
    } else if (some != null) {
      run(Long.getLong("tierline.seed", System.nanoTime()), some, STEPS);
    } else {
      List<Long> lives = new ArrayList<>(LIVES);
      if (EXTENDED || Long.getLong("tierline.seed") != null) {
        lives.addAll(seeds(Long.getLong("tierline.seed", 1000), EXTENDED ? 40 : LIVES.size()));
      }
      run(RlsmStoreEngine.class, lives, STEPS);
      assertEverythingHasHappened(lives.size());
    }
  }

  /** What it asks of an engine the stock one does, whose compactions are of neighbours in age. */
  @Tag("slow")
  @Test
  void theStockEngineIsFoundRight() throws Exception {
    run(DefaultStoreEngine.class, seeds(1, 4), 600);
    assertThat(coverage.of("compactions")).isPositive();
  }

  private static List<Long> seeds(long first, int count) {
    return LongStream.range(first, first + count).boxed().toList();
  }

  private void run(long firstSeed, int count, int steps) throws Exception {
    boolean stock = Boolean.getBoolean("rlsm.stock");
    run(stock ? DefaultStoreEngine.class : RlsmStoreEngine.class, seeds(firstSeed, count), steps);
  }

  private void run(Class<?> engine, List<Long> seeds, int steps) throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(2);
    try {
      List<Callable<Optional<String>>> runs = new ArrayList<>();
      for (long seed : seeds) {
        runs.add(() -> run(engine, seed, steps));
      }
      List<String> failures = new ArrayList<>();
      for (Future<Optional<String>> run : workers.invokeAll(runs)) {
        run.get().ifPresent(failures::add);
      }
      System.out.println(seeds.size() + " lives of " + steps + " steps: " + coverage);
      if (!failures.isEmpty()) {
        fail(failures.size() + " lives went wrong, the first:\n" + failures.get(0));
      }
    } finally {
      workers.shutdownNow();
    }
  }

  private Optional<String> run(Class<?> engine, long seed, int steps) {
    Coverage here = new Coverage();
    AllReadersSteps made = new AllReadersSteps(seed, engine);
    Optional<String> failure = new AllReadersRun(here).run(made, steps);
    coverage.add(here);
    System.out.println(made + ": " + here + failure.map(text -> " WRONG\n" + text).orElse(""));
    return failure;
  }

  /** On average over the lives. */
  private void assertEverythingHasHappened(int lives) {
    assertThat(coverage.of("most at once")).isEqualTo(3);
    assertThat(coverage.of("flushes") / lives).isGreaterThanOrEqualTo(100);
    assertThat(coverage.of("compactions") / lives).isGreaterThanOrEqualTo(100);
    for (String what :
        List.of("bulk", "major", "crash", "alter", "snapshot", "clone", "crash image")) {
      assertThat(coverage.of(what) / lives).as(what).isGreaterThanOrEqualTo(2);
    }
    for (String what :
        List.of(
            "batch",
            "row mutation",
            "checked and done",
            "checked and not done",
            "latest deleted",
            "increment",
            "append",
            "held rows")) {
      assertThat(coverage.of(what) / lives).as(what).isGreaterThanOrEqualTo(10);
    }
    for (String what :
        List.of(
            "MOB",
            "families",
            "labels",
            "cache",
            "flushes of one family",
            "tracked",
            "replica",
            "alter rules",
            "failed compactions",
            "faults",
            "bulk without age",
            "split and merge",
            "half files")) {
      assertThat(coverage.of(what)).as(what).isPositive();
    }
  }
}
