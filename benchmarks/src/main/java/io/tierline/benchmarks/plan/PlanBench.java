/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.plan;

import io.tierline.cli.Arguments;
import io.tierline.cli.Console;
import io.tierline.cli.measure.Amount;
import io.tierline.cli.measure.JsonFile;
import io.tierline.cli.measure.Repeats;
import io.tierline.cli.measure.WorkDirectory;
import io.tierline.cli.measure.WorkDirectory.Scratch;
import io.tierline.cli.report.Figures;
import io.tierline.cli.report.Spread;
import io.tierline.cli.report.TextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code ./tierline ldm-plan-bench}: what {@code ./tierline ldm-plan} takes for a month of many
 * coordinators, each time in a process of its own as a user starts it.
 */
@Command(
    name = "ldm-plan-bench",
    sortOptions = false,
    description = {
      "How long ldm-plan takes for a month of many coordinators.",
      "Generates coordinators with workflows over hourly, daily and monthly data, and"
          + " runs ldm-plan on a month of them, with tables and JSON, each time in a new"
          + " process. Prints median, least and most of elapsed and processor seconds."
    })
public final class PlanBench implements Callable<Integer> {
  private static final String NAME = "ldm-plan-bench";
  private static final double NANOS = 1e9;

  @Mixin private final Arguments given = new Arguments();

  private final Amount coordinators =
      Amount.whole(
          "--coordinators N",
          250,
          Pipelines.GROUP,
          2_000,
          "Number of coordinators, a multiple of 5 up to 2000 (default:"
              + " ${DEFAULT-VALUE}); 250 make 95,625 actions.");

  @Mixin private final CommandSpec ofCoordinators = Amount.mixin(coordinators);

  @Mixin private final Repeats repeats = new Repeats(3);

  @Mixin private final WorkDirectory directory = new WorkDirectory();

  @Mixin private final JsonFile json = new JsonFile();

  private final Console console;
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

  /** The command of a source tree; where it prints. */
  public PlanBench(Console console, String home) {
    this.console = console;
    this.home = home;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    int runsWanted = repeats.count(given);
    Amount.check(given, coordinators);
    if (coordinators.count() % Pipelines.GROUP != 0) {
      throw given.mistake(
          "--coordinators is " + coordinators.count() + ": give a multiple of " + Pipelines.GROUP);
    }
    try (Scratch place = directory.scratch("ldm-plan-bench")) {
      // Untimed: it builds what is out of date.
      plan(place.path(), Pipelines.write(place.path().resolve("small"), Pipelines.GROUP));
      List<Path> files = Pipelines.write(place.path().resolve("month"), coordinators.count());
      List<Run> runs = new ArrayList<>();
      for (int i = 0; i < runsWanted; i++) {
        runs.add(plan(place.path(), files));
      }
      report(runs);
    }
    return 0;
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
    console.out().println(coordinators.count() + " coordinators, " + runs.size() + " runs:");
    table.print(console.out());
    Run median = new Run(seconds.median(), cpu.median(), runs.get(0).bytesWritten());
    json.write(() -> figures(runs, median));
  }

  private Figures figures(List<Run> runs, Run median) {
    Figures figures = Figures.of(NAME).parameter("coordinators", coordinators.count());
    figures.parameter("repeats", runs.size());
    for (int i = 0; i < runs.size(); i++) {
      figures.result(runs.get(i).toMap(i + 1));
    }
    return figures.result(median.toMap("median"));
  }

  private static void row(TextTable table, String name, Spread spread) {
    table.row(name, number(spread.median()), number(spread.least()), number(spread.most()));
  }

  private static String number(double value) {
    return TextTable.number(value, 1);
  }
}
