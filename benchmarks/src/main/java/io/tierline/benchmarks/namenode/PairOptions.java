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
import picocli.CommandLine.Option;

/** Mixed into nn-bench: how two NameNodes are asked in turn. */
@Command
final class PairOptions {

  final Amount pairs =
      Amount.whole(
          "--pairs N",
          1000,
          1,
          20_000,
          "Pairs of turns to measure; a turn is 128 blocks of each NameNode");
  final Amount blocksPerDataset =
      Amount.whole(
          "--blocks-per-dataset N",
          20,
          1,
          100_000,
          "With pairs: blocks per dataset before the next one has its turn");

  @Mixin private final CommandSpec all = Amount.mixin(pairs, blocksPerDataset);

  @Option(names = "--rpc", description = "With pairs: call over the network.")
  private boolean rpc;

  /** Refuses what makes no sense. */
  void check(Arguments given) {
    Amount.check(given, pairs, blocksPerDataset);
  }

  boolean rpc() {
    return rpc;
  }
}
