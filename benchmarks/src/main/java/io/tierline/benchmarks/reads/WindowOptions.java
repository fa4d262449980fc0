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
import io.tierline.cli.measure.Amount;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Mixed into rlsm-reads: how long is measured and waited. */
@Command
final class WindowOptions {

  final Amount pairs =
      Amount.whole(
          "--pairs N",
          20,
          Turns.LEAST,
          10_000,
          "Number of pairs, 12 or more (default: ${DEFAULT-VALUE}); if one read takes"
              + " far longer than a window, 12 are measured.");
  final Amount windowMillis =
      Amount.whole("--window-ms N", 150, 1, 60_000, "Length of one window of an engine, in ms");
  final Amount settle =
      Amount.number(
          "--settle SECONDS",
          15,
          0,
          3600,
          "A load has ended when no store file has changed for this long");

  @Mixin private final CommandSpec all = Amount.mixin(pairs, windowMillis, settle);

  /** Refuses what makes no sense. */
  void check(Arguments given) {
    Amount.check(given, pairs, windowMillis, settle);
  }
}
