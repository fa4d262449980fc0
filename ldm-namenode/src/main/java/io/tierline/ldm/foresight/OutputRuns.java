/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.foresight;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What a job has read and written in its last runs.
 *
 * @param origin which job, and what it writes
 * @param inputs bytes that were read, a run each, the latest last; 0 where the job reads nothing
 * @param outputs bytes that were written, above 0, as many
 */
public record OutputRuns(OutputOrigin origin, long[] inputs, long[] outputs) {
  /** Runs that are remembered. */
  public static final int MOST = 5;

  /** Fewer do not tell a job that writes in proportion from one that always writes as much. */
  private static final int ENOUGH = 3;

  /** Copies the sizes. */
  public OutputRuns {
    if (inputs.length != outputs.length || inputs.length > MOST) {
      throw new IllegalArgumentException(inputs.length + " inputs, " + outputs.length + " outputs");
    }
    inputs = inputs.clone();
    outputs = outputs.clone();
  }

  /** With one more run, without the oldest where they would be too many. */
  OutputRuns and(long input, long output) {
    return new OutputRuns(origin, next(inputs, input), next(outputs, output));
  }

  private static long[] next(long[] sizes, long size) {
    int from = sizes.length < MOST ? 0 : 1;
    long[] all = Arrays.copyOfRange(sizes, from, sizes.length + 1);
    all[all.length - 1] = size;
    return all;
  }

  /**
   * What the next run will write: in proportion to its input, or as much as in other runs,
   * whichever has varied less; the median of the runs, the upper one of two, since too little room
   * for what is to come costs it its first fast replicas.
   *
   * @param input what it reads, in bytes; 0 where that is nothing or not known
   * @return bytes; 0 where the runs do not tell
   */
  double expected(double input) {
    double[] ratios =
        IntStream.range(0, inputs.length)
            .filter(run -> inputs[run] > 0)
            .mapToDouble(run -> (double) outputs[run] / inputs[run])
            .toArray();
    double[] sizes = Arrays.stream(outputs).asDoubleStream().toArray();
    boolean isSteady = sizes.length >= ENOUGH && spread(sizes) < spread(ratios);
    if (input > 0 && ratios.length > 0 && !isSteady) {
      return input * median(ratios);
    }
    // What reads something has nothing to be in proportion to before that is there.
    return ratios.length == 0 || isSteady ? median(sizes) : 0;
  }

  private static double spread(double[] values) {
    return Arrays.stream(values).max().orElse(0) / Arrays.stream(values).min().orElse(1);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }
}
