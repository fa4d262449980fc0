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
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The files of a store that is being written to: in each partition a base and its parts of the runs
 * since, which are as large together as the base; and flushes over all rows.
 */
final class SampleStore {
  private static final long FLUSH_BYTES = 128L << 20;

  /** Flushes that a run was made of. */
  private static final int FLUSHES = 10;

  private static final int PARTITIONS_MAX = 32;

  /** Rows that a file offers as cuts. */
  private static final int SAMPLES = 128;

  private final int bases;
  private final int runs;
  private final int flushes;

  /**
   * A store of some files.
   *
   * @param files about so many, 20 at least
   * @param flushes of them in Level 0
   */
  SampleStore(int files, int flushes) {
    this.flushes = flushes;
    this.bases = Math.min(PARTITIONS_MAX, files / 8);
    this.runs = Math.max(1, (files - flushes) / bases - 1);
  }

  List<FileMeta> files() {
    List<FileMeta> files = new ArrayList<>();
    long part = FLUSHES * FLUSH_BYTES / bases;
    for (int i = 0; i < bases; i++) {
      files.add(file("base" + i, 0, runs * part, border(i), last(i)).base().build());
      for (int run = 0; run < runs; run++) {
        String name = "run" + run + "-" + i;
        files.add(file(name, 1 + run, part, border(i), last(i)).run().build());
      }
    }
    for (int i = 0; i < flushes; i++) {
      int age = 1 + runs + i;
      files.add(file("flush" + i, age, FLUSH_BYTES, border(0), last(bases - 1)).build());
    }
    return files;
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

  /** The first row of a base. */
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
