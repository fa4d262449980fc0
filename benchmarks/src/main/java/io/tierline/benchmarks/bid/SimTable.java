/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.report.Spread;
import io.tierline.cli.report.TextTable;
import java.io.PrintStream;
import java.util.List;

/** The contenders of each workload on a terminal, with the ratios that matter. */
final class SimTable {
  private SimTable() {}

  static void print(PrintStream out, List<SimRun> runs) {
    List<Summary> all = Summary.of(runs);
    List<String> workloads = all.stream().map(Summary::workload).distinct().toList();
    for (String workload : workloads) {
      List<Summary> of = all.stream().filter(one -> one.workload().equals(workload)).toList();
      heading(out, of.get(0), runs.size());
      table(of, runs.size() > 1).print(out);
      out.println();
    }
    out.println("/source, /peer: time against the better of CFQ and Noop, against the best peer");
    out.println("p99/peer: the worst process's p99 latency against its own under the best peer;");
    out.println(
        "  /least: against its least under any peer; of processes with "
            + Comparison.REQUESTS_FOR_P99
            + " requests or more");
  }

  private static void heading(PrintStream out, Summary first, int repeats) {
    Row row = first.rows().get(0);
    out.println(
        String.format(
            "%s: %s loop, %s%s, NCQ %s, %s outstanding%s, best peer %s%s",
            first.workload(),
            row.text("loop"),
            row.text("disk"),
            row.has("ssd") ? " with " + row.text("ssd") : "",
            row.text("ncq"),
            row.text("outstanding").equals("0") ? "any number" : row.text("outstanding"),
            replayed(row),
            first.bestPeer(),
            repeats == 1 ? "" : ", medians of " + repeats + " seeds"));
  }

  /** What of the trace is not as it was recorded; empty when all is. */
  private static String replayed(Row row) {
    String addresses = row.text("addresses");
    boolean fitted = row.has("addresses") && !addresses.equals("as-is");
    return (fitted ? ", addresses fitted to the disk by " + addresses : "")
        + (row.number("skipped_records") > 0
            ? ", " + row.text("skipped_records") + " records skipped"
            : "");
  }

  private static TextTable table(List<Summary> contenders, boolean spread) {
    TextTable table =
        new TextTable(
            "contender",
            "#seconds",
            spread ? "#least-most" : "",
            "#/source",
            "#/peer",
            "#/bound",
            "#moves",
            "#sweeps",
            "#p99 r ms",
            "#p99 w ms",
            "#p99/peer",
            "#/least");
    for (Summary one : contenders) {
      Spread seconds = one.spread("seconds");
      table.row(
          one.contender(),
          TextTable.number(seconds.median(), 2),
          spread
              ? TextTable.number(seconds.least(), 2) + "-" + TextTable.number(seconds.most(), 2)
              : "",
          TextTable.number(Ratio.SOURCE_PEERS.of(one), 3),
          TextTable.number(Ratio.BEST_PEER.of(one), 3),
          TextTable.number(Ratio.BOUND.of(one), 2),
          TextTable.number(one.median("arm_movements"), 0),
          TextTable.number(one.median("seek_sweeps"), 1),
          TextTable.number(one.median("p99_read_ms"), 1),
          TextTable.number(one.median("p99_write_ms"), 1),
          TextTable.number(Ratio.P99_FASTEST_PEER.of(one), 2),
          TextTable.number(Ratio.P99_LEAST_PEER.of(one), 2));
    }
    return table;
  }
}
