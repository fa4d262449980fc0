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
import io.tierline.cli.report.Machine;
import io.tierline.cli.report.Spread;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.util.VersionInfo;

/** The tables of the page: the numbers behind every plot, and the setting. */
final class PageTables {
  private static final double MIB = 1 << 20;
  private static final String[] READS = {
    "Job", "Under", "#Input from SSD", "#Input from DISK", "#Share from SSD", "#Other"
  };
  private static final String[] REPLICAS = {
    "Dataset", "Under", "#R", "#Blocks", "#On SSD", "#On DISK", "#Bytes, MiB"
  };

  private final DemoReport report;

  PageTables(DemoReport report) {
    this.report = report;
  }

  String reads() {
    Html table = Html.table("Bytes read, in MiB", READS);
    for (RunResult run : report.shown()) {
      for (JobRun job : run.jobs()) {
        table.row(
            job == run.jobs().get(0),
            job.name(),
            run.contender().key(),
            mib(job.inputBytes(StorageType.SSD)),
            mib(job.inputBytes(StorageType.DISK)),
            job.totalInputBytes() == 0 ? "no input" : percent(job.ssdReadFraction()),
            mib(job.otherBytes().values().stream().mapToLong(Long::longValue).sum()));
      }
    }
    return table.end();
  }

  String replicas() {
    Html table = Html.table("Replicas per tier", REPLICAS);
    for (RunResult run : report.shown()) {
      for (DatasetState dataset : run.datasets()) {
        table.row(
            dataset == run.datasets().get(0),
            dataset.path().path(),
            run.contender().key(),
            dataset.readers(),
            dataset.census().blocks().size(),
            dataset.on(StorageType.SSD),
            dataset.on(StorageType.DISK),
            mib(dataset.census().bytes()));
      }
    }
    return table.end();
  }

  String times() {
    ChainTimes times = report.times();
    String[] heads = {"Job", "Under", "#Seconds, median", "#Least", "#Most"};
    Html table =
        Html.table("Seconds per job" + (report.settings().emulated() ? ", emulated" : ""), heads);
    for (Contender contender : times.contenders()) {
      List<JobRun> jobs = report.shown().get(0).jobs();
      for (JobRun job : jobs) {
        times(table, job == jobs.get(0), job.name(), contender, times.job(contender, job.name()));
      }
      times(table, false, "all three", contender, times.chain(contender));
      if (report.scenes().contains(Scene.BESIDE)) {
        times(table, false, "beside it, MB/s", contender, times.others(contender));
      }
    }
    return table.end();
  }

  private static void times(
      Html table, boolean first, String name, Contender contender, Spread seconds) {
    table.row(
        first,
        name,
        contender.key(),
        one(seconds.median()),
        one(seconds.least()),
        one(seconds.most()));
  }

  String checks() {
    Html table = Html.table("What was promised, and what was seen", "Promise", "", "Seen");
    for (Check check : report.checks()) {
      table.row(false, check.title(), check.passed() ? "pass" : "FAIL", check.observed());
    }
    return table.end();
  }

  String setting() {
    DemoSettings settings = report.settings();
    Machine machine = Machine.current();
    return Html.table("What ran, and on what", "Parameter", "Value")
        .row(false, "Date", LocalDate.now(ZoneOffset.UTC))
        .row(false, "Rows of 100 bytes", inScenes(scene -> grouped(settings.rows(scene))))
        .row(false, "Replicas", ChainRun.REPLICATION)
        .row(false, "HDFS block size", inScenes(scene -> mib(settings.blockBytes(scene)) + " MiB"))
        .row(false, "Cluster", "4 DataNodes on 2 racks, 2 NodeManagers, one NameNode, one process")
        .row(
            false,
            "Volumes per DataNode",
            "SSD of "
                + inScenes(scene -> mib(settings.ssdBytes(scene)) + " MiB")
                + ", DISK of "
                + mib(settings.diskBytes())
                + " MiB (claimed)")
        .row(false, "Devices", DemoFigures.devices(settings))
        .row(false, "Repeats", settings.repeats())
        .commit()
        .row(false, "Hadoop", VersionInfo.getVersion())
        .row(false, "Java", machine.java())
        .row(false, "Kernel", machine.kernel())
        .row(
            false,
            "Machine",
            machine.cores() + " cores, " + mib(machine.memory()) + " MiB of memory")
        .end();
  }

  private String inScenes(Function<Scene, String> what) {
    return report.settings().scenes().stream()
        .map(scene -> what.apply(scene) + (scene == Scene.BESIDE ? " beside other jobs" : ""))
        .collect(Collectors.joining(", "));
  }

  /** LDM's counters, folded away; nothing when LDM did not run. */
  String counters() {
    StringBuilder all = new StringBuilder();
    for (RunResult run : report.shown()) {
      if (!run.counters().isEmpty()) {
        Html table = Html.table("Published over JMX by the NameNode", "Counter", "#Value");
        run.counters().forEach((name, value) -> table.row(false, name, grouped(value)));
        all.append("<details><summary>LDM&rsquo;s own counters after the run</summary>")
            .append(table.end())
            .append("</details>");
      }
    }
    return all.toString();
  }

  static String mib(long bytes) {
    return String.format(Locale.ROOT, "%,.1f", bytes / MIB);
  }

  static String percent(double fraction) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * fraction);
  }

  private static String one(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String grouped(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
