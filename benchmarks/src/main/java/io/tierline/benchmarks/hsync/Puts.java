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
import io.tierline.cli.Progress;
import io.tierline.cli.measure.Repeats;
import io.tierline.cli.report.Figures;
import io.tierline.cli.report.Spread;
import io.tierline.cli.report.TextTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
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

  /** The windows of one way, one of each repeat. */
  private record Row(Way way, Map<Durability, List<Window>> windows) {
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
      Map<Durability, List<Window>> windows = new LinkedHashMap<>();
      BOTH.forEach(durability -> windows.put(durability, new ArrayList<>()));
      try (SyncedNode nodes = SyncedNode.start(way, disk, folder, own.resolve("delta.log"), NODES);
          Putting putting = Putting.start(nodes, folder.resolve("hbase"))) {
        // The first time warms up.
        for (int repeat = 0; repeat <= times; repeat++) {
          for (Durability durability : Repeats.order(BOTH, repeat)) {
            Window window = putting.measure(durability, clients, seconds);
            done[0]++;
            if (repeat > 0) {
              windows.get(durability).add(window);
            }
          }
        }
      }
      rows.add(new Row(way, windows));
    }
  }

  void print(PrintStream out) {
    TextTable table =
        new TextTable(
            "way", "puts/s, hflush", "puts/s, hsync", "hsync to hflush", "p50 ms, hflush", "hsync");
    for (Row row : rows) {
      table.row(
          row.way.word,
          BidHsync.text(row.rate(Durability.SYNC_WAL)),
          BidHsync.text(row.rate(Durability.FSYNC_WAL)),
          BidHsync.text(row.ratio()),
          BidHsync.text(row.spread(Durability.SYNC_WAL, Window::p50)),
          BidHsync.text(row.spread(Durability.FSYNC_WAL, Window::p50)));
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
      figures.result(one);
    }
  }
}
