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

/** Mixed into rlsm-reads: what lies below the engines. */
final class DeviceOptions {
  private static final int MOST = 1_000_000;

  @Option(
      names = "--page-cache",
      paramLabel = "PERCENT",
      defaultValue = "10",
      description = "The page cache of each engine, to the data (default: ${DEFAULT-VALUE}).")
  private double pageCache;

  @Option(
      names = "--access-us",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "Of the device: before the first byte of a request (default: ${DEFAULT-VALUE});"
              + " a disk: 8000.")
  private double accessMicros;

  @Option(
      names = "--mb-s",
      paramLabel = "N",
      defaultValue = "500",
      description = "Of the device: from then on (default: ${DEFAULT-VALUE}); a disk: 200.")
  private double megabytesPerSecond;

  /** Refuses what makes no sense. */
  void check(Arguments given) {
    given.within("--page-cache", pageCache, 0, 1000);
    given.within("--access-us", accessMicros, 0, MOST);
    given.within("--mb-s", megabytesPerSecond, 1, MOST);
  }

  double pageCache() {
    return pageCache;
  }

  double accessMicros() {
    return accessMicros;
  }

  double megabytesPerSecond() {
    return megabytesPerSecond;
  }
}
