/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.test;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What failed and how to run it again, and the closing lines: tests by module, and their sum. */
final class Verdict {
  private final TestLog log;
  private final List<String> failures = new ArrayList<>();
  private final List<String> closing = new ArrayList<>();
  private Counts all = Counts.NONE;

  /**
   * Reads a run.
   *
   * @param seed what a command needs to draw the same again, or nothing
   */
  Verdict(TestLog log, Reports reports, String seed) throws IOException {
    this.log = log;
    for (String module : SourceTree.MODULES) {
      if ("bid-agent".equals(module)) {
        log.nativeTotals().forEach(line -> count(module, line, Counts.of(line)));
      }
      read(module, reports.of(module), seed);
    }
    failures.addAll(log.nativeFailures());
  }

  private void read(String module, List<Report> reports, String seed) {
    Counts sum = Counts.NONE;
    TreeSet<String> flaky = new TreeSet<>();
    for (Report report : reports) {
      // Of a class that was run again the report has the tests of the last run only, the log all.
      Counts logged = log.of(report.testClass());
      Counts last = report.counts();
      sum =
          sum.plus(
              new Counts(
                  Math.max(last.run(), logged.run()),
                  last.failures(),
                  last.errors(),
                  Math.max(last.skipped(), logged.skipped())));
      for (String test : report.failed()) {
        failures.add(
            String.format(
                "failed in tierline-%s: %s%n  again: ./tierline test --only '%s'%s",
                module, test.replace('#', '.'), test, seed));
      }
      report.flaky().forEach(test -> flaky.add(test.replace('#', '.')));
    }
    if (!reports.isEmpty()) {
      count(module, sum.toString(), sum);
    }
    flaky.forEach(test -> closing.add("flaky, passed when run again: " + test));
  }

  private void count(String module, String line, Counts counts) {
    closing.add("tierline-" + module + ": " + line);
    all = all.plus(counts);
  }

  /** Prints what was not tested, and what failed. */
  void print(PrintStream out) {
    log.skipped()
        .forEach(
            module -> out.println("not tested, because what it needs was not built: " + module));
    failures.forEach(out::println);
  }

  /** Prints the closing lines, the sum last. */
  void printTotals(PrintStream out) {
    closing.forEach(out::println);
    out.println(all);
  }

  /** Why the run is no success, or null. */
  String failure(int status) {
    List<String> reasons = new ArrayList<>();
    if (all.failed() > 0) {
      reasons.add(String.format("%d of %d tests failed", all.failed(), all.run()));
    } else if (status == 0 && all.run() == 0) {
      reasons.add("no test was run");
    }
    if (status != 0) {
      reasons.add("the build failed: " + log.firstError());
    }
    return reasons.isEmpty() ? null : String.join(", and ", reasons);
  }
}
