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
import java.util.Locale;

/** The page's part on where the seconds of one scene's jobs went. */
final class SpentSection {
  private static final String HEADING =
      "<h3>Where the time went</h3>\n"
          + "<p><em>Starting</em> is until the first task comes to a device, and from when the last"
          + " one has left: submission, the ApplicationMaster, the first containers, the end."
          + " <em>Waiting</em> is while one or more tasks wait for a device. <em>Computing</em> is"
          + " the rest. Of the first run of each.</p>\n";
  private static final String CHART =
      "<div class=\"chart tall\"><canvas id=\"%s\" role=\"img\" aria-label=\"Seconds of each job"
          + " by what they went to; the table below has the numbers\"></canvas></div>\n";
  private static final String[] HEADS = {
    "Job",
    "Under",
    "#Starting, s",
    "#Computing, s",
    "#Waiting, s",
    "#All tasks waited to read, s",
    "#To write, s",
    "#Disks busy",
    "#Positioning"
  };

  private final DemoReport report;
  private final String id;

  /** The plot gets that id. */
  SpentSection(DemoReport report, String id) {
    this.report = report;
    this.id = id;
  }

  /** Plot and table; nothing without emulated devices. */
  String html() {
    return report.settings().emulated()
        ? HEADING
            + String.format(CHART, id)
            + "<details><summary>The numbers</summary>\n"
            + table()
            + "</details>\n"
        : "";
  }

  private String table() {
    Html table = Html.table("Where the seconds went", HEADS);
    for (RunResult run : report.shown()) {
      for (JobRun job : run.jobs()) {
        JobTime time = job.time();
        table.row(
            job == run.jobs().get(0),
            job.name(),
            run.contender().key(),
            one(time.starting()),
            one(time.computing()),
            one(time.waiting()),
            one(time.reading()),
            one(time.writing()),
            PageTables.percent(time.disksBusy()),
            PageTables.percent(time.positioning()));
      }
    }
    return table.end();
  }

  private static String one(double seconds) {
    return String.format(Locale.ROOT, "%.1f", seconds);
  }
}
