/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.benchmarks.demo.beside.OtherJobs;
import io.tierline.cli.report.Html;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** The page's part on the second scene. */
final class BesideSection {
  private static final String INTRODUCTION =
      "<p>The chain again, in phases after the source&rsquo;s: %s. These jobs are %d streams of"
          + " HDFS&rsquo;s client each, without containers: what they ask of DataNodes. They begin"
          + " anew until the chain&rsquo;s job is done; what they moved meanwhile is counted. The"
          + " SSD of each DataNode claims %s MiB: together they hold one byte for each %s of all"
          + " replicas that there are at the end. ONE_SSD is set on the chain&rsquo;s directory. A"
          + " read cache has the same SSD for itself, and keeps what is read twice within a"
          + " minute. Where LDM is not, <code>dfs.use.dfs.network.topology</code> is false: as HDFS"
          + " comes, ONE_SSD leaves blocks with one or two replicas once all SSDs are full.</p>"
          + "<p>%s</p>";
  private static final String PHASES =
      "three jobs read a text beside TeraGen; four beside TeraSort; one beside TeraValidate, and"
          + " two write";

  private final DemoReport report;
  private final boolean second;

  /** Of that scene; if it is not the second one, the page has its plots already. */
  BesideSection(DemoReport report, boolean second) {
    this.report = report;
    this.second = second;
  }

  /** The section; nothing when the scene was not run. */
  String html() {
    if (report.runs().isEmpty()) {
      return "";
    }
    return "<section aria-labelledby=\"beside\">\n<h2 id=\"beside\">Beside other jobs, with a small"
        + " fast tier</h2>\n"
        + String.format(
            INTRODUCTION,
            PHASES,
            OtherJobs.STREAMS,
            PageTables.mib(report.settings().ssdBytes(Scene.BESIDE)),
            new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(report.settings().ratio()),
            Html.escape(report.headline() + " " + report.times().meanwhile().orElse("")))
        + (second ? plots() : "")
        + "</section>\n";
  }

  private String plots() {
    return "<div class=\"chart\"><canvas id=\"beside-chart\" role=\"img\""
        + " aria-label=\"Seconds per job beside others; the table below has the numbers\">"
        + "</canvas></div>\n"
        + folded(new PageTables(report).times())
        + new SpentSection(report, "beside-spent-chart").html()
        + new StripsSection(report).html();
  }

  private static String folded(String table) {
    return "<details><summary>The numbers</summary>\n" + table + "</details>\n";
  }
}
