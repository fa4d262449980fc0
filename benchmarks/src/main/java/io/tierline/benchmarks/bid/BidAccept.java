/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.Progress;
import io.tierline.cli.Tierline;
import io.tierline.cli.report.Figures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./tierline bid-accept}: BID against its peers, ratios beside their targets. */
@Command(
    name = "bid-accept",
    sortOptions = false,
    description = {
      "BID against its peers on every workload: ratios, targets, PASS or MISS.",
      "In the source's setting (open loop); as users would see it (closed loop, all peers, each at"
          + " the best of its settings, readahead as traced and as Hadoop's); without target with"
          + " NCQ 32 and with queues of 128 and without bound; then the cost of the core. Exits 1"
          + " when a target is missed."
    })
public final class BidAccept implements Callable<Integer> {
  private static final String NAME = "bid-accept";
  private static final int MOST_REPEATS = 1000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      arity = "1..*",
      description = "A trace instead of the workloads; its own targets apply.")
  private List<String> traces = List.of();

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "grep,random-text-writer,sort,terasort,wordcount,word-std-dev",
      description = "Of the generated ones (default: ${DEFAULT-VALUE}).")
  private List<String> workloads;

  @Option(
      names = "--disk",
      paramLabel = "NAME|FILE",
      defaultValue = "sata-250g",
      description = "As of bid-sim (default: ${DEFAULT-VALUE}).")
  private String disk;

  @Option(
      names = "--ssd",
      paramLabel = "NAME|FILE",
      defaultValue = "ssd-slc",
      description = "As of bid-sim (default: ${DEFAULT-VALUE}).")
  private String ssd;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "As of bid-sim; may be repeated.")
  private List<String> tunables = List.of();

  @Option(
      names = "--addresses",
      paramLabel = "as-is|wrap|scale",
      description = "Of a trace, as of bid-sim (default: as-is).")
  private String addresses;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "First seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "3",
      description = "That many consecutive seeds, medians count (default: ${DEFAULT-VALUE}).")
  private int repeats;

  @Option(
      names = "--scale",
      paramLabel = "X",
      description = "Of the amount of data (default: 1.0).")
  private Double scale;

  @Option(names = "--no-bench", description = "Leave out the cost of the core.")
  private boolean noBench;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the figures as JSON.")
  private Path json;

  private final PrintStream out;
  private final PrintStream err;

  /** The command; where its tables and its progress go. */
  public BidAccept(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** The exit code is 0 only when every target is met. */
  @Override
  public Integer call() throws IOException {
    if (repeats < 1 || repeats > MOST_REPEATS) {
      throw new ParameterException(
          spec.commandLine(),
          "--repeats is " + repeats + ": give a number from 1 to " + MOST_REPEATS);
    }
    Figures figures =
        Figures.of(NAME)
            .parameter("trace", traces)
            .parameter("workload", traces.isEmpty() ? workloads : List.of())
            .parameter("disk", disk)
            .parameter("ssd", ssd)
            .parameter("addresses", addresses)
            .parameter("set", tunables)
            .parameter("seed", seed)
            .parameter("repeats", repeats())
            .parameter("scale", scale);
    List<SimRun> all = new ArrayList<>();
    long targets = 0;
    long missed = 0;
    for (Setting setting : settings()) {
      List<SimRun> runs = simulate(setting);
      Matrix matrix = new Matrix(setting, rules(setting), Summary.of(runs));
      matrix.print(out);
      matrix.addTo(figures);
      SimFigures.add(figures, runs, Map.of("setting", setting.name()));
      targets += matrix.targets();
      missed += matrix.missed();
      all.addAll(runs);
    }
    CoreCost cost = cost(all);
    cost.print(out);
    cost.addTo(figures);
    targets += cost.targets();
    missed += cost.missed();
    if (json != null) {
      figures.write(json);
    }
    out.println();
    out.println(String.format("%d of %d targets met", targets - missed, targets));
    return missed == 0 ? 0 : 1;
  }

  /** A trace announces no transfers that could be read ahead in. */
  private List<Setting> settings() {
    return Setting.ALL.stream()
        .filter(setting -> traces.isEmpty() || !setting.readsAhead())
        .toList();
  }

  private List<Rule> rules(Setting setting) {
    return traces.isEmpty() ? Rule.forWorkloads(setting) : Rule.forTraces(setting);
  }

  private int repeats() {
    return traces.isEmpty() ? repeats : 1;
  }

  private List<SimRun> simulate(Setting setting) throws IOException {
    List<String> options = new ArrayList<>(setting.options());
    if (scale != null) {
      options.addAll(List.of("--scale", scale.toString()));
    }
    if (addresses != null) {
      options.addAll(List.of("--addresses", addresses));
    }
    tunables.forEach(tunable -> options.addAll(List.of("--set", tunable)));
    SimSettings settings =
        new SimSettings(
            traces, workloads, setting.contenders(ssd != null), disk, ssd, setting.open(), options);
    List<SimRun> runs = new ArrayList<>();
    try (Progress progress = new Progress(err, Tierline.onTerminal())) {
      for (int repeat = 1; repeat <= repeats(); repeat++) {
        Phase phase = new Phase(progress, setting.name() + ", seed " + (seed + repeat - 1));
        runs.add(Simulator.run(settings, repeat, seed, false, phase));
      }
    }
    return runs;
  }

  private CoreCost cost(List<SimRun> runs) throws IOException {
    if (noBench) {
      return new CoreCost(null, runs);
    }
    try (Progress progress = new Progress(err, Tierline.onTerminal())) {
      return new CoreCost(BenchResults.measure(repeats, List.of(), progress), runs);
    }
  }
}
