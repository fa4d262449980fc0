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
import picocli.CommandLine.Option;

/** Mixed into nn-bench: how two NameNodes are asked in turn. */
final class PairOptions {
  private static final int MOST_PAIRS = 20_000;
  private static final int MOST_BLOCKS_PER_DATASET = 100_000;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Of turns that are measured, each 128 blocks of both (default: ${DEFAULT-VALUE}).")
  private int pairs;

  @Option(
      names = "--blocks-per-dataset",
      paramLabel = "N",
      defaultValue = "20",
      description = "Of pairs: before the next dataset has its turn (default: ${DEFAULT-VALUE}).")
  private int blocksPerDataset;

  @Option(names = "--rpc", description = "Of pairs: ask over the network.")
  private boolean rpc;

  /** Refuses what makes no sense. */
  void check(Arguments given) {
    given.within("--pairs", pairs, 1, MOST_PAIRS);
    given.within("--blocks-per-dataset", blocksPerDataset, 1, MOST_BLOCKS_PER_DATASET);
  }

  int pairs() {
    return pairs;
  }

  int blocksPerDataset() {
    return blocksPerDataset;
  }

  boolean rpc() {
    return rpc;
  }
}
