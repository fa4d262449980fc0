/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.KeyRange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The files of a store that is being written to: runs over all rows, the older half of them folded
 * into the lower half of the bases, and flushes over all rows.
 */
final class SampleStore {
  private static final long FLUSH_BYTES = 128L << 20;
  private static final long BASE_BYTES = 100L << 20;

  /** Flushes that a run was made of. */
  private static final int FLUSHES = 10;

  /** Few enough slices that the cap does not decide. */
  private static final int RUNS_MAX = 40;

  /** Rows that a file offers as cuts. */
  private static final int SAMPLES = 128;

  private final int bases;
  private final int runs;
  private final int flushes;

  /**
   * A store of some files.
   *
   * @param files 20 at least
   * @param flushes of them in Level 0
   */
  SampleStore(int files, int flushes) {
    this.flushes = flushes;
    this.runs = Math.min(RUNS_MAX, files / 5);
    this.bases = files - runs - flushes;
  }

  int bases() {
    return bases;
  }

  List<FileMeta> files() {
    List<FileMeta> files = new ArrayList<>();
    Set<String> folded =
        IntStream.range(0, runs / 2).mapToObj(SampleStore::run).collect(Collectors.toSet());
    for (int i = 0; i < bases; i++) {
      KeyRange range =
          KeyRange.of(
              i == 0 ? new byte[0] : border(i), i == bases - 1 ? new byte[0] : border(i + 1));
      Set<String> absorbed = i < bases / 2 ? folded : Set.of();
      FileMeta.Builder base = file("base" + i, i, BASE_BYTES, border(i), last(i));
      files.add(base.base(range, absorbed).build());
    }
    for (int i = 0; i < runs; i++) {
      long bytes = FLUSHES * FLUSH_BYTES;
      files.add(file(run(i), bases + i, bytes, border(0), last(bases - 1)).run().build());
    }
    for (int i = 0; i < flushes; i++) {
      int age = bases + runs + i;
      files.add(file("flush" + i, age, FLUSH_BYTES, border(0), last(bases - 1)).build());
    }
    return files;
  }

  private static String run(int i) {
    return "run" + i;
  }

  private FileMeta.Builder file(String name, int age, long bytes, byte[] first, byte[] last) {
    long from = ByteBuffer.wrap(first).getLong();
    long step = (ByteBuffer.wrap(last).getLong() - from) / SAMPLES;
    List<byte[]> samples =
        IntStream.range(0, SAMPLES).mapToObj(i -> row(from + step * i + age)).toList();
    return FileMeta.builder(name)
        .sequenceId(age)
        .size(bytes, bytes / 100, 0)
        .rows(first, last)
        .samples(samples);
  }

  /** The first row of a base, or the row after the last one. */
  private byte[] border(int base) {
    return row(((long) base << 48) + 1);
  }

  private byte[] last(int base) {
    return row((long) (base + 1) << 48);
  }

  private static byte[] row(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }
}
