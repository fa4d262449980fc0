/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.benchmarks.report.Figures;
import io.tierline.benchmarks.report.Progress;
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
    name = "./tierline bid-accept",
    sortOptions = false,
    description = "BID against its peers on every workload: ratios, targets, PASS or MISS.")
public final class BidAccept implements Callable<Integer> {
  private static final String NAME = "bid-accept";
  private static final int MOST_REPEATS = 1000;

  @Spec private CommandSpec spec;

  @Option(names = "--trace", arity = "1..*", paramLabel = "FILE")
  private List<String> traces = List.of();

  @Option(
      names = "--workload",
      split = ",",
      paramLabel = "NAME",
      defaultValue = "grep,random-text-writer,sort,terasort,wordcount,word-std-dev")
  private List<String> workloads;

  @Option(names = "--disk", paramLabel = "NAME|FILE", defaultValue = "sata-250g")
  private String disk;

  @Option(names = "--ssd", paramLabel = "NAME|FILE", defaultValue = "ssd-slc")
  private String ssd;

  @Option(names = "--set", paramLabel = "NAME=VALUE")
  private List<String> tunables = List.of();

  @Option(names = "--addresses", paramLabel = "as-is|wrap|scale")
  private String addresses;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1")
  private long seed;

  @Option(names = "--repeats", paramLabel = "N", defaultValue = "3")
  private int repeats;

  @Option(names = "--scale", paramLabel = "X")
  private Double scale;

  @Option(names = "--no-bench")
  private boolean noBench;

  @Option(names = "--json", paramLabel = "FILE")
  private Path json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true)
  private boolean help;

  private final PrintStream out;
  private final PrintStream err;

  BidAccept(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Runs the command and ends the process. */
  @SuppressWarnings("checkstyle:RegexpSinglelineJava")
  public static void main(String[] args) {
    System.exit(run(System.out, System.err, args));
  }

  static int run(PrintStream out, PrintStream err, String... args) {
    return Commands.run(NAME, new BidAccept(out, err), out, err, args);
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
    try (Progress progress = new Progress(err, Commands.onTerminal())) {
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
    try (Progress progress = new Progress(err, Commands.onTerminal())) {
      return new CoreCost(BenchResults.measure(repeats, List.of(), progress), runs);
    }
  }
}
