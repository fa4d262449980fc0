/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster;

import io.tierline.benchmarks.cluster.hdfs.Hardware;
import io.tierline.benchmarks.cluster.jobs.HotLoad;
import io.tierline.benchmarks.cluster.jobs.MonthLoad;
import io.tierline.benchmarks.cluster.jobs.SparkLoad;
import io.tierline.benchmarks.cluster.jobs.Workload;
import io.tierline.cli.Arguments;
import io.tierline.cli.measure.Amount;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Mixed into ldm-sim: what the jobs have to do. */
@Command
final class LoadOptions {
  private static final double GIGA = 1e9;

  /** An hourly job has a task for so many slots where nothing else says how many. */
  private static final int MONTH_TASKS = 4;

  private final Amount tera =
      Amount.number("--tera-gb N", 1000, 1, 1_000_000, "What TeraSort sorts");
  private final Amount other =
      Amount.number("--text-gb N", 100, 0, 1_000_000, "What each Word job reads");
  private final Amount random =
      Amount.number("--random-gb N", 80, 0.1, 1_000_000, "What each random writer writes");
  private final Amount reducers =
      Amount.whole("--reducers N", 0, 0, 100_000, "Of TeraSort, a file each; 0: one in each slot");
  private final Amount chains =
      Amount.whole("--chains N", 5000, 1, 100_000, "Of small-chains, two jobs each");
  private final Amount hot =
      Amount.number("--hot-gb N", 200, 0.1, 1_000_000, "Each of the twelve datasets of hot");
  private final Amount events =
      Amount.number("--events-gb N", 1000, 0.1, 1_000_000, "Raw events of spark");
  private final Amount days = Amount.whole("--days N", 7, 1, 400, "How long month is");
  private final Amount hour =
      Amount.number("--hour-gb N", 50, 0.1, 1_000_000, "Raw data of an hour of month, the mean");
  private final Amount seed = Amount.whole("--seed N", 1, 0, Integer.MAX_VALUE, "The first one");

  private final Amount[] rows = {
    tera, other, random, reducers, chains, hot, events, days, hour, seed
  };

  @Mixin private final CommandSpec all = Amount.mixin(rows);

  void check(Arguments given) {
    Amount.check(given, rows);
  }

  long seed() {
    return seed.whole();
  }

  /**
   * A load.
   *
   * @param drawn seed of what is drawn of it
   */
  Workload workload(Load load, Hardware hardware, long drawn) {
    long teraBytes = (long) (tera.number() * GIGA);
    long textBytes = (long) (other.number() * GIGA);
    return switch (load) {
      case WORKLOAD_1, WORKLOAD_2 ->
          Workload.ofSource(
              load == Load.WORKLOAD_1 ? 1 : 2,
              hardware.nodes(),
              hardware.slots(),
              teraBytes,
              textBytes,
              (long) (random.number() * GIGA),
              reducers.count());
      case SMALL_CHAINS -> Workload.ofSmallChains(chains.count());
      case HOT ->
          HotLoad.of(hardware.nodes() * hardware.slots(), (long) (hot.number() * GIGA), drawn);
      case MONTH ->
          MonthLoad.of(
              hardware.nodes() * hardware.slots() / MONTH_TASKS,
              (long) (hour.number() * GIGA),
              days.count(),
              drawn);
      case SPARK ->
          SparkLoad.of(
              hardware.nodes(),
              hardware.slots(),
              (long) (events.number() * GIGA),
              textBytes,
              (long) (random.number() * GIGA));
    };
  }

  Map<String, Object> parameters() {
    return Amount.values(rows);
  }
}
