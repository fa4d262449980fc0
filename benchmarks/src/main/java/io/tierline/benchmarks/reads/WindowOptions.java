/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import io.tierline.cli.Arguments;
import picocli.CommandLine.Option;

/** Mixed into rlsm-reads: how long is measured and waited. */
final class WindowOptions {
  @Option(
      names = "--pairs",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "12 or more (default: ${DEFAULT-VALUE}); 12 where one read takes far longer"
              + " than a window.")
  private int pairs;

  @Option(
      names = "--window-ms",
      paramLabel = "N",
      defaultValue = "150",
      description = "A window of one engine (default: ${DEFAULT-VALUE}).")
  private int windowMillis;

  @Option(
      names = "--settle",
      paramLabel = "SECONDS",
      defaultValue = "15",
      description = "Without change of any store file that end a load (default: ${DEFAULT-VALUE}).")
  private double settle;

  /** Refuses what makes no sense. */
  void check(Arguments given) {
    given.within("--pairs", pairs, Turns.LEAST, 10_000);
    given.within("--window-ms", windowMillis, 1, 60_000);
    given.within("--settle", settle, 0, 3600);
  }

  int pairs() {
    return pairs;
  }

  int windowMillis() {
    return windowMillis;
  }

  double settle() {
    return settle;
  }
}
