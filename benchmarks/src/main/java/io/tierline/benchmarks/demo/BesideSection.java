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
import io.tierline.benchmarks.demo.strip.Strip;
import io.tierline.benchmarks.demo.strip.StripSvg;
import io.tierline.cli.report.Html;
import io.tierline.testing.devices.DeviceUse;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.StorageType;

/** The page's part on the second scene. */
final class BesideSection {
  private static final String INTRODUCTION =
      "<p>The chain again, in phases after the source&rsquo;s: %s. These jobs are %d streams of"
          + " HDFS&rsquo;s client each, without containers: what they ask of DataNodes. The SSD"
          + " of each DataNode claims %s MiB: together they hold one replica of what the chain"
          + " writes, and little more. ONE_SSD is set on the chain&rsquo;s directory. A read cache"
          + " has the same SSD for itself, and keeps what is read twice within a minute.</p>"
          + "<p>%s</p>";
  private static final String PHASES =
      "three jobs read a text beside TeraGen; four beside TeraSort; one beside TeraValidate, and"
          + " two write";

  private final DemoReport report;

  BesideSection(DemoReport report) {
    this.report = report;
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
            Html.escape(report.headline()))
        + "<div class=\"chart\"><canvas id=\"beside-chart\" role=\"img\""
        + " aria-label=\"Seconds per job beside others; the table below has the numbers\">"
        + "</canvas></div>\n"
        + folded(new PageTables(report).times())
        + "<h3>What each device moved, second by second</h3>\n"
        + "<p>All phases of a run from left to right, on one axis of "
        + seconds()
        + " s. A row is a device; its height is the most that any of its kind moved in a second of"
        + " the run.</p>\n"
        + strips()
        + "<p class=\"legend\"><span class=\"key disk\"></span> DISK"
        + " <span class=\"key ssd\"></span> SSD</p>\n"
        + folded(devices())
        + "</section>\n";
  }

  private static String folded(String table) {
    return "<details><summary>The numbers</summary>\n" + table + "</details>\n";
  }

  private int seconds() {
    return report.shown().stream()
        .flatMap(run -> strips(run).stream())
        .mapToInt(strip -> strip.mib().size())
        .max()
        .orElse(0);
  }

  private static List<Strip> strips(RunResult run) {
    return run.beside().map(RunResult.Beside::strips).orElse(List.of());
  }

  private String strips() {
    StringBuilder all = new StringBuilder();
    for (RunResult run : report.shown()) {
      List<Strip> strips = strips(run);
      all.append(
          String.format(
              Locale.ROOT,
              "<figure class=\"strips\"><figcaption>%s: disks up to %.0f MiB/s, SSDs up to %.0f"
                  + "</figcaption>%s</figure>%n",
              Html.escape(run.contender().title()),
              StripSvg.most(strips, StorageType.DISK),
              StripSvg.most(strips, StorageType.SSD),
              StripSvg.of(strips, seconds(), "Throughput of each device, second by second")));
    }
    return all.toString();
  }

  private String devices() {
    Html table =
        Html.table(
            "What the devices did",
            "Under",
            "On",
            "#Read, MiB",
            "#Written, MiB",
            "#MB/s while busy, at full speed",
            "#From read caches, MiB");
    for (RunResult run : report.shown()) {
      for (StorageType type : List.of(StorageType.DISK, StorageType.SSD)) {
        table.row(
            type == StorageType.DISK,
            run.contender().key(),
            type,
            PageTables.mib(run.devicesSum(type, DeviceUse::bytesRead)),
            PageTables.mib(run.devicesSum(type, DeviceUse::bytesWritten)),
            String.format(Locale.ROOT, "%.0f", run.megabytesPerBusySecond(type)),
            type == StorageType.DISK
                ? ""
                : PageTables.mib(run.beside().map(RunResult.Beside::cacheHitBytes).orElse(0L)));
      }
    }
    return table.end();
  }
}
