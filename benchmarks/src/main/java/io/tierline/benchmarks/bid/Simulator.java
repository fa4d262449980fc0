/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;

/** Starts {@code bid-sim} and reads its tables. */
final class Simulator {
  private static final NativeProgram PROGRAM = new NativeProgram("bid-sim");

  private Simulator() {}

  /**
   * Runs all contenders on all workloads.
   *
   * @param repeat counted from 1; it names the seed, first seed + repeat - 1
   * @param arm whether positions of the arm are wanted
   */
  static SimRun run(
      SimSettings settings, int repeat, long firstSeed, boolean arm, DoubleConsumer progress)
      throws IOException {
    Path directory = Files.createTempDirectory("tierline-bid-sim");
    Path processes = directory.resolve("processes");
    Path positions = directory.resolve("arm");
    long seed = firstSeed + repeat - 1;
    try {
      List<String> arguments = new ArrayList<>(settings.arguments(seed));
      arguments.addAll(List.of("--processes", processes.toString()));
      arguments.addAll(
          List.of("--jobs", Integer.toString(Runtime.getRuntime().availableProcessors())));
      if (arm) {
        arguments.addAll(List.of("--arm", positions.toString()));
      }
      List<Row> figures = Table.parse("bid-sim", PROGRAM.run(arguments, progress));
      return new SimRun(
          repeat, seed, figures, table(processes), arm ? table(positions) : List.of());
    } finally {
      Files.deleteIfExists(processes);
      Files.deleteIfExists(positions);
      Files.delete(directory);
    }
  }

  private static List<Row> table(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return Table.parse("bid-sim", lines::iterator);
    }
  }

  /** What its options mean; where there is no program for this system, that. */
  static String help() {
    try {
      return String.join("\n", PROGRAM.run(List.of("--help"), done -> {})) + "\n";
    } catch (IOException missing) {
      return missing.getMessage() + "\n";
    }
  }

  /** Lines that describe what there is, split into fields. */
  static List<String[]> list(String option) throws IOException {
    return PROGRAM.run(List.of(option), done -> {}).stream()
        .map(line -> line.split("\t", -1))
        .toList();
  }

  /** The worked example's table. */
  static List<Row> workedExample() throws IOException {
    return Table.parse("bid-sim", PROGRAM.run(List.of("--worked-example"), done -> {}));
  }
}
