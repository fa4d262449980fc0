/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

/**
 * The programs of hadoop-mapreduce-examples that the workloads run, by what they cost.
 *
 * <p>Seconds are those of one core for a MiB that is read (of generators: written), measured with
 * Hadoop 3.4.2; docs/benchmarks/ldm-sim.md says how. A sort's are halved between maps and reducers.
 */
public enum Program {
  /** Rows of 100 bytes out of nothing. */
  TERAGEN(0.012, 0, 0, false),
  /** All of the input through the shuffle. */
  TERASORT(0.026, 1, 0.026, false),
  /** One map a file, whatever its size; a checksum and the ends' keys. */
  TERAVALIDATE(0.005, 0, 0, true),
  /** Words' lengths; the combiner leaves two records a map. */
  WORD_MEAN(0.068, 0, 0, false),
  /** Words' lengths and how often each occurs. */
  WORD_MEDIAN(0.068, 0, 0, false),
  /** Words' lengths and their squares. */
  WORD_STD_DEV(0.068, 0, 0, false),
  /** Random bytes, a sequence file. */
  RANDOM_WRITER(0.006, 0, 0, false),
  /** Random words, a sequence file. */
  RANDOM_TEXT_WRITER(0.007, 0, 0, false);

  /**
   * What a program takes.
   *
   * @param mapSeconds of a core, for a MiB that maps read or generate
   * @param shuffled the part of what maps read that they hand on to reducers
   * @param reduceSeconds of a core, for a MiB that comes through the shuffle
   * @param wholeFiles whether a map reads a file, not a block
   */
  record Cost(double mapSeconds, double shuffled, double reduceSeconds, boolean wholeFiles) {}

  private final Cost cost;

  Program(double mapSeconds, double shuffled, double reduceSeconds, boolean wholeFiles) {
    cost = new Cost(mapSeconds, shuffled, reduceSeconds, wholeFiles);
  }

  Cost cost() {
    return cost;
  }
}
