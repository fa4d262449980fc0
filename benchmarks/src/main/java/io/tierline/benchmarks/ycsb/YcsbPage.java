/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import io.tierline.cli.report.Html;
import io.tierline.cli.report.Machine;
import io.tierline.cli.report.Page;
import io.tierline.cli.report.Spread;
import io.tierline.cli.report.TextTable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page: the plots, and the tables with the numbers behind them. */
final class YcsbPage {
  private final Map<String, Object> parameters;
  private final List<RunResult> runs;
  private final List<Summary> summaries;

  YcsbPage(Map<String, Object> parameters, List<RunResult> runs) {
    this.parameters = parameters;
    this.runs = List.copyOf(runs);
    summaries = Summary.of(runs);
  }

  /** The page, filled. */
  Page page() throws IOException {
    return new Page(YcsbPage.class, "Tierline ycsb: HBase store engines under YCSB", "ycsb.html")
        .slot("lead", Html.escape(lead()))
        .slot("loads", options())
        .slot("overview", overview())
        .numbers(tables(), setting())
        .data(data())
        .resource("owncss", "ycsb.css")
        .resource("js", "ycsb.js");
  }

  private String lead() {
    int repeats = summaries.get(0).runs().size();
    return String.format(
        Locale.ROOT,
        "%s of HBase, one region server on the local file system, rows of %,d"
            + " bytes. %s; lines over time are of the first repeat.",
        String.join(", ", summaries.stream().map(Summary::contender).distinct().toList()),
        Rows.USER_BYTES,
        repeats == 1 ? "One run each" : "Medians of " + repeats + " runs in alternation");
  }

  private List<Summary> loads() {
    return summaries.stream().filter(Summary::isLoad).toList();
  }

  private String options() {
    StringBuilder options = new StringBuilder();
    for (String load : loads().stream().map(Summary::workload).distinct().toList()) {
      options.append("<option>").append(Html.escape(load)).append("</option>");
    }
    return options.toString();
  }

  private String overview() {
    Html table =
        Html.table(
            "Medians; of stock: ratio of medians",
            "Workload",
            "Engine",
            "#Write amplification",
            "#Of stock",
            "#Operations per second",
            "#Least",
            "#Most",
            "#Of stock",
            "#Put p99.9, ms",
            "#Stalled, s",
            "#Space amplification");
    String before = "";
    for (Summary one : summaries) {
      Spread speed = one.spread("throughput_ops");
      table.row(
          !one.workload().equals(before),
          one.workload(),
          one.contender(),
          number(one, "write_amplification", 2),
          ratio(one, "write_amplification"),
          TextTable.number(speed.median(), 1),
          TextTable.number(speed.least(), 1),
          TextTable.number(speed.most(), 1),
          ratio(one, "throughput_ops"),
          number(one, "p999_put_batch_ms", 1),
          number(one, "stall_seconds", 1),
          number(one, "space_amplification", 2));
      before = one.workload();
    }
    return table.end();
  }

  private static String number(Summary one, String key, int digits) {
    return TextTable.number(one.median(key), digits);
  }

  private String ratio(Summary one, String key) {
    return TextTable.number(one.toStock(key, summaries), 3);
  }

  /** Every figure of every engine, a table per workload. */
  private String tables() {
    StringBuilder all = new StringBuilder();
    for (String workload : summaries.stream().map(Summary::workload).distinct().toList()) {
      List<Summary> of = summaries.stream().filter(s -> s.workload().equals(workload)).toList();
      all.append("<details><summary>All figures of ")
          .append(Html.escape(workload))
          .append("</summary>")
          .append(figures(of))
          .append("</details>");
    }
    return all.toString();
  }

  private static String figures(List<Summary> of) {
    String[] columns = new String[of.size() + 1];
    columns[0] = "Figure";
    for (int i = 0; i < of.size(); i++) {
      columns[i + 1] = "#" + of.get(i).contender();
    }
    Html table = Html.table("Medians (least to most)", columns);
    for (String key : of.get(0).runs().get(0).figures().keySet()) {
      if (!key.equals("repeat") && of.get(0).spread(key).samples() > 0) {
        Object[] cells = new Object[of.size() + 1];
        cells[0] = key;
        for (int i = 0; i < of.size(); i++) {
          cells[i + 1] = text(of.get(i).spread(key));
        }
        table.row(false, cells);
      }
    }
    return table.end();
  }

  private static String text(Spread of) {
    return of.least() < of.most()
        ? shown(of.median()) + " (" + shown(of.least()) + " to " + shown(of.most()) + ")"
        : shown(of.median());
  }

  private static String shown(double value) {
    return TextTable.number(value, value == Math.rint(value) ? 0 : 3);
  }

  private String setting() {
    Html table = Html.table("What ran, and on what", "Parameter", "Value");
    parameters.forEach((name, value) -> table.row(false, name, value));
    Machine machine = Machine.current();
    return table
        .commit()
        .row(
            false,
            "Machine",
            String.format(
                Locale.ROOT,
                "%d cores, %,d MiB, %s, Java %s",
                machine.cores(),
                machine.memory() >> 20,
                machine.kernel(),
                machine.java()))
        .end();
  }

  private Map<String, Object> data() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("engines", summaries.stream().map(Summary::contender).distinct().toList());
    data.put("rowBytes", Rows.USER_BYTES);
    data.put("results", summaries.stream().map(this::result).toList());
    data.put(
        "lines",
        runs.stream()
            .filter(run -> run.repeat() == 1 && !run.timeline().isEmpty())
            .map(YcsbPage::lines)
            .toList());
    return data;
  }

  private Map<String, Object> result(Summary one) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("contender", one.contender());
    result.put("workload", one.workload());
    result.put("load", one.isLoad());
    for (String key : one.runs().get(0).figures().keySet()) {
      if (one.spread(key).samples() > 0) {
        result.put(key, one.median(key));
      }
    }
    double ratio = one.toStock("throughput_ops", summaries);
    result.put("throughput_ratio", Double.isFinite(ratio) ? ratio : null);
    return result;
  }

  private static Map<String, Object> lines(RunResult run) {
    Map<String, Object> lines = new LinkedHashMap<>();
    lines.put("contender", run.contender());
    lines.put("workload", run.workload());
    lines.put("bytesPerRow", run.number("flushed_bytes_per_row"));
    lines.put("samples", run.timeline());
    lines.put("flushes", run.flushes());
    return lines;
  }
}
