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
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./tierline bid-sim}: a trace or generated workloads through block schedulers. */
@Command(
    name = "bid-sim",
    sortOptions = false,
    description = {
      "Replay a block trace or a generated workload through block schedulers.",
      "Onto a modelled disk, in virtual time; compares what each contender takes. Give either"
          + " --trace or --workload."
    })
public final class BidSim implements Callable<Integer> {
  private static final String NAME = "bid-sim";
  private static final int MOST_REPEATS = 1000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      arity = "1..*",
      description = "blktrace binary with all per-CPU files, blkparse text, or CSV.")
  private List<String> traces = List.of();

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      split = ",",
      description =
          "Generated: grep, random-text-writer, sort, terasort, wordcount, word-std-dev;"
              + " or all.")
  private List<String> workloads = List.of();

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      split = ",",
      description =
          "Contenders (default: all; hybrid ones where there is an SSD), each"
              + " NAME[:TUNABLE=VALUE]... with settings of its own.")
  private List<String> policies = List.of();

  @Option(
      names = "--disk",
      paramLabel = "NAME|FILE",
      description = "Preset, description or DiskSim files (default: sata-250g).")
  private String disk;

  @Option(
      names = "--ssd",
      paramLabel = "NAME|FILE",
      description = "The second tier, for hybrid contenders (default: none).")
  private String ssd;

  @ArgGroup private Loop loop = new Loop();

  /** Closed unless said otherwise: that is what users see. */
  private static final class Loop {
    @Option(
        names = "--open-loop",
        description = "Requests come at the trace's times, whatever has been served.")
    private boolean open;

    @Option(
        names = "--closed-loop",
        description = "A process waits for its reads before it goes on: what users see (default).")
    private boolean closed;
  }

  @Option(
      names = "--ncq",
      paramLabel = "N",
      description = "Requests that the disk takes at a time, 1 to 32 (default: 1, no NCQ).")
  private Integer ncq;

  @Option(
      names = "--outstanding",
      paramLabel = "N",
      description = "Bound of the request queue, the same for all; 0: none (default: 256).")
  private Long outstanding;

  @Option(
      names = "--write-cache",
      paramLabel = "on|off",
      description = "Of the disk (default: as described).")
  private String writeCache;

  @Option(
      names = "--addresses",
      paramLabel = "as-is|wrap|scale",
      description =
          "Of a trace whose disk is not of this one's size (default: as-is, more than 1 %%"
              + " past the end is refused).")
  private String addresses;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A tunable, see --list-tunables; may be repeated.")
  private List<String> tunables = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of generated workloads (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--scale",
      paramLabel = "X",
      description = "Of the amount of data of generated workloads (default: 1.0).")
  private Double scale;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "That many consecutive seeds; medians and spread are shown (default: ${DEFAULT-VALUE}).")
  private int repeats;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Also write DIR/index.html: plots and tables, needs no network.")
  private Path report;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the figures as JSON.")
  private Path json;

  @ArgGroup private Listing listing;

  private static final class Listing {
    @Option(names = "--list-policies", description = "What --policy takes.")
    private boolean policies;

    @Option(names = "--list-disks", description = "What --disk and --ssd take.")
    private boolean disks;

    @Option(names = "--list-workloads", description = "What --workload takes.")
    private boolean workloads;

    @Option(names = "--list-tunables", description = "What --set takes.")
    private boolean tunables;

    @Option(
        names = "--worked-example",
        description = "The small example that every policy is checked with.")
    private boolean workedExample;
  }

  private final PrintStream out;
  private final PrintStream err;

  /** The command; where its tables and its progress go. */
  public BidSim(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  static int run(PrintStream out, PrintStream err, String... args) {
    return Tierline.run(new BidSim(out, err), out, err, args);
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
    try (Progress progress = new Progress(err, Tierline.onTerminal())) {
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
