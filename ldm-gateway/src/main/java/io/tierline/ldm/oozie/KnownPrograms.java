/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Main classes whose arguments are known: those of Hadoop's examples and tools. */
final class KnownPrograms {
  /** Runs one of the examples, named by its first argument. */
  static final String DRIVER = "org.apache.hadoop.examples.ExampleDriver";

  private static final String EXAMPLES = "org.apache.hadoop.examples.";
  private static final String SORT_FLAGS =
      "-r:1 -m:1 -inFormat:1 -outFormat:1 -outKey:1 -outValue:1 ";

  /** Class, name in the driver, form of the arguments. */
  private static final List<String[]> TABLE =
      List.of(
          row(EXAMPLES + "terasort.TeraGen", "teragen", "ROWS OUT"),
          row(EXAMPLES + "terasort.TeraSort", "terasort", "IN PARTS"),
          row(EXAMPLES + "terasort.TeraValidate", "teravalidate", "FILES OUT"),
          row(EXAMPLES + "terasort.TeraChecksum", "terachecksum", "IN OUT"),
          row(EXAMPLES + "WordCount", "wordcount", "IN+ OUT"),
          row(EXAMPLES + "WordMean", "wordmean", "IN OUT"),
          row(EXAMPLES + "WordMedian", "wordmedian", "IN OUT"),
          row(EXAMPLES + "WordStandardDeviation", "wordstandarddeviation", "IN OUT"),
          row(EXAMPLES + "AggregateWordCount", "aggregatewordcount", "IN OUT SKIP*"),
          row(EXAMPLES + "AggregateWordHistogram", "aggregatewordhist", "IN OUT SKIP*"),
          row(EXAMPLES + "MultiFileWordCount", "multifilewc", "IN OUT"),
          row(EXAMPLES + "Grep", "grep", "IN OUT SKIP SKIP*"),
          row(EXAMPLES + "Sort", "sort", SORT_FLAGS + "-totalOrder:3 IN OUT"),
          row(EXAMPLES + "Join", "join", SORT_FLAGS + "-joinOp:1 IN+ OUT"),
          row(EXAMPLES + "SecondarySort", "secondarysort", "IN OUT"),
          row(EXAMPLES + "RandomWriter", "randomwriter", "OUT"),
          row(EXAMPLES + "RandomTextWriter", "randomtextwriter", "-outFormat:1 OUT"),
          row(EXAMPLES + "QuasiMonteCarlo", "pi", "SKIP*"),
          row(EXAMPLES + "dancing.DistributedPentomino", "pentomino", "-depth:1 OUT SKIP*"),
          row("org.apache.hadoop.tools.DistCp", "", DistcpAction.FORM),
          row(
              "org.apache.hadoop.streaming.HadoopStreaming",
              "",
              "-input:IN -output:OUT -mapper:1 -reducer:1 -combiner:1 -file:1 -inputformat:1 "
                  + "-outputformat:1 -partitioner:1 -numReduceTasks:1 -cmdenv:1 -io:1 SKIP*"));

  private static final Map<String, ArgumentForm> BY_CLASS = new HashMap<>();
  private static final Map<String, ArgumentForm> BY_NAME = new HashMap<>();

  static {
    for (String[] row : TABLE) {
      ArgumentForm form = ArgumentForm.of(row[2]);
      BY_CLASS.put(row[0], form);
      BY_NAME.put(row[1], form);
    }
  }

  private KnownPrograms() {}

  private static String[] row(String mainClass, String name, String form) {
    return new String[] {mainClass, name, form};
  }

  /** The form of the arguments of a main class. */
  static Optional<ArgumentForm> ofClass(String mainClass) {
    return Optional.ofNullable(BY_CLASS.get(mainClass));
  }

  /** The form of the arguments of a program of the examples' driver. */
  static Optional<ArgumentForm> ofExample(String name) {
    return Optional.ofNullable(BY_NAME.get(name)).filter(form -> !name.isEmpty());
  }
}
