/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.plan;

import io.tierline.cli.Tierline;
import io.tierline.cli.report.Figures;
import io.tierline.cli.report.Spread;
import io.tierline.cli.report.TextTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code ./tierline ldm-plan-bench}: what {@code ./tierline ldm-plan} takes for a month of many
 * coordinators, each time in a process of its own as a user starts it.
 */
@Command(
    name = "ldm-plan-bench",
    sortOptions = false,
    description = {
      "What ldm-plan takes for a month of many coordinators.",
      "Generates coordinators with workflows over hourly, daily and monthly data, and runs ldm-plan"
          + " on a month of them, tables and JSON, each time in a process of its own as a user starts"
          + " it. Median, least and most of elapsed and of processor seconds."
    })
public final class PlanBench implements Callable<Integer> {
  private static final String NAME = "ldm-plan-bench";
  private static final int MOST_COORDINATORS = 2_000;
  private static final int MOST_REPEATS = 100;
  private static final double NANOS = 1e9;

  @Spec private CommandSpec spec;

  @Option(
      names = "--coordinators",
      paramLabel = "N",
      defaultValue = "250",
      description =
          "A multiple of 5 up to 2000 (default: ${DEFAULT-VALUE}); 250 make 95,625 actions.")
  private int coordinators;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "3",
      description = "1 to 100 (default: ${DEFAULT-VALUE}).")
  private int repeats;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where the files go while it runs (default: the temporary directory).")
  private Path directory;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the figures as JSON.")
  private Path json;

  private final PrintStream out;
  private final String home;

  /** One run of the command. */
  private record Run(double seconds, double cpuSeconds, long bytesWritten) {
    Map<String, Object> toMap(Object repeat) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("contender", "ldm");
      all.put("workload", "month");
      all.put("repeat", repeat);
      all.put("seconds", seconds);
      all.put("cpu_seconds", cpuSeconds);
      all.put("bytes_written", bytesWritten);
      return all;
    }
  }

  /** The command of a source tree; where its table goes. */
  public PlanBench(PrintStream out, String home) {
    this.out = out;
    this.home = home;
  }

  static int run(PlanBench bench, PrintStream out, PrintStream err, String... arguments) {
    return Tierline.run(bench, out, err, arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    check("--coordinators", coordinators, Pipelines.GROUP, MOST_COORDINATORS);
    if (coordinators % Pipelines.GROUP != 0) {
      throw wrong("--coordinators is " + coordinators + ": give a multiple of " + Pipelines.GROUP);
    }
    check("--repeats", repeats, 1, MOST_REPEATS);
    Path base = directory == null ? Path.of(System.getProperty("java.io.tmpdir")) : directory;
    Files.createDirectories(base);
    Path place = Files.createTempDirectory(base, "ldm-plan-bench");
    try {
      // Untimed: it builds what is out of date.
      plan(place, Pipelines.write(place.resolve("small"), Pipelines.GROUP));
      List<Path> files = Pipelines.write(place.resolve("month"), coordinators);
      List<Run> runs = new ArrayList<>();
      for (int i = 0; i < repeats; i++) {
        runs.add(plan(place, files));
      }
      report(runs);
    } finally {
      delete(place);
    }
    return 0;
  }

  private void check(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw wrong(option + " is " + value + ": give a number from " + least + " to " + most);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private Run plan(Path place, List<Path> files) throws IOException, InterruptedException {
    Path tables = place.resolve("tables.txt");
    Path figures = place.resolve("figures.json");
    List<String> command =
        new ArrayList<>(List.of(Path.of(home, "tierline").toString(), "ldm-plan"));
    command.addAll(List.of("--from", Pipelines.FROM, "--until", Pipelines.UNTIL));
    command.addAll(List.of("--json", figures.toString()));
    files.forEach(file -> command.add(file.toString()));
    double cpu = ChildTime.seconds();
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(tables.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int code = process.waitFor();
    double seconds = (System.nanoTime() - start) / NANOS;
    if (code != 0) {
      throw new IOException("ldm-plan ended with exit code " + code);
    }
    return new Run(seconds, ChildTime.seconds() - cpu, Files.size(tables) + Files.size(figures));
  }

  private void report(List<Run> runs) throws IOException {
    Spread seconds = Spread.of(runs.stream().map(Run::seconds).toList());
    Spread cpu = Spread.of(runs.stream().map(Run::cpuSeconds).toList());
    TextTable table = new TextTable("", "#median", "#least", "#most");
    row(table, "seconds", seconds);
    row(table, "processor seconds", cpu);
    out.println(coordinators + " coordinators, " + runs.size() + " runs:");
    table.print(out);
    if (json != null) {
      Figures figures = Figures.of(NAME).parameter("coordinators", coordinators);
      figures.parameter("repeats", repeats);
      for (int i = 0; i < runs.size(); i++) {
        figures.result(runs.get(i).toMap(i + 1));
      }
      Run median = new Run(seconds.median(), cpu.median(), runs.get(0).bytesWritten());
      figures.result(median.toMap("median")).write(json);
    }
  }

  private static void row(TextTable table, String name, Spread spread) {
    table.row(name, number(spread.median()), number(spread.least()), number(spread.most()));
  }

  private static String number(double value) {
    return TextTable.number(value, 1);
  }

  private static void delete(Path place) throws IOException {
    try (Stream<Path> all = Files.walk(place)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
