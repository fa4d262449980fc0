/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import io.tierline.benchmarks.process.ChildJvm;
import io.tierline.benchmarks.process.Unfinished;
import io.tierline.cli.Arguments;
import io.tierline.cli.Console;
import io.tierline.cli.Progress;
import io.tierline.cli.measure.Choice;
import io.tierline.cli.measure.JsonFile;
import io.tierline.cli.measure.Repeats;
import io.tierline.cli.measure.WorkDirectory;
import io.tierline.cli.measure.WorkDirectory.Scratch;
import io.tierline.cli.report.Figures;
import io.tierline.cli.report.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The command {@code ./tierline nn-bench}: each contender in a process of its own, in alternation,
 * so many times.
 */
@Command(
    name = "nn-bench",
    sortOptions = false,
    description = {
      "What LDM costs the NameNode: throughput, placement latency, heap; stock beside it.",
      "LDM is measured with files of no dataset and with files of managed datasets.",
      "pairs: one thread calls two NameNodes in one process in turns of milliseconds,"
          + " once the JVM no longer compiles. Each repeat starts the other one first. The"
          + " ratio is stock's processor time by the contender's, of the calling thread (with"
          + " --rpc elapsed time).",
      "The other measures run each contender in its own process, in alternation. They"
          + " print medians, least and most over the repeats, ratios to stock, and processor"
          + " time of the whole process. The throughput includes the work of LDM's own"
          + " threads."
    })
public final class NnBench implements Callable<Integer> {
  private static final String NAME = "nn-bench";

  private static final int RATIO_DIGITS = 4;
  private static final int PERCENT = 100;

  @Mixin private final Arguments given = new Arguments();

  private final Choice<Measure> measures =
      Choice.of(
          "--measure",
          "pairs,choose-target",
          Measure::of,
          "What to measure (default: ${DEFAULT-VALUE}).",
          "pairs: create and addBlock, two NameNodes in one process.",
          "throughput: create, addBlock and delete by Hadoop's NNThroughputBenchmark.",
          "choose-target: p99 of single calls of the placement policy.",
          "heap: bytes that stay in the heap for each placed block.");

  private final Choice<Contender> contenders =
      Choice.of(
          "--contenders",
          "stock,ldm_unmanaged,ldm_managed",
          Contender::of,
          "Any of stock, stock_one_ssd (storage policy set by hand), ldm_unmanaged and"
              + " ldm_managed; with pairs also planted (stock made 3 %% slower, to see"
              + " whether it is found) (default: ${DEFAULT-VALUE}).");

  @Mixin private final CommandSpec chosen = Choice.mixin(measures, contenders);

  @Mixin private final PairOptions inPairs = new PairOptions();

  @Mixin private final Repeats repeats = new Repeats(6);

  @Mixin private final Sizes sizes = new Sizes();

  @Mixin private final WorkDirectory directory = new WorkDirectory();

  @Mixin private final JsonFile json = new JsonFile();

  private final Console console;
  private final Processes processes;

  /** Runs one contender in a process. */
  interface Processes {
    List<Map<String, Object>> run(Settings settings, Path directory)
        throws IOException, InterruptedException;
  }

  /** The command; where it prints. */
  public NnBench(Console console) {
    this(console, NnBench::child);
  }

  NnBench(Console console, Processes processes) {
    this.console = console;
    this.processes = processes;
  }

  private static List<Map<String, Object>> child(Settings settings, Path directory)
      throws IOException, InterruptedException {
    return new ChildJvm(
            ContenderRun.class,
            ContenderRun.HEAP,
            settings.contender().key(),
            settings.measure().key())
        .run(settings, directory, said -> said.collect(Collectors.joining("; ")));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Measure> chosen = measures.chosen(given);
    List<Contender> all = contenders.chosen(given);
    sizes.check(given);
    inPairs.check(given);
    if (all.contains(Contender.PLANTED) && !chosen.equals(List.of(Measure.PAIRS))) {
      throw given.mistake("planted is a contender of --measure pairs only");
    }
    Unfinished.run(() -> measure(chosen, all));
    return 0;
  }

  private void measure(List<Measure> chosen, List<Contender> all)
      throws IOException, InterruptedException {
    List<Map<String, Object>> runs = new ArrayList<>();
    boolean isWhole = false;
    try {
      measure(chosen, all, runs);
      isWhole = true;
    } finally {
      if (!runs.isEmpty()) {
        show(new Comparison(runs), !isWhole);
      }
    }
  }

  private void measure(List<Measure> chosen, List<Contender> all, List<Map<String, Object>> runs)
      throws IOException, InterruptedException {
    try (Progress progress = console.progress()) {
      for (Measure measure : chosen) {
        for (int repeat = 1; repeat <= repeats.count(given); repeat++) {
          for (Contender contender : Repeats.order(all, repeat)) {
            runs.addAll(run(contender, measure, repeat, progress));
          }
        }
      }
    }
  }

  private List<Map<String, Object>> run(
      Contender contender, Measure measure, int repeat, Progress progress)
      throws IOException, InterruptedException {
    String turn = "repeat %d of %d".formatted(repeat, repeats.count(given));
    progress.phase("%s, %s, %s".formatted(measure.key(), turn, contender.key()), () -> 0);
    try (Scratch own = directory.scratch("tierline-nn-bench")) {
      Path data = own.path().resolve("data");
      return processes.run(settings(contender, measure, repeat, data), own.path());
    }
  }

  private Settings settings(Contender contender, Measure measure, int repeat, Path data) {
    return new Settings(
        contender,
        measure,
        repeat,
        sizes.datasets.count(),
        sizes.files.count(),
        sizes.calls.count(),
        sizes.blocks.whole(),
        sizes.threads.count(),
        inPairs.pairs.count(),
        inPairs.blocksPerDataset.count(),
        inPairs.rpc(),
        data.toString());
  }

  private void show(Comparison comparison, boolean isPartial) throws IOException {
    List<Map<String, Object>> medians = comparison.medians();
    List<Map<String, Object>> paired = of(medians, true);
    if (!paired.isEmpty()) {
      showPairs(paired);
    }
    if (paired.size() < medians.size()) {
      showRuns(of(medians, false));
    }
    json.write(
        () -> {
          Figures figures = parameters(Figures.of(NAME).partial(isPartial));
          comparison.runs().forEach(figures::result);
          medians.forEach(figures::result);
          return figures;
        });
  }

  private static List<Map<String, Object>> of(List<Map<String, Object>> results, boolean paired) {
    return results.stream()
        .filter(result -> Comparison.isPaired((String) result.get("workload")) == paired)
        .toList();
  }

  /** Stock's time by the contender's, over the lives of all repeats. */
  private void showPairs(List<Map<String, Object>> medians) {
    TextTable table =
        new TextTable(
            "workload",
            "contender",
            "#stock us",
            "#us",
            "#ratio",
            "#from",
            "#to",
            "says",
            "#least",
            "#most",
            "#quartiles of",
            "#pairs",
            "#elapsed",
            "#compiling %");
    for (Map<String, Object> median : medians) {
      table.row(
          (String) median.get("workload"),
          (String) median.get("contender"),
          number(median, "stock_us", 2),
          number(median, "us", 2),
          number(median, "ratio", RATIO_DIGITS),
          number(median, "ratio_low", RATIO_DIGITS),
          number(median, "ratio_high", RATIO_DIGITS),
          (String) median.get("says"),
          number(median, "ratio_min", RATIO_DIGITS),
          number(median, "ratio_max", RATIO_DIGITS),
          number(median, "ratio_q1", RATIO_DIGITS),
          number(median, "ratio_q3", RATIO_DIGITS),
          number(median, "elapsed_ratio", RATIO_DIGITS),
          TextTable.number(PERCENT * ((Number) median.get("compiling_share")).doubleValue(), 2));
    }
    table.print(console.out());
  }

  private void showRuns(List<Map<String, Object>> medians) {
    TextTable table =
        new TextTable(
            "workload",
            "contender",
            "figure",
            "#median",
            "#least",
            "#most",
            "#to stock",
            "#by pairs",
            "#CPU us/op",
            "#LDM's threads",
            "#compilers");
    for (Map<String, Object> median : medians) {
      String key = Comparison.figure((String) median.get("workload"));
      table.row(
          (String) median.get("workload"),
          (String) median.get("contender"),
          key,
          number(median, key, 1),
          number(median, key + "_min", 1),
          number(median, key + "_max", 1),
          number(median, "ratio_to_stock", 3),
          number(median, "ratio_to_stock_by_pairs", 3),
          number(median, "cpu_us_per_op", 1),
          number(median, "ldm_threads_us_per_op", 2),
          number(median, "compilers_us_per_op", 1));
    }
    table.print(console.out());
  }

  private static String number(Map<String, Object> result, String key, int digits) {
    return result.get(key) instanceof Number number
        ? TextTable.number(number.doubleValue(), digits)
        : "-";
  }

  private Figures parameters(Figures figures) {
    return figures
        .parameter("measure", String.join(",", measures.names()))
        .parameter("contenders", String.join(",", contenders.names()))
        .parameter("repeats", repeats.count(given))
        .parameter("datasets", sizes.datasets.count())
        .parameter("files", sizes.files.count())
        .parameter("blocks_per_file", Throughput.BLOCKS_PER_FILE)
        .parameter("calls", sizes.calls.count())
        .parameter("blocks", sizes.blocks.whole())
        .parameter("threads", sizes.threads.count())
        .parameter("pairs", inPairs.pairs.count())
        .parameter("blocks_per_dataset", inPairs.blocksPerDataset.count())
        .parameter("rpc", inPairs.rpc())
        .parameter("nodes", ServedNameNode.NODES)
        .parameter("racks", ServedNameNode.RACKS);
  }
}
