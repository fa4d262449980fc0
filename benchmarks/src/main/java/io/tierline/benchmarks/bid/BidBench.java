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
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ./tierline bid-bench}: what one request costs in the scheduler core. */
@Command(
    name = "bid-bench",
    sortOptions = false,
    description = {
      "What one request costs in the scheduler core.",
      "Measures insert, stage and dispatch in ns of processor time, by number of"
          + " streams, with noop for comparison. Each repeat is a process of its own."
    })
public final class BidBench implements Callable<Integer> {
  private static final String NAME = "bid-bench";

  @Mixin private final Arguments given = new Arguments();

  @Mixin private final Repeats repeats = new Repeats(5);

  @Mixin private final JsonFile json = new JsonFile();

  @Parameters(
      paramLabel = "-- OPTION",
      description = "Options of the program, such as --streams 1000 --requests 100000.")
  private List<String> options = List.of();

  private final Console console;

  /** The command; where it prints. */
  public BidBench(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    List<String> program = given.onlyBehindDashes(options);
    int processes = repeats.count(given);
    BenchResults results;
    try (Progress progress = console.progress()) {
      results = BenchResults.measure(processes, program, progress);
    }
    results.print(console.out());
    json.write(
        () -> {
          Figures figures = Figures.of(NAME);
          figures.parameter("repeats", processes).parameter("options", program);
          results.addTo(figures);
          return figures;
        });
    return 0;
  }
}
