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
import io.tierline.bid.delta.DeltaStatistics;
import io.tierline.cli.Progress;
import io.tierline.cli.measure.Repeats;
import io.tierline.cli.report.Figures;
import io.tierline.cli.report.Spread;
import io.tierline.cli.report.TextTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.client.Durability;

/**
 * What puts to HBase get while its log is made durable (hsync), to while it is not (hflush): on the
 * DataNodes of each way, one after the other.
 */
final class Puts {
  private static final int NODES = 3;
  private static final List<Way> WAYS = List.of(Way.DISK, Way.SSD, Way.LOG);
  private static final List<Durability> BOTH = List.of(Durability.SYNC_WAL, Durability.FSYNC_WAL);

  private final List<Row> rows = new ArrayList<>();

  /**
   * What a window's puts took, beside time.
   *
   * @param cores how many processors this process had busy
   * @param group how many syncs a write to a DataNode's log was for; NaN: none
   */
  private record Cost(double cores, double group) {}

  /** The windows of one way, one of each repeat. */
  private record Row(
      Way way, Map<Durability, List<Window>> windows, Map<Durability, List<Cost>> costs) {
    Spread cost(Durability durability, ToDoubleFunction<Cost> figure) {
      return Spread.of(costs.get(durability).stream().map(figure::applyAsDouble).toList());
    }

    Spread rate(Durability durability) {
      return spread(durability, Window::perSecond);
    }

    Spread spread(Durability durability, ToDoubleFunction<Window> figure) {
      return Spread.of(windows.get(durability).stream().map(figure::applyAsDouble).toList());
    }

    /** How many of the puts that hflush lets through hsync does, repeat by repeat. */
    Spread ratio() {
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < windows.get(Durability.SYNC_WAL).size(); i++) {
        ratios.add(
            windows.get(Durability.FSYNC_WAL).get(i).perSecond()
                / windows.get(Durability.SYNC_WAL).get(i).perSecond());
      }
      return Spread.of(ratios);
    }
  }

  /** Measures all ways. */
  void measure(Path own, String disk, int clients, double seconds, int times, Progress progress)
      throws IOException, InterruptedException {
    int all = WAYS.size() * BOTH.size() * (times + 1);
    int[] done = {0};
    progress.phase("windows", () -> done[0] / (double) all);
    for (Way way : WAYS) {
      Path folder = Files.createDirectories(own.resolve(way.word));
      ModelledFactory.forget();
      Map<Durability, List<Window>> windows = new LinkedHashMap<>();
      Map<Durability, List<Cost>> costs = new LinkedHashMap<>();
      BOTH.forEach(durability -> windows.put(durability, new ArrayList<>()));
      BOTH.forEach(durability -> costs.put(durability, new ArrayList<>()));
      try (SyncedNode nodes = SyncedNode.start(way, disk, folder, own.resolve("delta.log"), NODES);
          Putting putting = Putting.start(nodes, folder.resolve("hbase"))) {
        // The first time warms up.
        for (int repeat = 0; repeat <= times; repeat++) {
          for (Durability durability : Repeats.order(BOTH, repeat)) {
            Meter meter = new Meter();
            Window window = putting.measure(durability, clients, seconds);
            Cost cost = meter.read();
            done[0]++;
            if (repeat > 0) {
              windows.get(durability).add(window);
              costs.get(durability).add(cost);
            }
          }
        }
      }
      rows.add(new Row(way, windows, costs));
    }
  }

  /** What happens in this process from now on. */
  private static final class Meter {
    private final long begun = System.nanoTime();
    private final long processor = processorNanos();
    private final long syncs = sum(DeltaStatistics::syncs);
    private final long commits = sum(DeltaStatistics::commits);

    private static long processorNanos() {
      return ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    private static long sum(ToLongFunction<DeltaStatistics> figure) {
      return ModelledFactory.logs().stream().mapToLong(figure).sum();
    }

    Cost read() {
      double cores = (double) (processorNanos() - processor) / (System.nanoTime() - begun);
      return new Cost(
          cores,
          (double) (sum(DeltaStatistics::syncs) - syncs)
              / (sum(DeltaStatistics::commits) - commits));
    }
  }

  void print(PrintStream out) {
    TextTable table =
        new TextTable(
            "way",
            "puts/s, hflush",
            "puts/s, hsync",
            "hsync to hflush",
            "p50 ms, hflush",
            "hsync",
            "cores, hflush",
            "hsync",
            "syncs a commit");
    for (Row row : rows) {
      table.row(
          row.way.word,
          BidHsync.text(row.rate(Durability.SYNC_WAL)),
          BidHsync.text(row.rate(Durability.FSYNC_WAL)),
          BidHsync.text(row.ratio()),
          BidHsync.text(row.spread(Durability.SYNC_WAL, Window::p50)),
          BidHsync.text(row.spread(Durability.FSYNC_WAL, Window::p50)),
          BidHsync.text(row.cost(Durability.SYNC_WAL, Cost::cores)),
          BidHsync.text(row.cost(Durability.FSYNC_WAL, Cost::cores)),
          row.way == Way.LOG ? BidHsync.text(row.cost(Durability.FSYNC_WAL, Cost::group)) : "");
    }
    table.print(out);
  }

  void addTo(Figures figures) {
    for (Row row : rows) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("way", row.way.word);
      BidHsync.put(one, "puts_per_second_hflush", row.rate(Durability.SYNC_WAL));
      BidHsync.put(one, "puts_per_second_hsync", row.rate(Durability.FSYNC_WAL));
      BidHsync.put(one, "hsync_to_hflush", row.ratio());
      BidHsync.put(one, "p50_ms_hflush", row.spread(Durability.SYNC_WAL, Window::p50));
      BidHsync.put(one, "p50_ms_hsync", row.spread(Durability.FSYNC_WAL, Window::p50));
      BidHsync.put(one, "cores_hflush", row.cost(Durability.SYNC_WAL, Cost::cores));
      BidHsync.put(one, "cores_hsync", row.cost(Durability.FSYNC_WAL, Cost::cores));
      if (row.way == Way.LOG) {
        BidHsync.put(one, "syncs_per_commit", row.cost(Durability.FSYNC_WAL, Cost::group));
      }
      figures.result(one);
    }
  }
}
