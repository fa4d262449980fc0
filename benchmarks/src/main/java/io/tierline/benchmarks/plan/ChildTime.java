/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Processor time of the processes that this one started and that have ended, with all that they
 * started in turn; as the kernel counts it (proc(5), {@code cutime} and {@code cstime}).
 */
final class ChildTime {
  private static final Path STAT = Path.of("/proc/self/stat");

  /** Of a second; what {@code sysconf(_SC_CLK_TCK)} gives on every Linux. */
  private static final double TICKS = 100;

  /** Places behind the command's name, which may itself hold spaces. */
  private static final int CHILDREN_USER = 13;

  private static final int CHILDREN_SYSTEM = 14;

  private ChildTime() {}

  /** Seconds so far. */
  static double seconds() throws IOException {
    return seconds(Files.readString(STAT));
  }

  static double seconds(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM]))
        / TICKS;
  }
}
