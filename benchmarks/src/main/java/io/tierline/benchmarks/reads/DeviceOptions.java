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

/** Mixed into rlsm-reads: what lies below the engines. */
@Command
final class DeviceOptions {
  private static final int MOST = 1_000_000;

  final Amount pageCache =
      Amount.number(
          "--page-cache PERCENT", 10, 0, 1000, "Page cache of each engine, in percent of the data");
  final Amount accessMicros =
      Amount.number(
          "--access-us N",
          100,
          0,
          MOST,
          "Access time of the device in microseconds (default: ${DEFAULT-VALUE}); of a"
              + " disk 8000.");
  final Amount megabytesPerSecond =
      Amount.number(
          "--mb-s N",
          500,
          1,
          MOST,
          "Transfer rate of the device in MB/s (default: ${DEFAULT-VALUE}); of a disk" + " 200.");

  @Mixin private final CommandSpec all = Amount.mixin(pageCache, accessMicros, megabytesPerSecond);

  /** Refuses what makes no sense. */
  void check(Arguments given) {
    Amount.check(given, pageCache, accessMicros, megabytesPerSecond);
  }
}
