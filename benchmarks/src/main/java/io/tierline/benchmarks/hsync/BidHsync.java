/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.hsync;

import io.tierline.benchmarks.clients.Window;
import io.tierline.cli.Arguments;
import io.tierline.cli.Console;
import io.tierline.cli.Progress;
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
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code ./tierline bid-hsync}: what hsync of 1 KB costs at the client of a DataNode. */
@Command(
    name = "bid-hsync",
    sortOptions = false,
    description = {
      "What hsync of 1 KB costs at the client of a DataNode, with and without the delta log.",
      "Clients write 1 KB and sync, each to a file of its own with one replica. disk: HDFS's own"
          + " syncs on a modelled disk, in real time; a journal of the file system is left out,"
          + " which is in its favour. ssd-policy: the file has the storage policy ALL_SSD."
          + " delta-log: the disk is the same model, with the log on the SSD. hflush: nothing is"
          + " made durable, so that no sync takes less. The SSD is --dir's"
          + " device, with its real syncs and its file system's journal. journal: HDFS's own"
          + " syncs on the file system of --journal, such as ext4 with data=journal and its"
          + " journal on the SSD.",
      "All DataNodes run in this process; one is measured at a time, another one first in each"
          + " repeat. Ratios are of medians of a repeat; shown are their median, least and most."
    })
public final class BidHsync implements Callable<Integer> {
  private static final String NAME = "bid-hsync";
  private static final int DIGITS = 2;
  private static final long SPACE = 2L << 30;

  @Option(
      names = "--journal",
      paramLabel = "DIR",
      description = "A folder on a file system that is measured as well.")
  private Path journal;

  @Option(
      names = "--disk",
      paramLabel = "NAME|FILE",
      defaultValue = "hdd-16t",
      description = "A preset, or the file of a description (default: ${DEFAULT-VALUE}).")
  private String disk;

  @Mixin private final Arguments given = new Arguments();

  private final Amount seconds =
      Amount.number(
          "--seconds S", 2, 0.1, 600, "Seconds that count of each window, after half as many");

  @Mixin private final CommandSpec amounts = Amount.mixin(seconds);

  @Option(
      names = "--streams",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,16",
      description = "Clients at a time, 1 to 64 (default: ${DEFAULT-VALUE}).")
  private List<Integer> streams;

  @Option(
      names = "--puts",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Instead, so many clients put rows of 1 KB to HBase, which has three DataNodes with a"
              + " disk each, with hflush and with hsync of HBase's log in turn; 1 to 64.")
  private int puts;

  @Mixin private final Repeats repeats = new Repeats(5);

  @Mixin private final WorkDirectory directory = new WorkDirectory();

  @Mixin private final JsonFile json = new JsonFile();

  private final Console console;

  /** The command; where it prints. */
  public BidHsync(Console console) {
    this.console = console;
  }

  /** The windows of one way with so many streams, one of each repeat. */
  private record Row(Way way, int streams, List<Window> windows) {
    Spread spread(ToDoubleFunction<Window> figure) {
      return Spread.of(windows.stream().map(figure::applyAsDouble).toList());
    }

    /** How this way's median latency is to another's, repeat by repeat. */
    Spread to(Row other) {
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < windows.size(); i++) {
        ratios.add(windows.get(i).p50() / other.windows.get(i).p50());
      }
      return Spread.of(ratios);
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Amount.check(given, seconds);
    streams.forEach(count -> given.within("--streams", count, 1, 64));
    given.within("--puts", puts, 0, 64);
    int times = repeats.count(given);
    directory.refuseLessThan(SPACE, "--dir");
    try (Scratch own = directory.scratch("tierline-hsync")) {
      if (puts > 0) {
        measurePuts(own.path(), times);
      } else {
        measureSyncs(own.path(), times);
      }
    }
    return 0;
  }

  private void measurePuts(Path own, int times) throws IOException, InterruptedException {
    Puts all = new Puts();
    try (Progress progress = console.progress()) {
      all.measure(own, disk, puts, seconds.number(), times, progress);
    }
    all.print(console.out());
    json.write(
        () -> {
          Figures figures = parameters(times).parameter("puts", puts);
          all.addTo(figures);
          return figures;
        });
  }

  private void measureSyncs(Path own, int times) throws IOException, InterruptedException {
    List<Row> rows;
    try (Progress progress = console.progress()) {
      rows = measure(own, times, progress);
    }
    print(rows);
    json.write(() -> figures(rows, times));
  }

  private List<Row> measure(Path own, int times, Progress progress)
      throws IOException, InterruptedException {
    List<SyncedNode> nodes = new ArrayList<>();
    try {
      // The log's last: its figures are those of the DataNode that was made last.
      for (Way way : Way.values()) {
        if (way != Way.JOURNAL || journal != null) {
          nodes.add(start(way, own));
        }
      }
      return windows(nodes, times, progress);
    } finally {
      nodes.forEach(SyncedNode::close);
    }
  }

  private SyncedNode start(Way way, Path own) throws IOException {
    Path folder =
        way == Way.JOURNAL
            ? Files.createTempDirectory(journal, "tierline-hsync")
            : Files.createDirectories(own.resolve(way.word));
    return SyncedNode.start(way, disk, folder, own.resolve("delta.log"), 1);
  }

  private List<Row> windows(List<SyncedNode> nodes, int times, Progress progress)
      throws IOException, InterruptedException {
    List<Row> rows = new ArrayList<>();
    for (int count : streams) {
      nodes.forEach(node -> rows.add(new Row(node.way(), count, new ArrayList<>())));
    }
    int all = rows.size() * (times + 1);
    int[] done = {0};
    progress.phase("windows", () -> done[0] / (double) all);
    // The first time warms up.
    for (int repeat = 0; repeat <= times; repeat++) {
      for (int count : streams) {
        for (SyncedNode node : Repeats.order(nodes, repeat)) {
          Window window = node.measure(count, seconds.number());
          done[0]++;
          if (repeat > 0) {
            row(rows, node.way(), count).windows.add(window);
          }
        }
      }
    }
    return rows;
  }

  private static Row row(List<Row> rows, Way way, int streams) {
    return rows.stream()
        .filter(row -> row.way == way && row.streams == streams)
        .findFirst()
        .orElseThrow();
  }

  private void print(List<Row> rows) {
    TextTable table =
        new TextTable(
            "way",
            "streams",
            "p50 ms",
            "p95 ms",
            "p99 ms",
            "syncs/s",
            "p50 to disk",
            "p50 to ssd-policy");
    for (Row row : rows) {
      table.row(
          row.way.word,
          String.valueOf(row.streams),
          text(row.spread(Window::p50)),
          text(row.spread(Window::p95)),
          text(row.spread(Window::p99)),
          text(row.spread(Window::perSecond)),
          text(row.to(row(rows, Way.DISK, row.streams))),
          text(row.to(row(rows, Way.SSD, row.streams))));
    }
    table.print(console.out());
  }

  static String text(Spread spread) {
    return "%s (%s to %s)"
        .formatted(
            TextTable.number(spread.median(), DIGITS),
            TextTable.number(spread.least(), DIGITS),
            TextTable.number(spread.most(), DIGITS));
  }

  private Figures figures(List<Row> rows, int times) {
    Figures figures =
        parameters(times).parameter("streams", streams).parameter("journal", journal != null);
    for (Row row : rows) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("way", row.way.word);
      one.put("streams", row.streams);
      put(one, "p50_ms", row.spread(Window::p50));
      put(one, "p95_ms", row.spread(Window::p95));
      put(one, "p99_ms", row.spread(Window::p99));
      put(one, "syncs_per_second", row.spread(Window::perSecond));
      put(one, "p50_to_disk", row.to(row(rows, Way.DISK, row.streams)));
      put(one, "p50_to_ssd_policy", row.to(row(rows, Way.SSD, row.streams)));
      figures.result(one);
    }
    return figures;
  }

  private Figures parameters(int times) {
    return Figures.of(NAME)
        .parameter("disk", disk)
        .parameter("seconds", seconds.number())
        .parameter("repeats", times);
  }

  static void put(Map<String, Object> to, String name, Spread spread) {
    to.put(name, spread.median());
    to.put(name + "_least", spread.least());
    to.put(name + "_most", spread.most());
  }
}
