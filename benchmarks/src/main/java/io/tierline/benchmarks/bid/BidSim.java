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
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./tierline bid-sim}: a trace or generated workloads through block schedulers. */
@Command(
    name = "./tierline bid-sim",
    sortOptions = false,
    description = "Replays a trace or generated workloads through block schedulers.")
public final class BidSim implements Callable<Integer> {
  private static final String NAME = "bid-sim";
  private static final int MOST_REPEATS = 1000;

  @Spec private CommandSpec spec;

  @Option(names = "--trace", arity = "1..*", paramLabel = "FILE")
  private List<String> traces = List.of();

  @Option(names = "--workload", split = ",", paramLabel = "NAME")
  private List<String> workloads = List.of();

  @Option(names = "--policy", split = ",", paramLabel = "NAME")
  private List<String> policies = List.of();

  @Option(names = "--disk", paramLabel = "NAME|FILE")
  private String disk;

  @Option(names = "--ssd", paramLabel = "NAME|FILE")
  private String ssd;

  @ArgGroup private Loop loop = new Loop();

  /** Closed unless said otherwise: that is what users see. */
  private static final class Loop {
    @Option(names = "--open-loop")
    private boolean open;

    @Option(names = "--closed-loop")
    private boolean closed;
  }

  @Option(names = "--ncq", paramLabel = "N")
  private Integer ncq;

  @Option(names = "--outstanding", paramLabel = "N")
  private Long outstanding;

  @Option(names = "--write-cache", paramLabel = "on|off")
  private String writeCache;

  @Option(names = "--addresses", paramLabel = "as-is|wrap|scale")
  private String addresses;

  @Option(names = "--set", paramLabel = "NAME=VALUE")
  private List<String> tunables = List.of();

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1")
  private long seed;

  @Option(names = "--scale", paramLabel = "X")
  private Double scale;

  @Option(names = "--repeats", paramLabel = "N", defaultValue = "1")
  private int repeats;

  @Option(names = "--report", paramLabel = "DIR")
  private Path report;

  @Option(names = "--json", paramLabel = "FILE")
  private Path json;

  @ArgGroup private Listing listing;

  private static final class Listing {
    @Option(names = "--list-policies")
    private boolean policies;

    @Option(names = "--list-disks")
    private boolean disks;

    @Option(names = "--list-workloads")
    private boolean workloads;

    @Option(names = "--list-tunables")
    private boolean tunables;

    @Option(names = "--worked-example")
    private boolean workedExample;
  }

  @Option(
      names = {"-h", "--help"},
      usageHelp = true)
  private boolean help;

  private final PrintStream out;
  private final PrintStream err;

  BidSim(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Runs the command and ends the process. */
  @SuppressWarnings("checkstyle:RegexpSinglelineJava")
  public static void main(String[] args) {
    System.exit(run(System.out, System.err, args));
  }

  static int run(PrintStream out, PrintStream err, String... args) {
    return Commands.run(NAME, new BidSim(out, err), out, err, args);
  }

  @Override
  public Integer call() throws IOException {
    if (listing != null) {
      show(listing);
      return 0;
    }
    refuseNonsense();
    SimSettings settings = settings();
    List<SimRun> runs = new ArrayList<>();
    try (Progress progress = new Progress(err, Commands.onTerminal())) {
      for (int repeat = 1; repeat <= repeats; repeat++) {
        Phase phase =
            new Phase(progress, repeats == 1 ? "simulating" : "seed " + (seed + repeat - 1));
        runs.add(Simulator.run(settings, repeat, seed, report != null && repeat == 1, phase));
      }
    }
    SimTable.print(out, runs);
    if (json != null) {
      figures(settings, runs).write(json);
    }
    if (report != null) {
      Path page = new SimPage(settings, runs).write(report);
      out.println();
      out.println("report: " + page.toAbsolutePath().normalize());
    }
    return 0;
  }

  private void refuseNonsense() {
    if (traces.isEmpty() == workloads.isEmpty()) {
      throw mistake("give either --trace FILE… or --workload NAME[,…]");
    }
    if (repeats < 1 || repeats > MOST_REPEATS) {
      throw mistake("--repeats is " + repeats + ": give a number from 1 to " + MOST_REPEATS);
    }
    if (!traces.isEmpty() && repeats > 1) {
      throw mistake("--repeats is for generated workloads: a trace gives the same every time");
    }
  }

  private ParameterException mistake(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private SimSettings settings() {
    List<String> options = new ArrayList<>();
    add(options, "--ncq", ncq);
    add(options, "--outstanding", outstanding);
    add(options, "--write-cache", writeCache);
    add(options, "--addresses", addresses);
    add(options, "--scale", scale);
    tunables.forEach(tunable -> add(options, "--set", tunable));
    return new SimSettings(traces, workloads, policies, disk, ssd, loop.open, options);
  }

  private static void add(List<String> options, String name, Object value) {
    if (value != null) {
      options.addAll(List.of(name, value.toString()));
    }
  }

  private Figures figures(SimSettings settings, List<SimRun> runs) {
    Figures figures = Figures.of(NAME);
    settings.parameters().forEach(figures::parameter);
    if (traces.isEmpty()) {
      figures.parameter("seed", seed).parameter("repeats", repeats);
    }
    SimFigures.add(figures, runs, Map.of());
    return figures;
  }

  private void show(Listing what) throws IOException {
    if (what.workedExample) {
      WorkedExample.print(out, Simulator.workedExample());
    } else if (what.tunables) {
      Listings.tunables(out);
    } else {
      Listings.named(
          out,
          what.policies ? "--list-policies" : what.disks ? "--list-disks" : "--list-workloads");
    }
  }
}
