/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.datanode;

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

/**
 * What clients get of a DataNode whose dataset is BID's, beside one whose dataset is HDFS's own:
 * both are there, and are measured in turn, another one first in each repeat.
 *
 * @param disk the model of the disk
 * @param streams clients at a time
 * @param seconds that count of each window, after half as many
 * @param repeats windows of each, after one that does not count
 */
public record HdfsLive(String disk, int streams, double seconds, int repeats) {
  /** What a case has given. */
  public static final class Result {
    private final HdfsCase one;
    private final Map<Contender, List<Seen>> seen = new LinkedHashMap<>();

    private Result(HdfsCase one) {
      this.one = one;
    }

    private Spread of(Contender contender, ToDoubleFunction<Seen> figure) {
      return Spread.of(seen.get(contender).stream().map(figure::applyAsDouble).toList());
    }

    /** Ours to stock's, repeat by repeat. */
    private List<Double> toStock(Contender contender, ToDoubleFunction<Seen> figure) {
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < seen.get(contender).size(); i++) {
        ratios.add(
            figure.applyAsDouble(seen.get(contender).get(i))
                / figure.applyAsDouble(seen.get(Contender.STOCK).get(i)));
      }
      return ratios;
    }

    /** Prints it as a table. */
    public void print(PrintStream out) {
      out.println(one.option() + ": " + one.summary);
      TextTable table =
          new TextTable(
              "dataset",
              "#MB/s",
              "#to stock",
              "#p50 ms",
              "#p95 ms",
              "#p99 ms",
              "#ms of processor a GB",
              "#to stock");
      for (Contender contender : seen.keySet()) {
        table.row(
            contender.word,
            text(of(contender, Seen::megabytes), 1),
            ratio(toStock(contender, Seen::megabytes)),
            text(of(contender, each -> each.window.p50()), 2),
            text(of(contender, each -> each.window.p95()), 2),
            text(of(contender, each -> each.window.p99()), 1),
            text(of(contender, Seen::processor), 0),
            ratio(toStock(contender, Seen::processor)));
      }
      table.print(out);
      out.println();
    }

    private static String text(Spread spread, int digits) {
      return spread.samples() == 0
          ? "-"
          : "%s (%s to %s)"
              .formatted(
                  TextTable.number(spread.median(), digits),
                  TextTable.number(spread.least(), digits),
                  TextTable.number(spread.most(), digits));
    }

    /** With the interval that its median is in, where there are enough repeats to tell. */
    private static String ratio(List<Double> ratios) {
      MedianInterval interval = MedianInterval.of(ratios);
      String spread = text(Spread.of(ratios), 3);
      return Double.isNaN(interval.low())
          ? spread
          : "%s; %s to %s"
              .formatted(
                  spread,
                  TextTable.number(interval.low(), 3),
                  TextTable.number(interval.high(), 3));
    }

    /** Adds it to those of the command. */
    public void addTo(Figures figures) {
      for (Contender contender : seen.keySet()) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("contender", contender.word);
        row.put("workload", one.option());
        put(row, "mb_per_s", of(contender, Seen::megabytes));
        putRatio(row, "mb_per_s_to_stock", toStock(contender, Seen::megabytes));
        put(row, "p50_ms", of(contender, each -> each.window.p50()));
        put(row, "p95_ms", of(contender, each -> each.window.p95()));
        put(row, "p99_ms", of(contender, each -> each.window.p99()));
        if (one.isOnSsd()) {
          put(row, "processor_ms_per_gb", of(contender, Seen::processor));
          putRatio(row, "processor_to_stock", toStock(contender, Seen::processor));
        }
        figures.result(row);
      }
    }

    private static void putRatio(Map<String, Object> row, String name, List<Double> ratios) {
      MedianInterval interval = MedianInterval.of(ratios);
      put(row, name, Spread.of(ratios));
      row.put(name + "_low", interval.low());
      row.put(name + "_high", interval.high());
    }

    private static void put(Map<String, Object> row, String name, Spread spread) {
      row.put(name, spread.median());
      row.put(name + "_least", spread.least());
      row.put(name + "_most", spread.most());
    }
  }

  /** A window, and what the DataNode's process took of the processors from its begin to its end. */
  private record Seen(Window window, double seconds, long processorNanos) {
    double megabytes() {
      return window.perSecond() * Clients.PIECE / 1e6;
    }

    /** Per GB, in ms; NaN where it is not known. */
    double processor() {
      // Clients are at it for half as long again before their operations count.
      double gigabytes = megabytes() * seconds * 1.5 / 1e3;
      return processorNanos == 0 ? Double.NaN : processorNanos / 1e6 / gigabytes;
    }
  }

  private record Side(Contender contender, Node node, Clients clients) {}

  /** Measures a case, with files below the folder. */
  public Result measure(HdfsCase one, Path folder, Progress progress)
      throws IOException, InterruptedException {
    Result result = new Result(one);
    List<Side> sides = new ArrayList<>();
    int all = (repeats + 1) * Contender.of(one).size();
    int[] done = {0};
    progress.phase(one.option(), () -> done[0] / (double) all);
    try {
      for (Contender contender : Contender.of(one)) {
        sides.add(start(one, contender, folder));
        result.seen.put(contender, new ArrayList<>());
      }
      // The first time warms up.
      for (int repeat = 0; repeat <= repeats; repeat++) {
        for (Side side : Repeats.order(sides, repeat)) {
          Seen seen = measure(one, side);
          done[0]++;
          if (repeat > 0) {
            result.seen.get(side.contender).add(seen);
          }
        }
      }
      return result;
    } finally {
      for (Side side : sides) {
        side.node.close();
      }
    }
  }

  private Side start(HdfsCase one, Contender contender, Path folder) throws IOException {
    Path own = Files.createDirectories(folder.resolve(one.option() + "-" + contender.word));
    long block = 64L << 20;
    Node node =
        one.isOnSsd()
            ? SsdNode.start(contender, block, own)
            : EmulatedNode.start(contender, disk, block, own);
    Clients clients = new Clients(node.files(), streams, block);
    clients.prepare();
    return new Side(contender, node, clients);
  }

  private Seen measure(HdfsCase one, Side side) throws IOException, InterruptedException {
    long before = side.node.processorNanos();
    Window window =
        one == HdfsCase.SSD_WRITE ? side.clients.write(seconds) : side.clients.read(seconds);
    return new Seen(window, seconds, side.node.processorNanos() - before);
  }
}
