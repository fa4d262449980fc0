/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster;

import io.tierline.benchmarks.cluster.hdfs.Contender;
import io.tierline.cli.report.Spread;
import io.tierline.cli.report.TextTable;
import java.io.PrintStream;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Medians over the seeds, a row for each contender. */
final class SimTable {
  private static final double GIGA = 1e9;
  private static final double PERCENT = 100;

  private SimTable() {}

  static void print(PrintStream out, Load load, List<SimRun> runs) {
    TextTable table =
        new TextTable(
            load.key(),
            "#seconds",
            "saved, %",
            "#chain",
            "saved, %",
            "#others",
            "saved, %",
            "#from SSD, %",
            "#nearby, %",
            "#GB on SSD",
            "#disks busy, %",
            "#simulated in, s");
    for (Contender contender : Contender.values()) {
      List<SimRun> own =
          runs.stream().filter(run -> run.contender() == contender && run.load() == load).toList();
      if (!own.isEmpty()) {
        row(table, contender, own);
      }
    }
    table.print(out);
    out.println();
  }

  private static void row(TextTable table, Contender contender, List<SimRun> runs) {
    table.row(
        contender.key(),
        median(runs, run -> run.outcome().seconds()),
        saved(runs, SimRun::saved),
        median(runs, run -> run.outcome().chainSeconds()),
        saved(runs, SimRun::chainSaved),
        median(runs, run -> run.outcome().otherSeconds()),
        saved(runs, SimRun::otherSaved),
        median(runs, run -> PERCENT * run.readFromSsd()),
        median(runs, run -> PERCENT * run.readNearby()),
        median(runs, run -> run.outcome().ssdBytes() / GIGA),
        median(runs, run -> PERCENT * run.outcome().diskBusy()),
        median(runs, SimRun::wallSeconds));
  }

  static String median(List<SimRun> runs, ToDoubleFunction<SimRun> figure) {
    return TextTable.number(spread(runs, figure).median(), 0);
  }

  static String saved(List<SimRun> runs, ToDoubleFunction<SimRun> figure) {
    Spread spread = spread(runs, figure);
    String median = TextTable.number(PERCENT * spread.median(), 1);
    return spread.samples() < 2
        ? median
        : median
            + " ("
            + TextTable.number(PERCENT * spread.least(), 1)
            + " to "
            + TextTable.number(PERCENT * spread.most(), 1)
            + ")";
  }

  private static Spread spread(List<SimRun> runs, ToDoubleFunction<SimRun> figure) {
    return Spread.of(runs.stream().map(figure::applyAsDouble).toList());
  }
}
