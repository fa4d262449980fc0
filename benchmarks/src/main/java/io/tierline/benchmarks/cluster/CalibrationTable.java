/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster;

import io.tierline.benchmarks.cluster.logged.Calibration;
import io.tierline.cli.report.Spread;
import io.tierline.cli.report.TextTable;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the demo took and what the simulator says, a row for each job of each contender. */
final class CalibrationTable {
  private static final double PERCENT = 100;

  private CalibrationTable() {}

  static void print(PrintStream out, Map<String, Double> fitted, List<Calibration.Line> lines) {
    TextTable found = new TextTable("fitted to stock alone", "#");
    fitted.forEach((name, value) -> found.row(name, TextTable.number(value, 2)));
    found.print(out);
    out.println();
    TextTable table =
        new TextTable("scene", "contender", "job", "#measured, s", "#simulated, s", "#off, %", "");
    for (Calibration.Line line : lines) {
      table.row(
          line.scene(),
          line.contender(),
          line.job(),
          seconds(line.measured()),
          seconds(line.simulated()),
          TextTable.number(PERCENT * line.error(), 1),
          line.isFitted() ? "fitted" : "");
    }
    table.print(out);
  }

  private static String seconds(Spread spread) {
    return TextTable.number(spread.median(), 1)
        + " ("
        + TextTable.number(spread.least(), 1)
        + " to "
        + TextTable.number(spread.most(), 1)
        + ")";
  }

  static Map<String, Object> figures(Calibration.Line line) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("scene", line.scene());
    all.put("contender", line.contender());
    all.put("job", line.job());
    all.put("fitted", line.isFitted());
    add(all, "measured_seconds", line.measured());
    add(all, "simulated_seconds", line.simulated());
    all.put("error", line.error());
    return all;
  }

  private static void add(Map<String, Object> all, String name, Spread spread) {
    all.put(name, spread.median());
    all.put(name + "_least", spread.least());
    all.put(name + "_most", spread.most());
  }
}
