/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.test;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Branch coverage of what knows nothing of Hadoop and HBase, as JaCoCo has measured it. That it is
 * enough is Maven's to check.
 */
final class Coverage {
  private static final int PACKAGE = 1;
  private static final int MISSED = 5;
  private static final int COVERED = 6;
  private static final double PERCENT = 100;

  /** A module, and the packages of its core. */
  private record Core(String module, Pattern packages) {}

  private static final List<Core> CORES =
      List.of(
          new Core(
              "ldm-namenode",
              Pattern.compile("io\\.tierline\\.ldm\\.(?!(namenode|client|yarn)(\\.|$)).*")),
          new Core("ldm-gateway", Pattern.compile("io\\.tierline\\.ldm\\.oozie(\\..*)?")),
          new Core("rlsm-hbase", Pattern.compile("io\\.tierline\\.rlsm\\.(layout|plan|select)")),
          new Core("benchmarks", Pattern.compile("io\\.tierline\\.rlsm\\.ranged")));

  private Coverage() {}

  /** Prints a line for each core that was measured since then. */
  static void print(SourceTree tree, FileTime started, PrintStream out) throws IOException {
    for (Core core : CORES) {
      Path table = tree.target(core.module()).resolve("site/jacoco/jacoco.csv");
      if (Files.exists(table) && Files.getLastModifiedTime(table).compareTo(started) >= 0) {
        print(core, Files.readAllLines(table), out);
      }
    }
  }

  private static void print(Core core, List<String> table, PrintStream out) {
    long missed = 0;
    long covered = 0;
    for (String line : table) {
      String[] columns = line.split(",");
      if (core.packages().matcher(columns[PACKAGE]).matches()) {
        missed += Long.parseLong(columns[MISSED]);
        covered += Long.parseLong(columns[COVERED]);
      }
    }
    if (missed + covered > 0) {
      out.printf(
          "branches covered in the core packages of %s: %.1f %%%n",
          core.module(), PERCENT * covered / (missed + covered));
    }
  }
}
