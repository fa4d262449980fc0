/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.cli.report.Figures;
import io.tierline.cli.report.Page;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * The results in their three forms: terminal, page and JSON figures.
 *
 * @param settings what was run
 * @param runs one per contender and repeat
 * @param checks what was promised
 */
record DemoReport(DemoSettings settings, List<RunResult> runs, List<Check> checks) {
  DemoReport {
    runs = List.copyOf(runs);
    checks = List.copyOf(checks);
  }

  /** The first run of each contender, whose placement and reads are shown. */
  List<RunResult> shown() {
    return runs.subList(0, Math.min(runs.size(), settings.contenders().size()));
  }

  /** How long the jobs took, over all repeats. */
  ChainTimes times() {
    return new ChainTimes(runs);
  }

  /** Whether seconds mean something: the devices are emulated, and were not late. */
  boolean isTimed() {
    return settings.emulated()
        && runs.stream().allMatch(run -> run.lateShare() <= Checks.LATE_SHARE);
  }

  /** What was gained and against what, or why nothing can be said of it. */
  String headline() {
    if (isTimed()) {
      return times().sentence().orElse("");
    }
    return settings.emulated()
        ? "This machine was too busy for the emulated devices: the times say nothing."
        : "All volumes share one real disk here: the times say nothing of tiers.";
  }

  /** Prints the tables; a terminal has colours. */
  void print(PrintStream out, boolean terminal) {
    new TerminalReport(out, terminal).print(this);
  }

  /** The page, filled. */
  Page page() throws IOException {
    return new HtmlPage(this).page();
  }

  /** The figures for {@code --json}. */
  Figures figures() {
    return DemoFigures.of(this);
  }
}
