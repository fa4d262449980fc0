/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.cli.report.Spread;
import java.io.PrintStream;
import java.util.Locale;
import org.apache.hadoop.fs.StorageType;

/** The results as tables on a terminal, at most 100 columns wide. */
final class TerminalReport {
  private static final double MIB = 1 << 20;

  private static final String PASS = "\u001b[32mpass\u001b[0m";
  private static final String FAIL = "\u001b[1;31mFAIL\u001b[0m";

  private final PrintStream out;
  private final boolean colours;

  TerminalReport(PrintStream out, boolean colours) {
    this.out = out;
    this.colours = colours;
  }

  void print(DemoReport report) {
    for (Scene scene : report.scenes()) {
      line("");
      jobs(report.of(scene));
      line("");
      times(report.of(scene));
      line("");
      if (report.settings().emulated()) {
        spent(report.of(scene));
        line("");
      }
      datasets(report.of(scene));
    }
    line("");
    checks(report);
    line("");
    line(report.headline());
    report.of(Scene.BESIDE).times().meanwhile().ifPresent(this::line);
    line(
        report.settings().emulated()
            ? "The devices are emulated: real data, the delays of models (docs/benchmarks/demo.md)."
            : "Where the blocks lie and who read what from where is real.");
  }

  private void jobs(DemoReport report) {
    line(
        "%-10s %-14s %9s %16s %16s %10s %12s",
        "contender", "job", "seconds", "input SSD MiB", "input DISK MiB", "from SSD", "other MiB");
    for (RunResult run : report.shown()) {
      for (JobRun job : run.jobs()) {
        line(
            "%-10s %-14s %9.1f %16.1f %16.1f %10s %12.1f",
            run.contender().key(),
            job.name(),
            job.seconds(),
            job.inputBytes(StorageType.SSD) / MIB,
            job.inputBytes(StorageType.DISK) / MIB,
            job.totalInputBytes() == 0 ? "-" : PageTables.percent(job.ssdReadFraction()),
            job.otherBytes().values().stream().mapToLong(Long::longValue).sum() / MIB);
      }
    }
  }

  private void times(DemoReport report) {
    ChainTimes times = report.times();
    line("%-10s %-14s %9s %9s %9s", "contender", "seconds of", "median", "least", "most");
    for (Contender contender : times.contenders()) {
      time(contender, "all jobs", times.chain(contender));
      if (report.scenes().contains(Scene.BESIDE)) {
        time(contender, "others, MB/s", times.others(contender));
      }
    }
  }

  private void time(Contender contender, String what, Spread seconds) {
    line(
        "%-10s %-14s %9.1f %9.1f %9.1f",
        contender.key(), what, seconds.median(), seconds.least(), seconds.most());
  }

  private void spent(DemoReport report) {
    line(
        "%-10s %-14s %9s %10s %17s %11s %12s",
        "contender",
        "job",
        "starting",
        "computing",
        "waits for devices",
        "disks busy",
        "positioning");
    for (RunResult run : report.shown()) {
      for (JobRun job : run.jobs()) {
        JobTime time = job.time();
        line(
            "%-10s %-14s %9.1f %10.1f %17.1f %11s %12s",
            run.contender().key(),
            job.name(),
            time.starting(),
            time.computing(),
            time.waiting(),
            PageTables.percent(time.disksBusy()),
            PageTables.percent(time.positioning()));
      }
    }
  }

  private void datasets(DemoReport report) {
    line(
        "%-10s %-14s %9s %16s %16s %10s",
        "contender", "dataset", "R", "replicas SSD", "replicas DISK", "blocks");
    for (RunResult run : report.shown()) {
      for (DatasetState dataset : run.datasets()) {
        line(
            "%-10s %-14s %9d %16d %16d %10d",
            run.contender().key(),
            dataset.name(),
            dataset.readers(),
            dataset.on(StorageType.SSD),
            dataset.on(StorageType.DISK),
            dataset.census().blocks().size());
      }
    }
  }

  private void checks(DemoReport report) {
    for (Check check : report.checks()) {
      line("%s  %s: %s", verdict(check.passed()), check.title(), check.observed());
    }
  }

  private String verdict(boolean passed) {
    if (colours) {
      return passed ? PASS : FAIL;
    }
    return passed ? "pass" : "FAIL";
  }

  private void line(String text) {
    out.println(text);
  }

  private void line(String format, Object... values) {
    line(String.format(Locale.ROOT, format, values));
  }
}
