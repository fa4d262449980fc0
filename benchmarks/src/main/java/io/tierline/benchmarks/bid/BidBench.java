/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.benchmarks.command.OwnArguments;
import io.tierline.cli.Progress;
import io.tierline.cli.Tierline;
import io.tierline.cli.report.Figures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./tierline bid-bench}: what one request costs in the scheduler core. */
@Command(
    name = "bid-bench",
    sortOptions = false,
    description = {
      "What one request costs in the scheduler core.",
      "Insert, stage, dispatch, in ns of one processor, by number of streams; noop beside it."
          + " Medians and spread over the repeats."
    })
public final class BidBench implements Callable<Integer> {
  private static final String NAME = "bid-bench";
  private static final int MOST_REPEATS = 1000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "5",
      description = "Processes started one after the other (default: ${DEFAULT-VALUE}).")
  private int repeats;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the figures as JSON.")
  private Path json;

  @Parameters(
      paramLabel = "-- OPTION",
      description = "Options of the program, such as --streams 1000 --requests 100000.")
  private List<String> options = List.of();

  private final PrintStream out;
  private final PrintStream err;

  /** The command; where its tables and its progress go. */
  public BidBench(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws IOException {
    if (repeats < 1 || repeats > MOST_REPEATS) {
      throw new ParameterException(
          spec.commandLine(),
          "--repeats is " + repeats + ": give a number from 1 to " + MOST_REPEATS);
    }
    OwnArguments split = OwnArguments.of(spec, options);
    if (!split.own().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "unknown argument '" + split.own().get(0) + "'");
    }
    BenchResults results;
    try (Progress progress = new Progress(err, Tierline.onTerminal())) {
      results = BenchResults.measure(repeats, options, progress);
    }
    results.print(out);
    if (json != null) {
      Figures figures =
          Figures.of(NAME).parameter("repeats", repeats).parameter("options", options);
      results.addTo(figures);
      figures.write(json);
    }
    return 0;
  }
}
