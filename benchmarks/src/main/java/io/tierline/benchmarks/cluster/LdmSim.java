/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster;

import io.tierline.benchmarks.cluster.hdfs.Contender;
import io.tierline.benchmarks.cluster.hdfs.Hardware;
import io.tierline.benchmarks.cluster.jobs.Outcome;
import io.tierline.benchmarks.cluster.jobs.Simulation;
import io.tierline.benchmarks.cluster.jobs.Workload;
import io.tierline.benchmarks.cluster.logged.Calibration;
import io.tierline.benchmarks.cluster.logged.DemoLog;
import io.tierline.cli.Arguments;
import io.tierline.cli.Console;
import io.tierline.cli.Progress;
import io.tierline.cli.measure.Choice;
import io.tierline.cli.measure.JsonFile;
import io.tierline.cli.measure.Repeats;
import io.tierline.cli.measure.ReportDirectory;
import io.tierline.cli.report.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code ./tierline ldm-sim}: jobs on a simulated cluster, by each way of placing their data. */
@Command(
    name = "ldm-sim",
    sortOptions = false,
    description = {
      "Jobs on a simulated cluster: stock HDFS, SSD policies, caches, tiering, LDM and a ceiling.",
      "Runs MapReduce and Spark jobs in phases, or at their times, on a cluster of simulated disks,"
          + " SSDs and links, and prints what they take under each way of placing data, and what"
          + " that saves of stock's time: the median of the seeds, with the least and the most. LDM"
          + " places and moves by its own classes. No page cache, no failures;"
          + " docs/benchmarks/ldm-sim.md says what else is left out."
    })
public final class LdmSim implements Callable<Integer> {
  private static final String NAME = "ldm-sim";

  @Mixin private final Arguments given = new Arguments();

  @Mixin private final Repeats repeats = new Repeats(5);

  private final Choice<Load> loads =
      Choice.of(
          "--load",
          "workload-1,workload-2",
          Load::of,
          "Of workload-1 (the source's: TeraSort and TeraValidate), workload-2 (with TeraGen"
              + " before them), small-chains, hot (data that are read again and again), spark"
              + " (a chain of Spark jobs), month (hourly, daily, weekly and monthly jobs)"
              + " (default: ${DEFAULT-VALUE}).");

  @Mixin private final LoadOptions load = new LoadOptions();

  private final Choice<Contender> contenders =
      Choice.of(
          "--contenders",
          "stock,one-ssd,all-ssd,lru-cache,lfu-cache,rate-cache,tiering,"
              + "source,ldm,ldm-again,ldm-all-ssd,ldm-auto,ldm-lends,ldm-inputs,"
              + "clairvoyant,ceiling",
          Contender::of,
          "Beside stock (default: ${DEFAULT-VALUE}).");

  @Mixin private final CommandSpec chosen = Choice.mixin(loads, contenders);

  @Mixin private final HardwareOptions cluster = new HardwareOptions();

  @Option(
      names = "--logged",
      paramLabel = "FILE",
      split = ",",
      description =
          "Figures of demo --json, one or more: holds the simulator against those runs instead."
              + " Four numbers are fitted to stock HDFS's chain with nothing beside it, all others"
              + " are foretold.")
  private List<Path> logged = List.of();

  @Mixin private final ReportDirectory report = new ReportDirectory();

  @Mixin private final JsonFile json = new JsonFile();

  private final Console console;

  /** The command; where it prints. */
  public LdmSim(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    load.check(given);
    if (!logged.isEmpty()) {
      calibrate();
      return 0;
    }
    Hardware hardware = cluster.hardware(given);
    if (hardware.nodes() % hardware.nodesPerRack() == 1) {
      throw given.mistake("each rack needs two nodes or more: change --nodes-per-rack");
    }
    List<Contender> all = contenders.chosen(given);
    List<SimRun> runs = new ArrayList<>();
    for (Load one : loads.chosen(given)) {
      try (Progress progress = console.progress()) {
        for (int i = 0; i < repeats.count(given); i++) {
          runs.addAll(seed(one, hardware, all, load.seed() + i, progress));
        }
      }
      SimTable.print(console.out(), one, runs);
    }
    json.write(() -> figures(runs));
    report.write(() -> new SimPage(parameters(), runs).page(), console.out());
    return 0;
  }

  private void calibrate() throws IOException {
    DemoLog log = DemoLog.read(logged);
    Calibration calibration = new Calibration(log, load.seed(), repeats.count(given));
    List<Calibration.Line> lines = calibration.lines();
    CalibrationTable.print(console.out(), calibration.fitted(), lines);
    json.write(
        () -> {
          Figures figures = Figures.of(NAME).parameter("seed", load.seed());
          figures.parameter("repeats", repeats.count(given));
          calibration.fitted().forEach(figures::parameter);
          lines.forEach(line -> figures.result(CalibrationTable.figures(line)));
          return figures;
        });
  }

  /** Stock first, since others are held against it. */
  private List<SimRun> seed(
      Load one, Hardware hardware, List<Contender> all, long seed, Progress progress) {
    List<SimRun> runs = new ArrayList<>();
    List<Contender> order = new ArrayList<>(all);
    order.remove(Contender.STOCK);
    order.add(0, Contender.STOCK);
    Outcome stock = null;
    for (int i = 0; i < order.size(); i++) {
      Contender contender = order.get(i);
      double done = (double) i / order.size();
      progress.phase(one.key() + ", seed " + seed + ", " + contender.key(), () -> done);
      long start = System.nanoTime();
      Workload workload = load.workload(one, hardware, seed);
      Optional<Outcome> outcome =
          Simulation.best(workload, hardware, cluster.scheduling(), contender, seed);
      double wall = (System.nanoTime() - start) / 1e9;
      if (outcome.isPresent()) {
        stock = stock == null ? outcome.get() : stock;
        runs.add(new SimRun(one, contender, seed, outcome.get(), stock, wall));
      }
    }
    return runs;
  }

  private Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>(cluster.parameters());
    parameters.putAll(load.parameters());
    parameters.put("repeats", repeats.count(given));
    return parameters;
  }

  private Figures figures(List<SimRun> runs) {
    Figures figures = Figures.of(NAME);
    parameters().forEach(figures::parameter);
    runs.forEach(run -> figures.result(run.figures()));
    return figures;
  }
}
