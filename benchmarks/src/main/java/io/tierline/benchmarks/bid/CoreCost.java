/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.report.TextTable;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cost of the core and the speed of the simulator, beside their targets. */
final class CoreCost {
  private static final int STREAMS = 256;
  private static final int MANY_STREAMS = 10_000;
  private static final double MOST_NS = 700;

  /** Flat: with 40 times the streams no more than a quarter dearer. */
  private static final double MOST_GROWTH = 1.25;

  private static final double LEAST_EVENTS = 1e6;

  private record Line(String contender, String what, double value, double target, boolean met) {}

  private final List<Line> lines = new ArrayList<>();

  /**
   * Judges.
   *
   * @param bench null when it was left out
   */
  CoreCost(BenchResults bench, List<SimRun> runs) {
    if (bench != null) {
      for (String contender : bench.contenders()) {
        if (contender.startsWith("bid")) {
          double cost = bench.nanoseconds(contender, STREAMS);
          double growth = bench.nanoseconds(contender, MANY_STREAMS) / cost;
          lines.add(
              new Line(contender, "ns_per_request_at_256_streams", cost, MOST_NS, cost <= MOST_NS));
          lines.add(
              new Line(
                  contender,
                  "growth_to_10000_streams",
                  growth,
                  MOST_GROWTH,
                  growth <= MOST_GROWTH));
        }
      }
    }
    double events = eventsPerSecond(runs);
    lines.add(
        new Line("simulator", "events_per_second", events, LEAST_EVENTS, events >= LEAST_EVENTS));
  }

  /** All events through the time that all took. */
  static double eventsPerSecond(List<SimRun> runs) {
    double events = 0;
    double seconds = 0;
    for (SimRun run : runs) {
      for (Row row : run.figures()) {
        double rate = row.number("events_per_second");
        if (rate > 0) {
          events += row.number("events");
          seconds += row.number("events") / rate;
        }
      }
    }
    return events / seconds;
  }

  long targets() {
    return lines.size();
  }

  long missed() {
    return lines.stream().filter(line -> !line.met()).count();
  }

  void print(PrintStream out) {
    TextTable table = new TextTable("contender", "figure", "#value", "#target", "");
    for (Line line : lines) {
      table.row(
          line.contender(),
          line.what(),
          TextTable.number(line.value(), 2),
          TextTable.number(line.target(), 2),
          line.met() ? "PASS" : "MISS");
    }
    table.print(out);
  }

  /** Each line as it stands among a command's figures. */
  List<Map<String, Object>> results() {
    return lines.stream().map(CoreCost::result).toList();
  }

  private static Map<String, Object> result(Line line) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("contender", line.contender());
    result.put("check", line.what());
    result.put("value", Double.isFinite(line.value()) ? line.value() : null);
    result.put("target", line.target());
    result.put("pass", line.met());
    return result;
  }
}
