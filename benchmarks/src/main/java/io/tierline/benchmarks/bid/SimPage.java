/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.report.Html;
import io.tierline.cli.report.Machine;
import io.tierline.cli.report.Page;
import io.tierline.cli.report.Spread;
import io.tierline.cli.report.TextTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code bid-sim}'s page: the plots, and the tables with the numbers behind them. */
final class SimPage {
  private final SimSettings settings;
  private final List<SimRun> runs;
  private final List<Summary> summaries;
  private final List<String> workloads;

  SimPage(SimSettings settings, List<SimRun> runs) {
    this.settings = settings;
    this.runs = runs;
    summaries = Summary.of(runs);
    workloads = summaries.stream().map(Summary::workload).distinct().toList();
  }

  /** The page, filled. */
  Page page() throws IOException {
    return new Page(SimPage.class, "Tierline bid-sim: block schedulers on one disk", "sim.html")
        .slot("lead", Html.escape(lead()))
        .slot("overview", overview())
        .slot("workloads", picker())
        .numbers(tables(), setting())
        .slot("least", Integer.toString(Comparison.REQUESTS_FOR_P99))
        .data(SimPlots.data(runs, summaries))
        .resource("owncss", "sim.css")
        .resource("js", "sim.js");
  }

  private String lead() {
    Row first = summaries.get(0).rows().get(0);
    String loop =
        settings.open()
            ? "Open loop: requests come at the trace\u2019s times, whatever has been served."
            : "Closed loop: a process waits for its reads before it goes on, as users see it.";
    return String.format(
        "%s on %s, %s. %s Simulated, in virtual time.",
        workloads.size() == 1 ? workloads.get(0) : workloads.size() + " workloads",
        first.text("disk") + (first.has("ssd") ? " with " + first.text("ssd") : ""),
        first.text("ncq").equals("1") ? "no NCQ" : "NCQ " + first.text("ncq"),
        loop);
  }

  /** Time against the best peer, contenders by workloads: one look says who wins where. */
  private String overview() {
    List<String> columns = new ArrayList<>(List.of("Contender"));
    workloads.forEach(workload -> columns.add("#" + workload));
    Html table =
        Html.table(
            "Completion time against the best peer of each workload; below 1 is faster",
            columns.toArray(String[]::new));
    for (String contender : summaries.stream().map(Summary::contender).distinct().toList()) {
      List<Object> cells = new ArrayList<>(List.of(contender));
      for (String workload : workloads) {
        double ratio =
            summaries.stream()
                .filter(one -> one.workload().equals(workload))
                .filter(one -> one.contender().equals(contender))
                .mapToDouble(one -> Ratio.BEST_PEER.of(one))
                .findFirst()
                .orElse(Double.NaN);
        cells.add(TextTable.number(ratio, 3));
      }
      table.row(false, cells.toArray());
    }
    return table.end();
  }

  private String picker() {
    StringBuilder options = new StringBuilder();
    for (String workload : workloads) {
      options.append("<option>").append(Html.escape(workload)).append("</option>");
    }
    return options.toString();
  }

  private String tables() {
    StringBuilder all = new StringBuilder();
    for (String workload : workloads) {
      all.append("<details><summary>All figures of ")
          .append(Html.escape(workload))
          .append("</summary>")
          .append(figures(workload))
          .append("</details>");
    }
    return all.toString();
  }

  private String figures(String workload) {
    Html table =
        Html.table(
            runs.size() == 1 ? "As simulated" : "Medians of " + runs.size() + " seeds",
            "Contender",
            "#Seconds",
            "#Least",
            "#Most",
            "#Of best peer",
            "#Of better of CFQ and Noop",
            "#Of bound",
            "#Worst process p99, of best peer",
            "#Arm movements",
            "#Distance, tracks",
            "#Sweeps",
            "#Read p50, ms",
            "#Read p99, ms",
            "#Read max, ms",
            "#Write p50, ms",
            "#Write p99, ms",
            "#Write max, ms");
    for (Summary one : summaries) {
      if (one.workload().equals(workload)) {
        Spread seconds = one.spread("seconds");
        table.row(
            false,
            one.contender(),
            TextTable.number(seconds.median(), 2),
            TextTable.number(seconds.least(), 2),
            TextTable.number(seconds.most(), 2),
            TextTable.number(Ratio.BEST_PEER.of(one), 3),
            TextTable.number(Ratio.SOURCE_PEERS.of(one), 3),
            TextTable.number(Ratio.BOUND.of(one), 2),
            TextTable.number(Ratio.P99_FASTEST_PEER.of(one), 2),
            TextTable.number(one.median("arm_movements"), 0),
            TextTable.number(one.median("arm_distance_tracks"), 0),
            TextTable.number(one.median("seek_sweeps"), 1),
            milliseconds(one, "p50_read_ms"),
            milliseconds(one, "p99_read_ms"),
            milliseconds(one, "max_read_ms"),
            milliseconds(one, "p50_write_ms"),
            milliseconds(one, "p99_write_ms"),
            milliseconds(one, "max_write_ms"));
      }
    }
    return table.end();
  }

  private static String milliseconds(Summary one, String column) {
    return TextTable.number(one.median(column), 1);
  }

  private String setting() {
    Html table = Html.table("What ran, and on what", "Parameter", "Value");
    settings
        .parameters()
        .forEach((name, value) -> table.row(false, name, value == null ? "as built in" : value));
    Machine machine = Machine.current();
    return table
        .row(false, "seeds", seeds())
        .commit()
        .row(
            false,
            "Machine that simulated",
            String.format(Locale.ROOT, "%d cores, %s", machine.cores(), machine.kernel()))
        .end();
  }

  private String seeds() {
    return settings.traces().isEmpty()
        ? runs.get(0).seed() + " to " + runs.get(runs.size() - 1).seed()
        : "none: a trace";
  }
}
