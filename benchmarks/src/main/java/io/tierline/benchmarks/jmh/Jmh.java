/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import io.tierline.cli.Arguments;
import io.tierline.cli.CommandException;
import io.tierline.cli.measure.JsonFile;
import io.tierline.cli.report.Figures;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ./tierline jmh [PATTERN] [--json FILE] [-- JMH options]}: runs micro-benchmarks. */
@Command(
    name = "jmh",
    sortOptions = false,
    customSynopsis = "./tierline jmh [PATTERN] [--json FILE] [-- JMH OPTION...]",
    description = "Micro-benchmarks.")
public final class Jmh implements Callable<Integer> {
  private static final String ALL = ".*";

  @Mixin private final Arguments given = new Arguments();

  @Parameters(
      paramLabel = "[PATTERN] [-- JMH OPTION...]",
      hideParamSyntax = true,
      description =
          "Benchmarks whose names match the regular expression (default: all); what JMH itself"
              + " takes,"
              + " for example -f 1 -p depth=8: \"-- -h\" lists it, \"-- -lp\" lists benchmarks.")
  private List<String> arguments = List.of();

  @Mixin private final JsonFile json = new JsonFile();

  /** JMH itself prints the progress: percent, what runs and the time that is left. */
  @Override
  public Integer call() throws IOException {
    List<String> patterns = given.beforeDashes(arguments);
    if (patterns.size() > 1) {
      throw given.mistake("more than one pattern is given");
    }
    String pattern = patterns.isEmpty() ? ALL : patterns.get(0);
    try {
      return run(pattern, given.behindDashes(arguments));
    } catch (CommandLineOptionException e) {
      throw given.mistake(e.getMessage());
    } catch (NoBenchmarksException e) {
      // JMH's own has no message.
      throw new CommandException(
          "no benchmark matches '" + pattern + "'; ./tierline jmh -- -l lists them", e);
    } catch (RunnerException e) {
      throw new CommandException(e.getMessage(), e);
    }
  }

  private int run(String pattern, List<String> jmhOptions)
      throws CommandLineOptionException, RunnerException, IOException {
    CommandLineOptions options = new CommandLineOptions(jmhOptions.toArray(String[]::new));
    if (options.shouldHelp()) {
      options.showHelp();
      return 0;
    }
    Runner runner =
        new Runner(
            new OptionsBuilder()
                .parent(options)
                .include(pattern)
                .shouldFailOnError(true)
                .addProfiler(CpuTime.class)
                .build());
    if (options.shouldList() || options.shouldListWithParams()) {
      runner.listWithParams(options);
      return 0;
    }
    Collection<RunResult> results = runner.run();
    json.write(
        () -> {
          Figures figures = Figures.of("jmh");
          figures.parameter("pattern", pattern).parameter("options", jmhOptions);
          results.forEach(result -> figures.result(JmhResult.figures(result)));
          return figures;
        });
    return 0;
  }
}
