/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import io.tierline.rlsm.select.WeightedSelection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Is selecting the cuts of a partition faster than sorting its samples? Samples are rows of 16
 * random bytes in random order, with weights that differ.
 *
 * <pre>./tierline jmh QuantilesBenchmark</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@State(Scope.Thread)
public class QuantilesBenchmark {
  private static final long SEED = 5;
  private static final Comparator<Sample> BY_ROW =
      (one, other) -> Arrays.compareUnsigned(one.row(), other.row());

  /** Samples to cut. */
  @Param({"1000", "10000", "100000", "1000000"})
  int items;

  /** Parts to cut them into. */
  @Param({"2", "16"})
  int parts;

  /** Who finds the cuts. */
  @Param Contender contender;

  private List<Sample> samples;

  /** A row that stands for so many bytes. */
  record Sample(byte[] row, long weight) {}

  /** Makes the samples and checks that all contenders cut them alike. */
  @Setup
  public void make() {
    Random random = new Random(SEED);
    samples = new ArrayList<>(items);
    for (int i = 0; i < items; i++) {
      byte[] row = new byte[16];
      random.nextBytes(row);
      samples.add(new Sample(row, 1 + random.nextInt(1000)));
    }
    if (!contender.cuts(samples, parts).equals(Contender.SELECTION.cuts(samples, parts))) {
      throw new AssertionError("cuts differ");
    }
  }

  /** All cuts. */
  @Benchmark
  public List<Sample> cuts() {
    return contender.cuts(samples, parts);
  }

  /** Who finds the cuts. */
  public enum Contender {
    /** Ours: linear. */
    SELECTION {
      @Override
      List<Sample> cuts(List<Sample> samples, int parts) {
        return WeightedSelection.quantiles(samples, Sample::weight, BY_ROW, parts);
      }
    },
    /** The library's sort and one walk over the result. */
    SORTING {
      @Override
      List<Sample> cuts(List<Sample> samples, int parts) {
        Sample[] sorted = samples.toArray(Sample[]::new);
        Arrays.sort(sorted, BY_ROW);
        long total = samples.stream().mapToLong(Sample::weight).sum();
        List<Sample> cuts = new ArrayList<>();
        long before = 0;
        int part = 1;
        for (Sample sample : sorted) {
          long after = before + sample.weight();
          boolean cut = false;
          while (part < parts && total * part / parts < after) {
            cut = before > 0;
            part++;
          }
          if (cut) {
            cuts.add(sample);
          }
          before = after;
        }
        return cuts;
      }
    };

    abstract List<Sample> cuts(List<Sample> samples, int parts);
  }
}
