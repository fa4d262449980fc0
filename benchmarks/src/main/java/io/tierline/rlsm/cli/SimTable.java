/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.cli;

import io.tierline.rlsm.sim.Outcome;
import io.tierline.rlsm.sim.Workload;
import java.io.PrintWriter;
import java.util.Locale;

/** Outcomes for people, a line as soon as it is known. */
final class SimTable {
  private static final String LAYOUT = "  %-8s %8s %8s %8s %8s %8s %8s %8s %8s %8s %8s%n";

  private final PrintWriter out;

  SimTable(PrintWriter out) {
    this.out = out;
  }

  void header(Workload workload) {
    out.printf(
        Locale.ROOT,
        "%d flushes of 128 MB, %s keys, %.0f %% updates; amplifications without the WAL%n%n",
        workload.flushes(),
        workload.keys().name().toLowerCase(Locale.ROOT),
        100 * workload.updates());
    line("", "write", "", "runs", "of a", "scan", "", "space", "", "files", "stalled");
    line(
        "policy", "loaded", "settled", "mean", "max", "loaded", "settled", "max", "settled", "max",
        "flushes");
  }

  void row(Outcome outcome) {
    line(
        outcome.contender().label(),
        fixed(outcome.loaded().writeAmplification()),
        fixed(outcome.settled().writeAmplification()),
        fixed(outcome.runsMean()),
        outcome.runsMax(),
        fixed(outcome.loaded().runs()),
        fixed(outcome.settled().runs()),
        fixed(outcome.spaceMax()),
        fixed(outcome.settled().spaceAmplification()),
        outcome.filesMax(),
        fixed(outcome.stalledFlushes()));
    out.flush();
  }

  private void line(Object... cells) {
    out.printf(Locale.ROOT, LAYOUT, cells);
  }

  private static String fixed(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
