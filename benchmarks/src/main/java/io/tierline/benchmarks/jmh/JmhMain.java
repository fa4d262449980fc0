/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import io.tierline.benchmarks.report.Figures;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** {@code ./tierline jmh [PATTERN] [--json FILE] [-- JMH options]}: runs micro-benchmarks. */
public final class JmhMain {
  private static final String USAGE =
      """
      usage: ./tierline jmh [PATTERN] [--json FILE] [-- JMH OPTIONS]
        PATTERN      benchmarks whose name matches the regular expression; all without it
        --json FILE  writes the figures to FILE
        JMH OPTIONS  for example -f 3 -p depth=8; "-- -h" lists them, "-- -lp" lists benchmarks""";

  private JmhMain() {}

  /** Runs the benchmarks and ends the process. */
  @SuppressWarnings("checkstyle:RegexpSinglelineJava") // A main method may.
  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments)));
  }

  /** The exit code: 0, or 1 when a benchmark failed, or 2 when the arguments make no sense. */
  static int run(List<String> arguments) {
    try {
      JmhArguments parsed = JmhArguments.parse(arguments);
      if (parsed.help()) {
        System.out.println(USAGE);
        return 0;
      }
      return run(parsed);
    } catch (IllegalArgumentException | CommandLineOptionException e) {
      return failed(e.getMessage() + "; see ./tierline jmh --help", 2);
    } catch (RunnerException | IOException e) {
      return failed(e.getMessage(), 1);
    }
  }

  /** JMH itself prints the progress: percent, what runs and the time that is left. */
  private static int run(JmhArguments arguments)
      throws CommandLineOptionException, RunnerException, IOException {
    CommandLineOptions options =
        new CommandLineOptions(arguments.jmhOptions().toArray(String[]::new));
    if (options.shouldHelp()) {
      options.showHelp();
      return 0;
    }
    Runner runner =
        new Runner(
            new OptionsBuilder()
                .parent(options)
                .include(arguments.pattern())
                .shouldFailOnError(true)
                .addProfiler(CpuTime.class)
                .build());
    if (options.shouldList() || options.shouldListWithParams()) {
      runner.listWithParams(options);
      return 0;
    }
    Collection<RunResult> results;
    try {
      results = runner.run();
    } catch (NoBenchmarksException e) {
      // JMH's own has no message.
      throw new RunnerException(
          "no benchmark matches '" + arguments.pattern() + "'; ./tierline jmh -- -l lists them", e);
    }
    if (arguments.json() != null) {
      Figures figures =
          Figures.of("jmh")
              .parameter("pattern", arguments.pattern())
              .parameter("options", arguments.jmhOptions());
      results.forEach(result -> figures.result(JmhResult.figures(result)));
      figures.write(arguments.json());
    }
    return 0;
  }

  private static int failed(String message, int code) {
    System.err.println("jmh: " + message);
    return code;
  }
}
