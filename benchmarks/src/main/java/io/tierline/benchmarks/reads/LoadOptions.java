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

/** Mixed into rlsm-reads: what is put to the tables. */
final class LoadOptions {
  private static final int MOST = 1_000_000;

  @Option(
      names = "--data-mb",
      paramLabel = "N",
      defaultValue = "256",
      description = "Rows of 1 KB put to each table (default: ${DEFAULT-VALUE}).")
  private int dataMegabytes;

  @Option(
      names = "--flush-mb",
      paramLabel = "N",
      defaultValue = "2",
      description = "Size of a memstore at a flush (default: ${DEFAULT-VALUE}).")
  private int flushMegabytes;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "500",
      description = "Rows a second to each table in the state loading (default: ${DEFAULT-VALUE}).")
  private int rate;

  /** Refuses what makes no sense. */
  void check(Arguments given) {
    given.within("--data-mb", dataMegabytes, 1, 100_000);
    given.within("--flush-mb", flushMegabytes, 1, 1000);
    given.within("--rate", rate, 1, MOST);
  }

  int dataMegabytes() {
    return dataMegabytes;
  }

  int flushMegabytes() {
    return flushMegabytes;
  }

  int rate() {
    return rate;
  }
}
