/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import io.tierline.cli.Arguments;
import io.tierline.cli.measure.Amount;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Mixed into nn-bench: how much is measured. */
@Command
final class Sizes {
  private static final int MOST = 10_000_000;

  final Amount datasets =
      Amount.whole("--datasets N", 100_000, 1, MOST, "Managed datasets registered with LDM");
  final Amount files =
      Amount.whole(
          "--files N",
          40_000,
          1,
          MOST,
          "Files to create; twice as many are deleted; a quarter get 20 blocks each");
  final Amount calls =
      Amount.whole("--calls N", 400_000, 1, MOST, "Timed calls of the placement policy");
  final Amount blocks =
      Amount.whole(
          "--blocks N",
          10_000_000,
          1,
          1_000_000_000,
          "Blocks to place before the heap is measured");
  final Amount threads = Amount.whole("--threads N", 2, 1, 64, "Threads that call the NameNode");

  @Mixin private final CommandSpec all = Amount.mixin(datasets, files, calls, blocks, threads);

  /** Refuses what makes no sense. */
  void check(Arguments given) {
    Amount.check(given, datasets, files, calls, blocks, threads);
  }
}
