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

/** Mixed into nn-bench: how much is measured. */
final class Sizes {
  private static final int MOST = 10_000_000;
  private static final long MOST_BLOCKS = 1_000_000_000;
  private static final int MOST_THREADS = 64;

  @Option(
      names = "--datasets",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Managed datasets registered with LDM (default: ${DEFAULT-VALUE}).")
  private int datasets;

  @Option(
      names = "--files",
      paramLabel = "N",
      defaultValue = "40000",
      description =
          "Created; twice as many deleted; a quarter of them gets 20 blocks each"
              + " (default: ${DEFAULT-VALUE}).")
  private int files;

  @Option(
      names = "--calls",
      paramLabel = "N",
      defaultValue = "400000",
      description = "Of the placement policy that are timed (default: ${DEFAULT-VALUE}).")
  private int calls;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "Placed before the heap is looked at (default: ${DEFAULT-VALUE}).")
  private long blocks;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "That ask the NameNode (default: ${DEFAULT-VALUE}).")
  private int threads;

  /** Refuses what makes no sense. */
  void check(Arguments given) {
    given.within("--datasets", datasets, 1, MOST);
    given.within("--files", files, 1, MOST);
    given.within("--calls", calls, 1, MOST);
    given.within("--blocks", blocks, 1, MOST_BLOCKS);
    given.within("--threads", threads, 1, MOST_THREADS);
  }

  int datasets() {
    return datasets;
  }

  int files() {
    return files;
  }

  int calls() {
    return calls;
  }

  long blocks() {
    return blocks;
  }

  int threads() {
    return threads;
  }
}
