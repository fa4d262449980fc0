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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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

  /** The scenes that were run. */
  List<Scene> scenes() {
    return runs.stream().map(RunResult::scene).distinct().toList();
  }

  /** The same of one scene alone. */
  DemoReport of(Scene scene) {
    return new DemoReport(
        settings, runs.stream().filter(run -> run.scene() == scene).toList(), checks);
  }

  /** The first run of each contender in each scene, whose placement and reads are shown. */
  List<RunResult> shown() {
    Set<String> seen = new HashSet<>();
    return runs.stream().filter(run -> seen.add(run.title())).toList();
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
      return scenes().stream()
          .flatMap(scene -> of(scene).times().sentence().stream())
          .collect(Collectors.joining(" "));
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
