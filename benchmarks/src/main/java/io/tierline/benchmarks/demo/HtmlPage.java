/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.cli.report.Html;
import io.tierline.cli.report.Page;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page: one file that needs no network, with its data, style, script and Chart.js inside. */
final class HtmlPage {
  private final DemoReport report;

  HtmlPage(DemoReport report) {
    this.report = report;
  }

  /** The page, filled. */
  Page page() throws IOException {
    PageTables tables = new PageTables(report);
    RunResult last = report.runs().get(report.runs().size() - 1);
    return new Page(HtmlPage.class, "Tierline demo: placed by lineage", "report.html")
        .slot("lead", Html.escape(lead()))
        .slot("cards", cards())
        .slot("graph", GraphSvg.of(last.graph(), last.datasets()))
        .slot("reads", tables.reads())
        .slot("replicas", tables.replicas())
        .slot("times", tables.times())
        .slot("checks", tables.checks())
        .slot("setting", tables.setting())
        .slot("counters", tables.counters())
        .data(data())
        .resource("js", "report.js");
  }

  private String lead() {
    return String.format(
        "TeraGen, TeraSort and TeraValidate over %,d rows (%s MiB), run under %s, each on a fresh"
            + " cluster of 4 DataNodes with SSD and DISK volumes.",
        report.settings().rows(),
        PageTables.mib(report.settings().dataBytes()),
        String.join(
            ", then under ", report.runs().stream().map(run -> run.contender().title()).toList()));
  }

  private String cards() {
    StringBuilder cards = new StringBuilder("<ul class=\"cards\">");
    long passed = report.checks().stream().filter(Check::passed).count();
    boolean all = passed == report.checks().size();
    card(
        cards,
        all ? "pass" : "fail",
        passed + " of " + report.checks().size(),
        all ? "checks passed" : "checks passed; see which failed below");
    for (RunResult run : report.runs()) {
      card(
          cards,
          "",
          PageTables.percent(run.ssdReadFraction()),
          "of map input read from SSD under " + run.contender().title());
    }
    return cards.append("</ul>").toString();
  }

  private static void card(StringBuilder cards, String kind, String figure, String meaning) {
    cards
        .append("<li><strong class=\"")
        .append(kind)
        .append("\">")
        .append(Html.escape(figure))
        .append("</strong><span>")
        .append(Html.escape(meaning))
        .append("</span></li>");
  }

  private Map<String, Object> data() {
    List<RunResult> runs = report.runs();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("contenders", runs.stream().map(run -> run.contender().key()).toList());
    data.put(
        "jobs",
        runs.stream()
            .flatMap(run -> run.jobs().stream().map(job -> DemoFigures.job(run, job)))
            .toList());
    data.put(
        "datasets",
        runs.stream()
            .flatMap(run -> run.datasets().stream().map(set -> DemoFigures.dataset(run, set)))
            .toList());
    return data;
  }
}
