/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import io.tierline.benchmarks.process.ChildJvm;
import io.tierline.benchmarks.ycsb.Settings.Plan;
import io.tierline.cli.Arguments;
import io.tierline.cli.Console;
import io.tierline.cli.Progress;
import io.tierline.cli.measure.Choice;
import io.tierline.cli.measure.JsonFile;
import io.tierline.cli.measure.Repeats;
import io.tierline.cli.measure.ReportDirectory;
import io.tierline.cli.measure.WorkDirectory;
import io.tierline.cli.measure.WorkDirectory.Scratch;
import io.tierline.cli.report.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * {@code ./tierline ycsb}: HBase's store engines side by side. Every engine runs once in every
 * repeat, in an order that moves on by one each time, so that none is always first.
 */
@Command(
    name = "ycsb",
    sortOptions = false,
    description = {
      "Compare HBase store engines under YCSB: writes, latency, space, throughput.",
      "Loads a table under each engine, each time in a process of its own with a fresh region"
          + " server on the local file system, engines in alternation. Medians and spread over the"
          + " repeats, ratios to stock. At full scale a load takes 3 to 5 minutes per engine and"
          + " repeat on 2 cores."
    })
public final class Ycsb implements Callable<Integer> {
  private static final String NAME = "ycsb";

  /**
   * Heap for the region server, its block cache (two fifths of it) and its clients together; HBase
   * looks for the fast way to read direct memory.
   */
  private static final List<String> JVM =
      List.of("-Xmx3g", "--add-opens", "java.base/java.nio=ALL-UNNAMED");

  private static final double MOST_SCALE = 100;
  private static final double MOST_SECONDS = 3600;

  @Mixin private final Arguments given = new Arguments();

  private final Choice<Engine> engines = Engine.choice("stock,tuned,stripe,rlsm", "", "");

  private final Choice<Recipe> recipes =
      Choice.of(
          "--recipe",
          "r6",
          Recipe::of,
          "Recipes to run (default: ${DEFAULT-VALUE}); all means all but f64, f128, over90-f64 and"
              + " churn.",
          "r6: load 2 GB in 1,024 flushes, one region.",
          "r5: load 1.5 GB, regions split at 160 MB.",
          "over50, over90: put as many rows, 50 or 90 %% of which replace one.",
          "f64, f128: load 20 GB with flushes of 64 and 128 MB.",
          "over90-f64: as f64, but 90 %% of the writes replace a row.",
          "churn: as f128, but 40 %% of the writes replace a row and 10 %% delete one.",
          "reads: YCSB C (only reads) and B (95 %% reads) on a table loaded like r6.",
          "mixed: YCSB A (50 %% reads, 50 %% updates).",
          "scans: short (to 100 rows) and long (1,000 to 5,000), alone and as YCSB E.");

  @Mixin private final CommandSpec chosen = Choice.mixin(engines, recipes);

  @Option(
      names = "--scale",
      paramLabel = "X",
      defaultValue = "1",
      description = "Fraction of the recipe's data, above 0 (default: ${DEFAULT-VALUE}).")
  private double scale;

  @Mixin private final Repeats repeats = new Repeats(3);

  @Option(
      names = "--settle",
      paramLabel = "SECONDS",
      defaultValue = "25",
      description =
          "A load has ended when no store file has changed for this long (default:"
              + " ${DEFAULT-VALUE}).")
  private double settle;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Duration of each YCSB workload (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--engine-conf",
      paramLabel = "KEY=VALUE",
      description = "A value of the table's descriptor, for all engines; may be repeated.")
  private List<String> conf = List.of();

  @Mixin private final WorkDirectory directory = new WorkDirectory();

  @Mixin private final JsonFile json = new JsonFile();

  @Mixin private final ReportDirectory report = new ReportDirectory();

  private final Console console;

  /** The command; where it prints. */
  public Ycsb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Engine> contenders = engines.chosen(given);
    List<Plan> plans = Settings.plans(chosenRecipes());
    Map<String, String> values = values();
    refuseNonsense();
    refuseTooLittleSpace(plans);
    List<RunResult> runs = new ArrayList<>();
    try (Progress progress = console.progress()) {
      for (Plan plan : plans) {
        for (int repeat = 1; repeat <= repeats.count(given); repeat++) {
          for (Engine engine : Repeats.order(contenders, repeat)) {
            runs.addAll(run(settings(engine, plan, repeat, values), progress));
          }
        }
      }
    }
    runs.sort((a, b) -> Integer.compare(contender(contenders, a), contender(contenders, b)));
    show(runs);
    return 0;
  }

  private static int contender(List<Engine> contenders, RunResult run) {
    return contenders.indexOf(Engine.of(run.contender()));
  }

  private Settings settings(Engine engine, Plan plan, int repeat, Map<String, String> values) {
    return new Settings(
        engine, plan.recipe(), plan.operations(), repeat, scale, settle, seconds, values, "");
  }

  private List<RunResult> run(Settings settings, Progress progress)
      throws IOException, InterruptedException {
    String who =
        String.format(
            "%s, repeat %d of %d, %s: ",
            settings.loadKey(), settings.repeat(), repeats.count(given), settings.engine().key());
    try (Scratch own = directory.scratch("tierline-ycsb")) {
      ChildJvm child =
          new ChildJvm(EngineRun.class, JVM, settings.engine().key(), settings.loadKey());
      ShownSteps shown = new ShownSteps(progress, who);
      List<RunResult> results =
          child.run(settings.in(own.path().resolve("data")), own.path(), shown::follow).stream()
              .map(RunResult::of)
              .toList();
      results.forEach(result -> progress.say(line(result)));
      return results;
    }
  }

  private static String line(RunResult run) {
    double amplification = run.number("write_amplification");
    return String.format(
        "%-24s %-7s repeat %d  %10.1f /s%s",
        run.workload(),
        run.contender(),
        run.repeat(),
        run.number("throughput_ops"),
        Double.isNaN(amplification) ? "" : String.format("  WA %.2f", amplification));
  }

  private void show(List<RunResult> runs) throws IOException {
    YcsbTable.print(console.out(), runs);
    json.write(
        () -> {
          Figures figures = Figures.of(NAME);
          parameters().forEach(figures::parameter);
          YcsbFigures.add(figures, runs);
          return figures;
        });
    report.write(() -> new YcsbPage(parameters(), runs).page(), console.out());
  }

  private Map<String, Object> parameters() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("engine", String.join(",", engines.names()));
    all.put("recipe", String.join(",", recipes.names()));
    all.put("scale", scale);
    all.put("repeats", repeats.count(given));
    all.put("settle_seconds", settle);
    all.put("operation_seconds", seconds);
    all.put("engine_conf", String.join(" ", conf));
    all.put("row_bytes", Rows.USER_BYTES);
    all.put("batch_rows", Rows.BATCH);
    all.put("client_threads", Rows.CLIENTS);
    return all;
  }

  private List<Recipe> chosenRecipes() {
    return recipes.names().contains("all")
        ? Arrays.stream(Recipe.values()).filter(recipe -> !recipe.isLong()).toList()
        : recipes.chosen(given);
  }

  private Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    for (String one : conf) {
      int equals = one.indexOf('=');
      if (equals < 1) {
        throw given.mistake("--engine-conf is '" + one + "' but takes KEY=VALUE");
      }
      values.put(one.substring(0, equals), one.substring(equals + 1));
    }
    return values;
  }

  private void refuseNonsense() {
    if (!(scale > 0 && scale <= MOST_SCALE)) {
      throw given.mistake("--scale is " + scale + ": give a number above 0, at most 100");
    }
    if (!(settle >= 0 && settle <= MOST_SECONDS)) {
      throw given.mistake("--settle is " + settle + ": give seconds from 0 to 3600");
    }
    if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
      throw given.mistake("--seconds is " + seconds + ": give seconds above 0, at most 3600");
    }
  }

  private void refuseTooLittleSpace(List<Plan> plans) throws IOException {
    long rows = plans.stream().mapToLong(plan -> plan.recipe().rows(scale)).max().orElse(0);
    directory.refuseLessThan(Rows.onDisk(rows * Rows.USER_BYTES), "--scale");
  }
}
