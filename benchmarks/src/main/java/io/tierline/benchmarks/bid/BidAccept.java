/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.Arguments;
import io.tierline.cli.Console;
import io.tierline.cli.Progress;
import io.tierline.cli.measure.JsonFile;
import io.tierline.cli.measure.Repeats;
import io.tierline.cli.report.Figures;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** {@code ./tierline bid-accept}: BID against its peers, ratios beside their targets. */
@Command(
    name = "bid-accept",
    sortOptions = false,
    customSynopsis = "./tierline bid-accept [--repeats=N] [--no-bench] [--json=FILE] OPTION...",
    description = {
      "BID against its peers on every workload: ratios, targets, PASS, MISS or REFUTED.",
      "Runs the source's setting (open loop), then what users see (closed loop, all"
          + " peers, each at its best setting, with readahead as traced and as Hadoop's),"
          + " then settings without targets (NCQ 32, queues of 128, and no limit), then the"
          + " cost of the core. Below each target of time is the bound's ratio, which no"
          + " scheduler can beat, and how much of the contender's time that leaves; REFUTED is"
          + " a target below it. Exits 1 if a target is missed, not if it is refuted. Repeats"
          + " use consecutive seeds; medians count. A trace replaces the workloads and has its"
          + " own targets. Options of bid-sim that are accepted: --trace, --workload (all"
          + " generated ones), --disk (sata-250g), --ssd (ssd-slc), --addresses, --set, --seed,"
          + " --scale"
    })
public final class BidAccept implements Callable<Integer> {
  private static final String NAME = "bid-accept";

  /** The rest of bid-sim's options is what the settings differ in. */
  private static final Set<String> TAKEN =
      Set.of(
          "--trace", "--workload", "--disk", "--ssd", "--addresses", "--set", "--seed", "--scale");

  private static final List<String> WORKLOADS =
      List.of("grep", "random-text-writer", "sort", "terasort", "wordcount", "word-std-dev");

  private static final String DISK = "sata-250g";
  private static final String SSD = "ssd-slc";

  @Mixin private final Arguments given = new Arguments();

  @Mixin private final Repeats repeats = new Repeats(3);

  @Option(names = "--no-bench", description = "Leave out the cost of the core.")
  private boolean noBench;

  @Mixin private final JsonFile json = new JsonFile();

  @Unmatched private List<String> simulator = new ArrayList<>();

  private final Console console;

  /** The command; where it prints. */
  public BidAccept(Console console) {
    this.console = console;
  }

  /** The exit code is 0 only when every target is met that the bound leaves room for. */
  @Override
  public Integer call() throws IOException {
    refuseUnknown();
    ProgramArguments input = new ProgramArguments(simulator);
    boolean trace = input.has("--trace");
    Repeated runsOf =
        new Repeated(input.number("--seed", 1, given), trace ? 1 : repeats.count(given));
    Figures figures = parameters(input, runsOf);
    List<SimRun> all = new ArrayList<>();
    long targets = 0;
    long missed = 0;
    long refuted = 0;
    for (Setting setting : settings(trace)) {
      List<SimRun> runs = simulate(setting, input, runsOf);
      List<Rule> rules = trace ? Rule.forTraces(setting) : Rule.forWorkloads(setting);
      Matrix matrix = new Matrix(setting, rules, Summary.of(runs));
      matrix.print(console.out());
      matrix.addTo(figures);
      SimFigures.add(figures, runs, Map.of("setting", setting.name()));
      targets += matrix.targets();
      missed += matrix.missed();
      refuted += matrix.refuted();
      all.addAll(runs);
    }
    CoreCost cost = cost(all, runsOf.count());
    cost.print(console.out());
    cost.results().forEach(figures::result);
    targets += cost.targets();
    missed += cost.missed();
    json.write(() -> figures);
    console.out().println();
    console
        .out()
        .printf(
            "%d of %d targets met, %d missed, %d below the bound%n",
            targets - missed - refuted, targets, missed, refuted);
    return missed == 0 ? 0 : 1;
  }

  private record Repeated(long firstSeed, int count) {}

  private void refuseUnknown() {
    for (String option : new ProgramArguments(simulator).options()) {
      if (!TAKEN.contains(option)) {
        throw given.unknown(option.isEmpty() ? simulator.get(0) : option);
      }
    }
  }

  private static List<String> workloads(ProgramArguments input) {
    return input.has("--trace")
        ? List.of()
        : input.has("--workload") ? input.list("--workload") : WORKLOADS;
  }

  private Figures parameters(ProgramArguments input, Repeated runsOf) {
    String scale = input.value("--scale", null);
    return Figures.of(NAME)
        .parameter("trace", input.values("--trace"))
        .parameter("workload", workloads(input))
        .parameter("disk", input.value("--disk", DISK))
        .parameter("ssd", input.value("--ssd", SSD))
        .parameter("addresses", input.value("--addresses", null))
        .parameter("set", input.values("--set"))
        .parameter("seed", runsOf.firstSeed())
        .parameter("repeats", runsOf.count())
        .parameter("scale", scale == null ? null : new BigDecimal(scale));
  }

  /** A trace announces no transfers that could be read ahead in. */
  private static List<Setting> settings(boolean trace) {
    return Setting.ALL.stream().filter(setting -> !trace || !setting.readsAhead()).toList();
  }

  private List<SimRun> simulate(Setting setting, ProgramArguments input, Repeated runsOf)
      throws IOException {
    List<String> options = new ArrayList<>(setting.options());
    options.addAll(input.without(SimOptions.NAMED));
    SimSettings settings =
        new SimSettings(
            input.values("--trace"),
            workloads(input),
            setting.contenders(),
            input.value("--disk", DISK),
            input.value("--ssd", SSD),
            setting.open(),
            options);
    List<SimRun> runs = new ArrayList<>();
    try (Progress progress = console.progress()) {
      for (int repeat = 1; repeat <= runsOf.count(); repeat++) {
        long seed = runsOf.firstSeed();
        Phase phase = new Phase(progress, setting.name() + ", seed " + (seed + repeat - 1));
        runs.add(Simulator.run(settings, repeat, seed, false, phase));
      }
    }
    return runs;
  }

  private CoreCost cost(List<SimRun> runs, int processes) throws IOException {
    if (noBench) {
      return new CoreCost(null, runs);
    }
    try (Progress progress = console.progress()) {
      return new CoreCost(BenchResults.measure(processes, List.of(), progress), runs);
    }
  }
}
