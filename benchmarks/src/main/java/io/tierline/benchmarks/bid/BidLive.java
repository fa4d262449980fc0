/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.benchmarks.datanode.HdfsCase;
import io.tierline.benchmarks.datanode.HdfsLive;
import io.tierline.cli.Arguments;
import io.tierline.cli.Console;
import io.tierline.cli.Progress;
import io.tierline.cli.measure.Choice;
import io.tierline.cli.measure.JsonFile;
import io.tierline.cli.measure.Repeats;
import io.tierline.cli.measure.ReportDirectory;
import io.tierline.cli.measure.WorkDirectory;
import io.tierline.cli.report.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code ./tierline bid-live}: a DataNode's streams under each scheduler, in real time. */
@Command(
    name = "bid-live",
    sortOptions = false,
    description = {
      "Run a DataNode's streams under Linux's schedulers and BID's.",
      "Reads and writes real files on a modelled disk in real time; every byte that is read is"
          + " compared. Linux's schedulers have the page cache, readahead and writing back of a"
          + " stock DataNode in front of them (stock), with larger readahead (tuned), and with"
          + " large writes by O_DIRECT (HDFS-17973). All their settings run once; the best of"
          + " each then runs beside BID's, another one first in each repeat.",
      "MB/s is what readers read and what the disk took of writes, as median with the least and"
          + " the most; then against the disk's sequential rate, the best stock peer and the best"
          + " peer of all. Latencies are those of the stream that is worst off."
    })
public final class BidLive implements Callable<Integer> {
  private static final String NAME = "bid-live";
  private static final NativeProgram PROGRAM = new NativeProgram(NAME);
  private static final int MILLIS = 1000;
  private static final int WARM_MILLIS = 1000;
  private static final int BLOCK_MIB = 64;
  private static final int MOST_STREAMS = 32;
  private static final int MOST_NCQ = 32;
  private static final int LEAST_LOG = 4;
  private static final int MOST_LOG = 4096;
  private static final int MOST_SCALE = 100;
  private static final int MOST_SECONDS = 600;
  private static final int MOST_SYNC_MILLIS = 10_000;

  /** Of all runs, those that look for the best settings are shown as so much. */
  private static final double CHOOSING = 0.3;

  @Mixin private final Arguments given = new Arguments();

  private final Choice<LiveCase> cases =
      Choice.of(
          "--case",
          "sequential",
          LiveCase::named,
          "What streams do, separated by commas: sequential, mixed, small-writes, sync"
              + " (default: ${DEFAULT-VALUE}); with --hdfs sequential, ssd-read, ssd-write.");

  @Mixin private final CommandSpec choice = Choice.mixin(cases);

  @Option(
      names = "--hdfs",
      description =
          "Through a DataNode of HDFS: clients read, with BID's dataset and with HDFS's own in"
              + " turn. sequential has DataNodes in this process, on the modelled disk at"
              + " --scale 1, and HDFS's own also with BFQ: low_latency off, slices of 500 ms, and"
              + " low_latency on. The cases of an SSD have daemons, whose processor time is shown"
              + " too. With six repeats or more a ratio to stock has, after a semicolon, the"
              + " interval that its median lies in, 19 times of 20. No --report is written.")
  private boolean hdfs;

  @Option(
      names = "--streams",
      paramLabel = "N",
      description = "Streams, 2 to 32 (default: ${DEFAULT-VALUE}).")
  private int streams = 8;

  @Option(
      names = "--disk",
      paramLabel = "NAME|FILE",
      description = "A preset, or the file of a description (default: ${DEFAULT-VALUE}).")
  private String disk = "hdd-16t";

  @Option(
      names = "--ncq",
      paramLabel = "N",
      description = "Requests that the disk takes at a time, 1 to 32 (default: ${DEFAULT-VALUE}).")
  private int ncq = 32;

  @Option(
      names = "--ssd",
      paramLabel = "NAME|FILE",
      description =
          "The SSD of contenders with two tiers, a preset or a description"
              + " (default: ${DEFAULT-VALUE}).")
  private String ssd = "ssd-nvme";

  @Option(
      names = "--ssd-log",
      paramLabel = "MIB",
      description =
          "MiB of the log on it, 4 to 4096 (default: ${DEFAULT-VALUE}). What it has no room for"
              + " comes home while streams run.")
  private int logMib = 256;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description =
          "Seconds of the disk's time that are measured, after one of warm-up, 1 to 600"
              + " (default: ${DEFAULT-VALUE}). A stream's p99 in so few is one of its five"
              + " longest waits; 24 or more tell it.")
  private int seconds = 4;

  @Option(
      names = "--sync-ms",
      paramLabel = "MS",
      description =
          "In the case sync: ms of the disk's time from one sync to the next, which begins at once"
              + " when the one before took longer, 1 to 10000 (default: ${DEFAULT-VALUE}). So"
              + " contenders can be compared at as many syncs.")
  private int syncMillis = 50;

  @Option(
      names = "--scale",
      paramLabel = "N",
      description =
          "How many times faster than real time the disk's time passes, 1 to 100"
              + " (default: ${DEFAULT-VALUE}). If the machine cannot keep up, all contenders"
              + " look alike.")
  private int scale = 2;

  @Mixin private final Repeats repeats = new Repeats(5);

  @Mixin private final WorkDirectory directory = new WorkDirectory();

  @Mixin private final ReportDirectory report = new ReportDirectory();

  @Mixin private final JsonFile json = new JsonFile();

  private final Console console;

  /** The command; where it prints. */
  public BidLive(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    given.within("--streams", streams, 2, MOST_STREAMS);
    given.within("--ncq", ncq, 1, MOST_NCQ);
    given.within("--ssd-log", logMib, LEAST_LOG, MOST_LOG);
    given.within("--seconds", seconds, 1, MOST_SECONDS);
    given.within("--sync-ms", syncMillis, 1, MOST_SYNC_MILLIS);
    given.within("--scale", scale, 1, MOST_SCALE);
    int count = repeats.count(given);
    return hdfs ? callByHdfs(count) : callByFiles(count);
  }

  private int callByHdfs(int count) throws IOException, InterruptedException {
    HdfsLive live = new HdfsLive(disk, streams, seconds, count);
    List<HdfsLive.Result> results = new ArrayList<>();
    for (HdfsCase one : given.chosen(cases.names(), HdfsCase::named)) {
      try (WorkDirectory.Scratch files = directory.scratch("tierline-bid-live");
          Progress progress = console.progress()) {
        results.add(live.measure(one, files.path(), progress));
      }
      results.get(results.size() - 1).print(console.out());
    }
    json.write(
        () -> {
          Figures all = Figures.of(NAME);
          parameters(count).forEach(all::parameter);
          all.parameter("hdfs", true).parameter("scale", 1);
          results.forEach(result -> result.addTo(all));
          return all;
        });
    return 0;
  }

  private int callByFiles(int count) throws IOException {
    List<LiveResult> results = new ArrayList<>();
    for (LiveCase one : cases.chosen(given)) {
      LiveResult result = measure(one, count);
      results.add(result);
      result.print(console.out());
    }
    json.write(() -> figures(results, count));
    report.write(() -> LivePage.page(lead(count), parameters(count), results), console.out());
    return 0;
  }

  private LiveResult measure(LiveCase one, int count) throws IOException {
    try (WorkDirectory.Scratch files = directory.scratch("tierline-bid-live");
        Progress progress = console.progress()) {
      Map<String, List<String>> peers = LiveContenders.peers(one);
      List<String> all = peers.values().stream().flatMap(List::stream).toList();
      LiveRun every = run(one, files.path(), all, new Phase(progress, one.option(), 0, CHOOSING));
      LiveResult result = new LiveResult(one, chosen(one, peers, every));
      List<String> contenders = contenders(one, peers, every);
      for (int i = 1; i <= count; i++) {
        Phase phase =
            new Phase(
                progress,
                one.option(),
                CHOOSING + (1 - CHOOSING) * (i - 1) / count,
                (1 - CHOOSING) / count);
        result.add(run(one, files.path(), Repeats.order(contenders, i), phase));
      }
      return result;
    }
  }

  /** The best setting of each peer, and ours. */
  private static List<String> contenders(
      LiveCase one, Map<String, List<String>> peers, LiveRun every) {
    return Stream.concat(
            peers.values().stream().map(settings -> best(settings, every)),
            LiveContenders.ours(one).stream())
        .toList();
  }

  private static Map<String, String> chosen(
      LiveCase one, Map<String, List<String>> peers, LiveRun every) {
    Map<String, String> names = new LinkedHashMap<>();
    peers.forEach((name, settings) -> names.put(best(settings, every), name));
    LiveContenders.ours(one).forEach(ours -> names.put(ours, "ours"));
    return names;
  }

  private static String best(List<String> settings, LiveRun every) {
    return settings.stream()
        .max(Comparator.comparingDouble(every::megabytesPerSecond))
        .orElseThrow();
  }

  private LiveRun run(LiveCase one, Path files, List<String> contenders, Phase phase)
      throws IOException {
    // By position.
    Stream<Object> load =
        Stream.of(
            disk,
            ncq,
            scale,
            one.readers(streams),
            one.writers(streams),
            one.smallPercent(),
            one.syncs() ? syncMillis : 0,
            WARM_MILLIS,
            seconds * MILLIS,
            BLOCK_MIB,
            ssd,
            logMib,
            files);
    List<String> arguments =
        Stream.concat(load.map(Object::toString), contenders.stream()).toList();
    return new LiveRun(Table.parse(NAME, PROGRAM.run(arguments, phase)));
  }

  private String lead(int count) {
    return String.format(
        "%d streams on %s, %s; %d s measured, medians of %d repeats. Real data, a modelled disk in"
            + " real time.",
        streams, disk, ncq == 1 ? "no NCQ" : "NCQ " + ncq, seconds, count);
  }

  private Map<String, Object> parameters(int count) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("cases", String.join(",", cases.names()));
    all.put("streams", streams);
    all.put("disk", disk);
    all.put("ncq", ncq);
    all.put("ssd", ssd);
    all.put("ssd_log_mib", logMib);
    all.put("sync_ms", syncMillis);
    all.put("seconds", seconds);
    all.put("scale", scale);
    all.put("repeats", count);
    return all;
  }

  private Figures figures(List<LiveResult> results, int count) {
    Figures all = Figures.of(NAME);
    parameters(count).forEach(all::parameter);
    results.forEach(result -> result.results().forEach(all::result));
    return all;
  }
}
