/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import io.tierline.benchmarks.process.ChildException;
import io.tierline.benchmarks.process.ChildJvm;
import io.tierline.benchmarks.process.Unfinished;
import io.tierline.benchmarks.ycsb.Engine;
import io.tierline.benchmarks.ycsb.Rows;
import io.tierline.benchmarks.ycsb.ShownSteps;
import io.tierline.cli.Arguments;
import io.tierline.cli.Console;
import io.tierline.cli.Progress;
import io.tierline.cli.measure.Choice;
import io.tierline.cli.measure.JsonFile;
import io.tierline.cli.measure.WorkDirectory;
import io.tierline.cli.measure.WorkDirectory.Scratch;
import io.tierline.cli.report.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code ./tierline rlsm-reads}: what reads cost under HBase's store engines, by pairs. */
@Command(
    name = "rlsm-reads",
    sortOptions = false,
    description = {
      "What gets and scans cost under HBase's store engines, by pairs.",
      "Each engine has a table with the same rows, on a region server of its own, all in one"
          + " process. One thread asks them for the same reads in turns, in windows of a fraction"
          + " of a second: A B C and then C B A.",
      "A read's time is the processor time of the thread that asks, which does all the work, and"
          + " what a device would have taken for what a bounded page cache has not. That is"
          + " computed from the offsets that were read. So neither the disk of this machine nor"
          + " its load is in the ratio.",
      "Windows count once two in a row agree in their share of hits in the block cache.",
      "Prints the median ratio of the pairs to the first engine, its interval of 95 %%, and \"no"
          + " result\" where that holds 1."
    })
public final class RlsmReads implements Callable<Integer> {
  private static final String NAME = "rlsm-reads";
  private static final int MOST_ENGINES = 6;

  @Mixin private final Arguments given = new Arguments();

  private final Choice<Engine> engines =
      Engine.choice(
          "tuned,stock,rlsm",
          "the others are compared with the first. ",
          "; one that is named twice is compared with itself");

  private final Choice<State> states =
      Choice.of(
          "--state",
          "loaded,overwritten,loading",
          State::of,
          "Of loaded (at rest after the load), overwritten (half as many puts again, at"
              + " rest), loading (puts go on at a steady rate) (default: ${DEFAULT-VALUE}).");

  private final Choice<Workload> workloads =
      Choice.of(
          "--workload",
          "get-uniform,get-zipfian,get-absent,scan-short,scan-long,scan-full",
          Workload::of,
          "Of gets of rows that are there, even or skewed, or not there, and of scans of"
              + " up to 100, of 1,000 to 5,000 and of all rows (default: ${DEFAULT-VALUE}).");

  @Mixin private final CommandSpec chosen = Choice.mixin(engines, states, workloads);

  @Option(
      names = "--cache",
      paramLabel = "PERCENT",
      split = ",",
      defaultValue = "10,100",
      description = "The block cache of each engine, to the data (default: ${DEFAULT-VALUE}).")
  private List<Double> caches;

  @Mixin private final DeviceOptions device = new DeviceOptions();

  @Mixin private final LoadOptions load = new LoadOptions();

  @Mixin private final WindowOptions windows = new WindowOptions();

  @Mixin private final WorkDirectory directory = new WorkDirectory();

  @Mixin private final JsonFile json = new JsonFile();

  private final Console console;

  /** The command; where it prints. */
  public RlsmReads(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    refuseNonsense();
    refuseTooLittleSpace();
    Unfinished.run(this::measure);
    return 0;
  }

  private void measure() throws IOException, InterruptedException {
    try (Scratch own = directory.scratch("tierline-reads")) {
      show(measured(settings(own.path().resolve("data")), own.path()), false);
    } catch (ChildException e) {
      if (!e.results().isEmpty()) {
        show(e.results(), true);
      }
      throw e;
    }
  }

  private List<Map<String, Object>> measured(Settings settings, Path own)
      throws IOException, InterruptedException {
    try (Progress progress = console.progress()) {
      ChildJvm child = new ChildJvm(ReadsRun.class, jvm(), String.join("-", engines.names()), NAME);
      return child.run(settings, own, new ShownSteps(progress, "")::follow);
    }
  }

  /** Heap for the caches of all region servers, their memstores and the rest. */
  private List<String> jvm() {
    double largest = caches.stream().mapToDouble(part -> part / 100).max().orElse(1);
    long megabytes =
        Math.round(
            2048
                + 2 * engines.names().size() * load.dataMegabytes.count() * Math.max(largest, 0.1));
    return List.of("-Xmx" + megabytes + "m", "--add-opens", "java.base/java.nio=ALL-UNNAMED");
  }

  private Settings settings(Path data) {
    return new Settings(
        engines.names(),
        ((long) load.dataMegabytes.count() << 20) / Rows.USER_BYTES,
        (long) load.flushMegabytes.count() << 20,
        states.chosen(given),
        workloads.chosen(given),
        caches.stream().map(part -> part / 100).toList(),
        device.pageCache.number() / 100,
        new Device(device.accessMicros.number(), device.megabytesPerSecond.number()),
        windows.pairs.count(),
        windows.windowMillis.count(),
        load.rate.count(),
        windows.settle.number(),
        data.toString());
  }

  private void show(List<Map<String, Object>> results, boolean isPartial) throws IOException {
    ReadsTable.print(console.out(), results);
    json.write(
        () -> {
          Figures figures = Figures.of(NAME).partial(isPartial);
          parameters().forEach(figures::parameter);
          results.forEach(figures::result);
          return figures;
        });
  }

  private Map<String, Object> parameters() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("engine", String.join(",", engines.names()));
    all.put("state", String.join(",", states.names()));
    all.put("workload", String.join(",", workloads.names()));
    all.put("cache_percent", caches);
    all.put("page_cache_percent", device.pageCache.number());
    all.put("access_us", device.accessMicros.number());
    all.put("mb_s", device.megabytesPerSecond.number());
    all.put("data_mb", load.dataMegabytes.count());
    all.put("flush_mb", load.flushMegabytes.count());
    all.put("rate", load.rate.count());
    all.put("pairs", windows.pairs.count());
    all.put("window_ms", windows.windowMillis.count());
    all.put("settle_seconds", windows.settle.number());
    return all;
  }

  private void refuseNonsense() {
    engines.chosen(given);
    states.chosen(given);
    workloads.chosen(given);
    if (engines.names().size() < 2 || engines.names().size() > MOST_ENGINES) {
      throw given.mistake(
          "--engine names " + engines.names().size() + ": give two to " + MOST_ENGINES);
    }
    for (double cache : caches) {
      given.within("--cache", cache, 1, 1000);
    }
    device.check(given);
    load.check(given);
    windows.check(given);
  }

  private void refuseTooLittleSpace() throws IOException {
    long data = (long) engines.names().size() * load.dataMegabytes.count() << 20;
    directory.refuseLessThan(Rows.onDisk(data), "--data-mb");
  }
}
