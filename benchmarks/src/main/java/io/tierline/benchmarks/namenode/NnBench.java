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
import io.tierline.cli.Progress;
import io.tierline.cli.Tierline;
import io.tierline.cli.report.Figures;
import io.tierline.cli.report.TextTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command {@code ./tierline nn-bench}: each contender in a process of its own, in alternation,
 * so many times.
 */
@Command(
    name = "nn-bench",
    sortOptions = false,
    description = {
      "What LDM costs the NameNode: throughput, placement latency, heap; stock beside it.",
      "Stock, LDM asked for files of no dataset, and LDM asked for files of managed datasets. Pairs"
          + " have both in one process, asked in turns of milliseconds, until nothing is compiled"
          + " any more: processor time of the asking thread, over the network what the clock says,"
          + " stock's by the contender's. What LDM's own threads do is in the throughput. The other"
          + " measures have each in a process of its own, in alternation: medians, least and most"
          + " over the repeats, ratios to stock of the medians and by repeats, processor time of the"
          + " whole process."
    })
public final class NnBench implements Callable<Integer> {
  private static final String NAME = "nn-bench";
  private static final int MOST_REPEATS = 100;
  private static final int MOST = 10_000_000;
  private static final long MOST_BLOCKS = 1_000_000_000;
  private static final int MOST_THREADS = 64;
  private static final int RATIO_DIGITS = 4;
  private static final int PERCENT = 100;
  private static final int MOST_PAIRS = 20_000;
  private static final int MOST_BLOCKS_PER_DATASET = 100_000;

  /** A collector and a heap that do not change their minds while something is measured. */
  private static final List<String> HEAP =
      List.of(
          "-Xms4g",
          "-Xmx4g",
          "-Xmn2g",
          "-XX:+UseParallelGC",
          "-XX:-UseAdaptiveSizePolicy",
          // Else whoever is the first to touch a page pays for it.
          "-XX:+AlwaysPreTouch");

  @Spec private CommandSpec spec;

  @Option(
      names = "--measure",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "pairs,choose-target",
      description = {
        "What is measured (default: ${DEFAULT-VALUE}).",
        "pairs: create and addBlock, two NameNodes in one process.",
        "throughput: create, addBlock and delete by Hadoop's NNThroughputBenchmark.",
        "choose-target: p99 of single calls of the placement policy.",
        "heap: bytes that stay in the heap per block that was placed."
      })
  private List<String> measures;

  @Option(
      names = "--contenders",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "stock,ldm_unmanaged,ldm_managed",
      description =
          "Of stock, stock_one_ssd (storage policy set by hand), ldm_unmanaged, ldm_managed,"
              + " and of pairs also planted (stock, 3 %% slower: is it found?) (default: ${DEFAULT-VALUE}).")
  private List<String> contenders;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Of turns that are measured, each 128 blocks of both (default: ${DEFAULT-VALUE}).")
  private int pairs;

  @Option(
      names = "--blocks-per-dataset",
      paramLabel = "N",
      defaultValue = "20",
      description = "Of pairs: before the next dataset has its turn (default: ${DEFAULT-VALUE}).")
  private int blocksPerDataset;

  @Option(names = "--rpc", description = "Of pairs: ask over the network.")
  private boolean rpc;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "6",
      description =
          "1 to 100; of pairs another NameNode is started first each time"
              + " (default: ${DEFAULT-VALUE}).")
  private int repeats;

  @Option(
      names = "--datasets",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Managed datasets registered with LDM (default: ${DEFAULT-VALUE}).")
  private int datasets;

  @Option(
      names = "--files",
      paramLabel = "N",
      defaultValue = "40000",
      description =
          "Created; twice as many deleted; a quarter of them gets 20 blocks each"
              + " (default: ${DEFAULT-VALUE}).")
  private int files;

  @Option(
      names = "--calls",
      paramLabel = "N",
      defaultValue = "400000",
      description = "Of the placement policy that are timed (default: ${DEFAULT-VALUE}).")
  private int calls;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "Placed before the heap is looked at (default: ${DEFAULT-VALUE}).")
  private long blocks;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "That ask the NameNode (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where the data goes while it runs (default: the temporary directory).")
  private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the figures as JSON.")
  private Path json;

  private final PrintStream out;
  private final PrintStream err;
  private final Processes processes;

  /** Runs one contender in a process. */
  interface Processes {
    List<Map<String, Object>> run(Settings settings, Path directory)
        throws IOException, InterruptedException;
  }

  /** The command; where its tables and its progress go. */
  public NnBench(PrintStream out, PrintStream err) {
    this(out, err, NnBench::child);
  }

  NnBench(PrintStream out, PrintStream err, Processes processes) {
    this.out = out;
    this.err = err;
    this.processes = processes;
  }

  private static List<Map<String, Object>> child(Settings settings, Path directory)
      throws IOException, InterruptedException {
    return new ChildJvm(
            ContenderRun.class, HEAP, settings.contender().key(), settings.measure().key())
        .run(settings, directory, said -> said.collect(Collectors.joining("; ")));
  }

  static int run(PrintStream out, PrintStream err, String... args) {
    return Tierline.run(new NnBench(out, err), out, err, args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Measure> chosen = chosen(measures, Measure::of);
    List<Contender> all = chosen(contenders, Contender::of);
    within("--repeats", repeats, MOST_REPEATS);
    within("--datasets", datasets, MOST);
    within("--files", files, MOST);
    within("--calls", calls, MOST);
    within("--blocks", blocks, MOST_BLOCKS);
    within("--threads", threads, MOST_THREADS);
    within("--pairs", pairs, MOST_PAIRS);
    within("--blocks-per-dataset", blocksPerDataset, MOST_BLOCKS_PER_DATASET);
    if (all.contains(Contender.PLANTED) && !chosen.equals(List.of(Measure.PAIRS))) {
      throw new ParameterException(
          spec.commandLine(), "planted is a contender of --measure pairs only");
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
    try (Progress progress = new Progress(err, Tierline.onTerminal())) {
      for (Measure measure : chosen) {
        for (int repeat = 1; repeat <= repeats; repeat++) {
          for (Contender contender : order(all, repeat)) {
            runs.addAll(run(contender, measure, repeat, progress));
          }
        }
      }
    }
  }

  /** Another one is first in each repeat. */
  static List<Contender> order(List<Contender> contenders, int repeat) {
    List<Contender> order = new ArrayList<>(contenders);
    Collections.rotate(order, 1 - repeat);
    return order;
  }

  private List<Map<String, Object>> run(
      Contender contender, Measure measure, int repeat, Progress progress)
      throws IOException, InterruptedException {
    Path own = Files.createTempDirectory(Files.createDirectories(directory), "tierline-nn-bench");
    progress.phase(
        "%s, repeat %d of %d, %s".formatted(measure.key(), repeat, repeats, contender.key()),
        () -> 0);
    Settings settings =
        new Settings(
            contender,
            measure,
            repeat,
            datasets,
            files,
            calls,
            blocks,
            threads,
            pairs,
            blocksPerDataset,
            rpc,
            own.resolve("data").toString());
    try {
      return processes.run(settings, own);
    } finally {
      FileUtil.fullyDelete(own.toFile());
    }
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
    if (json != null) {
      Figures figures = Figures.of(NAME).partial(isPartial);
      parameters(figures);
      comparison.runs().forEach(figures::result);
      medians.forEach(figures::result);
      figures.write(json);
    }
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
    table.print(out);
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
    table.print(out);
  }

  private static String number(Map<String, Object> result, String key, int digits) {
    return result.get(key) instanceof Number number
        ? TextTable.number(number.doubleValue(), digits)
        : "-";
  }

  private void parameters(Figures figures) {
    figures
        .parameter("measure", String.join(",", measures))
        .parameter("contenders", String.join(",", contenders))
        .parameter("repeats", repeats)
        .parameter("datasets", datasets)
        .parameter("files", files)
        .parameter("blocks_per_file", Throughput.BLOCKS_PER_FILE)
        .parameter("calls", calls)
        .parameter("blocks", blocks)
        .parameter("threads", threads)
        .parameter("pairs", pairs)
        .parameter("blocks_per_dataset", blocksPerDataset)
        .parameter("rpc", rpc)
        .parameter("nodes", ServedNameNode.NODES)
        .parameter("racks", ServedNameNode.RACKS);
  }

  private <T> List<T> chosen(List<String> names, Function<String, T> of) {
    try {
      return names.stream().map(of).distinct().toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void within(String option, long value, long most) {
    if (value < 1 || value > most) {
      throw new ParameterException(
          spec.commandLine(),
          "%s is %d: give a number from 1 to %d".formatted(option, value, most));
    }
  }
}
