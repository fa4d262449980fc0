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
import io.tierline.cli.measure.ReportDirectory;
import io.tierline.cli.report.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./tierline bid-sim}: a trace or generated workloads through block schedulers. */
@Command(
    name = "bid-sim",
    sortOptions = false,
    customSynopsis = "./tierline bid-sim [--repeats=N] [--report=DIR] [--json=FILE] OPTION...",
    description = {
      "Replay a block trace or a generated workload through block schedulers.",
      "Runs each contender on a modelled disk, in virtual time, and compares their"
          + " times. Give either --trace or --workload. Repeats use consecutive seeds of"
          + " generated workloads."
    })
public final class BidSim implements Callable<Integer> {
  private static final String NAME = "bid-sim";

  @Mixin private final Arguments given = new Arguments();

  @Mixin private final Repeats repeats = new Repeats(1);

  @Mixin private final ReportDirectory report = new ReportDirectory();

  @Mixin private final JsonFile json = new JsonFile();

  @Mixin private final SimOptions options = new SimOptions();

  private final Console console;

  /** The command; where it prints. */
  public BidSim(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Optional<String> listing = Listings.askedFor(options.given());
    if (listing.isPresent()) {
      Listings.print(console.out(), listing.get());
      return 0;
    }
    SimSettings settings = options.settings(given);
    refuseNonsense(settings);
    long seed = options.given().number("--seed", 1, given);
    List<SimRun> runs = new ArrayList<>();
    try (Progress progress = console.progress()) {
      for (int repeat = 1; repeat <= repeats.count(given); repeat++) {
        String name = repeats.count(given) == 1 ? "simulating" : "seed " + (seed + repeat - 1);
        boolean arm = report.isWanted() && repeat == 1;
        runs.add(Simulator.run(settings, repeat, seed, arm, new Phase(progress, name)));
      }
    }
    SimTable.print(console.out(), runs);
    json.write(() -> figures(settings, runs));
    report.write(() -> new SimPage(settings, runs).page(), console.out());
    return 0;
  }

  private void refuseNonsense(SimSettings settings) {
    boolean trace = !settings.traces().isEmpty();
    if (trace != settings.workloads().isEmpty()) {
      throw given.mistake("give either --trace FILE… or --workload NAME[,…]");
    }
    if (repeats.count(given) > 1 && trace) {
      throw given.mistake(
          "--repeats is for generated workloads: a trace gives the same every time");
    }
  }

  private Figures figures(SimSettings settings, List<SimRun> runs) {
    Figures figures = Figures.of(NAME);
    settings.parameters().forEach(figures::parameter);
    if (settings.traces().isEmpty()) {
      figures.parameter("seed", runs.get(0).seed()).parameter("repeats", runs.size());
    }
    SimFigures.add(figures, runs, Map.of());
    return figures;
  }
}
