/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.benchmarks.demo.strip.ArmSvg;
import io.tierline.benchmarks.demo.strip.Strip;
import io.tierline.benchmarks.demo.strip.StripSvg;
import io.tierline.cli.report.Html;
import io.tierline.testing.devices.DeviceUse;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.StorageType;

/** The page's pictures of what the devices did in one scene, with the numbers below them. */
final class StripsSection {
  private static final String MOVED =
      "<h3>What each device moved, second by second</h3>\n"
          + "<p>A run from left to right, all on one axis of %d s. A row is a device; its height is"
          + " the most that any of its kind moved in a second of the run.</p>\n";
  private static final String LEGEND =
      "<p class=\"legend\"><span class=\"key disk\"></span> DISK"
          + " <span class=\"key ssd\"></span> SSD</p>\n";
  private static final String ARM =
      "<h3>Where the arm of one disk was</h3>\n"
          + "<p>The same seconds, of the disk that moved most: the outermost track on top, the"
          + " innermost below, looked at ten times a second. Each way up or down is time in which"
          + " the disk moves no data.</p>\n";

  private final DemoReport report;

  StripsSection(DemoReport report) {
    this.report = report;
  }

  /** The pictures and their table; nothing without emulated devices. */
  String html() {
    if (report.shown().stream().allMatch(run -> run.strips().isEmpty())) {
      return "";
    }
    StringBuilder html = new StringBuilder(String.format(Locale.ROOT, MOVED, seconds()));
    report.shown().forEach(run -> html.append(moved(run)));
    html.append(LEGEND).append(ARM);
    report.shown().forEach(run -> html.append(arm(run)));
    return html.append("<details><summary>The numbers</summary>\n")
        .append(devices())
        .append("</details>\n")
        .toString();
  }

  private int seconds() {
    return report.shown().stream()
        .flatMap(run -> run.strips().stream())
        .mapToInt(strip -> strip.mib().size())
        .max()
        .orElse(0);
  }

  private String moved(RunResult run) {
    return String.format(
        Locale.ROOT,
        "<figure class=\"strips\"><figcaption>%s: disks up to %.0f MiB/s, SSDs up to %.0f"
            + "</figcaption>%s</figure>%n",
        Html.escape(run.contender().title()),
        StripSvg.most(run.strips(), StorageType.DISK),
        StripSvg.most(run.strips(), StorageType.SSD),
        StripSvg.of(run.strips(), seconds(), "Throughput of each device, second by second"));
  }

  private String arm(RunResult run) {
    return ArmSvg.busiest(run.strips()).map(disk -> arm(run, disk)).orElse("");
  }

  private String arm(RunResult run, Strip disk) {
    return String.format(
        Locale.ROOT,
        "<figure class=\"strips\"><figcaption>%s: disks position for %.0f %% of the time"
            + "</figcaption>%s</figure>%n",
        Html.escape(run.contender().title()),
        100 * run.positioningShare(),
        ArmSvg.of(disk, seconds(), "Where the arm of one disk was"));
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
            "#Arm movements",
            "#From read caches, MiB");
    for (RunResult run : report.shown()) {
      for (StorageType type : List.of(StorageType.DISK, StorageType.SSD)) {
        boolean disk = type == StorageType.DISK;
        table.row(
            disk,
            run.contender().key(),
            type,
            PageTables.mib(run.devicesSum(type, DeviceUse::bytesRead)),
            PageTables.mib(run.devicesSum(type, DeviceUse::bytesWritten)),
            String.format(Locale.ROOT, "%.0f", run.megabytesPerBusySecond(type)),
            disk ? run.devicesSum(type, DeviceUse::armMovements) : "",
            disk
                ? ""
                : PageTables.mib(run.beside().map(RunResult.Beside::cacheHitBytes).orElse(0L)));
      }
    }
    return table.end();
  }
}
