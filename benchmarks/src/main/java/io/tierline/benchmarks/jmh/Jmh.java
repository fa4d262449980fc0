/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import io.tierline.benchmarks.command.OwnArguments;
import io.tierline.cli.CommandException;
import io.tierline.cli.report.Figures;
import java.io.IOException;
import java.nio.file.Path;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./tierline jmh [PATTERN] [--json FILE] [-- JMH options]}: runs micro-benchmarks. */
@Command(
    name = "jmh",
    sortOptions = false,
    customSynopsis = "./tierline jmh [PATTERN] [--json FILE] [-- JMH OPTION...]",
    description = "Micro-benchmarks.")
public final class Jmh implements Callable<Integer> {
  private static final String ALL = ".*";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "[PATTERN] [-- JMH OPTION...]",
      hideParamSyntax = true,
      description =
          "Benchmarks whose names match the regular expression (default: all); what JMH itself takes,"
              + " for example -f 1 -p depth=8: \"-- -h\" lists it, \"-- -lp\" lists benchmarks.")
  private List<String> arguments = List.of();

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the figures as JSON.")
  private Path json;

  /** JMH itself prints the progress: percent, what runs and the time that is left. */
  @Override
  public Integer call() throws IOException {
    OwnArguments split = OwnArguments.of(spec, arguments);
    if (split.own().size() > 1) {
      throw new ParameterException(spec.commandLine(), "more than one pattern is given");
    }
    String pattern = split.own().isEmpty() ? ALL : split.own().get(0);
    try {
      return run(pattern, split.others());
    } catch (CommandLineOptionException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
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
    if (json != null) {
      Figures figures =
          Figures.of("jmh").parameter("pattern", pattern).parameter("options", jmhOptions);
      results.forEach(result -> figures.result(JmhResult.figures(result)));
      figures.write(json);
    }
    return 0;
  }
}
