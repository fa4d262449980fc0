/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import io.tierline.rlsm.index.PartitionIndex;
import io.tierline.rlsm.index.RowSketch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
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
 * What does it cost a get to learn which files may hold its row? Files of equally many rows, no row
 * in two files; each row asked for is in one of them, randomly chosen, so that a file's answer is
 * mostly no.
 *
 * <p>Nobody looks up a block cache here, which a region server does once for every file and chunk
 * of a Bloom filter: the contenders that ask file by file cost more there.
 *
 * <pre>./tierline jmh PartitionIndexBenchmark</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@State(Scope.Thread)
public class PartitionIndexBenchmark {
  private static final int ASKED = 1 << 14;
  private static final long SEED = 11;

  /** How many files may hold the row. */
  @Param({"8", "32", "64", "128"})
  int files;

  /** Rows of each file: a small flush, and what makes tables larger than the caches. */
  @Param({"2000", "100000"})
  int rows;

  /** Who says which. */
  @Param Contender contender;

  private Candidates candidates;
  private byte[][] asked;
  private long[] into;
  private int next;

  /** Says which files may hold a row. */
  interface Candidates {
    /** Sets bit i of the words when file i may hold the row. */
    void of(byte[] row, long[] into);
  }

  /** Makes the files' filters and the rows to ask for, and checks that no row is missed. */
  @Setup
  public void build() {
    candidates = contender.over(files, rows);
    asked = new byte[ASKED][];
    into = new long[(files + 63) / 64];
    Random random = new Random(SEED);
    for (int i = 0; i < ASKED; i++) {
      int file = random.nextInt(files);
      asked[i] = row(file, random.nextInt(rows));
      candidates.of(asked[i], into);
      if ((into[file >> 6] >>> file & 1) == 0) {
        throw new AssertionError("a row of file " + file + " is missed");
      }
    }
    System.gc();
  }

  /** A row as the usual key-value benchmarks have them: 4 letters and 19 digits, spread evenly. */
  static byte[] row(int file, int number) {
    long spread = ((long) number << 10 | file) * 0x9E3779B97F4A7C15L >>> 1;
    byte[] row = new byte[23];
    for (int i = row.length - 1; i >= 4; i--, spread /= 10) {
      row[i] = (byte) ('0' + spread % 10);
    }
    row[0] = 'u';
    row[1] = 's';
    row[2] = 'e';
    row[3] = 'r';
    return row;
  }

  /** One row. */
  @Benchmark
  public long[] lookup() {
    next = next + 1 & ASKED - 1;
    candidates.of(asked[next], into);
    return into;
  }

  static List<RowSketch> sketches(int files, int rows) {
    List<RowSketch> sketches = new ArrayList<>();
    for (int file = 0; file < files; file++) {
      RowSketch.Builder builder = RowSketch.builder();
      for (int i = 0; i < rows; i++) {
        byte[] row = row(file, i);
        builder.add(row, 0, row.length);
      }
      sketches.add(builder.build());
    }
    return sketches;
  }

  /** Who says which files may hold a row. */
  public enum Contender {
    /** Ours. */
    PARTITION_INDEX {
      @Override
      Candidates over(int files, int rows) {
        PartitionIndex index = PartitionIndex.of(sketches(files, rows), Long.MAX_VALUE);
        return index::candidates;
      }
    },
    /** The same sketches, one after the other; each hashes the row again, as HBase's filters do. */
    SKETCHES {
      @Override
      Candidates over(int files, int rows) {
        RowSketch[] sketches = sketches(files, rows).toArray(RowSketch[]::new);
        return (row, into) -> each(sketches.length, into, file -> sketches[file].mayContain(row));
      }
    },
    /** HBase's own filters with its defaults, one after the other, all in memory. */
    HBASE_BLOOMS {
      @Override
      Candidates over(int files, int rows) {
        HBaseBloom[] blooms = new HBaseBloom[files];
        for (int file = 0; file < files; file++) {
          blooms[file] = new HBaseBloom(file, rows);
        }
        return (row, into) -> each(files, into, file -> blooms[file].mayContain(row));
      }
    };

    abstract Candidates over(int files, int rows);

    /** Asks file by file. */
    static void each(int files, long[] into, IntPredicate mayContain) {
      Arrays.fill(into, 0);
      for (int file = 0; file < files; file++) {
        if (mayContain.test(file)) {
          into[file >> 6] |= 1L << file;
        }
      }
    }
  }
}
