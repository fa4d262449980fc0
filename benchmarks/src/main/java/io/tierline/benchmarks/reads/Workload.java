/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import io.tierline.cli.Keyed;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.ZipfDistribution;
import org.apache.commons.math3.random.Well19937c;

/** Reads of one kind. */
enum Workload implements Keyed {
  /** Rows that are there, each as likely. */
  GET_UNIFORM,
  /**
   * Rows that are there, some far likelier, as YCSB has it: exponent 0.99, strewn over the keys.
   */
  GET_ZIPFIAN,
  /** Rows that are not there, between those that are. */
  GET_ABSENT,
  /** 1 to 100 rows. */
  SCAN_SHORT,
  /** 1,000 to 5,000 rows. */
  SCAN_LONG,
  /** All rows, past the block cache, as jobs read a table. */
  SCAN_FULL;

  private static final double EXPONENT = 0.99;
  private static final int SHORT_MOST = 100;
  private static final int LONG_LEAST = 1000;
  private static final int LONG_MOST = 5000;

  /** Numbers of rows from here on were never put. */
  private static final long ABSENT = 1L << 40;

  /**
   * One read.
   *
   * @param row the number of the row that is asked for, or where a scan begins
   * @param rows that are asked for
   */
  record Read(long row, int rows) {}

  boolean isGet() {
    return this == GET_UNIFORM || this == GET_ZIPFIAN || this == GET_ABSENT;
  }

  /** The workload with that key. */
  static Workload of(String key) {
    return Keyed.of(Workload.class, key);
  }

  /**
   * So many reads; the same for the same seed.
   *
   * @param rows in the table, numbered from 0
   */
  List<Read> draw(int count, long rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ZipfDistribution zipf =
        new ZipfDistribution(new Well19937c(seed), Math.toIntExact(rows), EXPONENT);
    List<Read> reads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      reads.add(one(rows, random, zipf));
    }
    return reads;
  }

  private Read one(long rows, SplittableRandom random, ZipfDistribution zipf) {
    long row = random.nextLong(rows);
    return switch (this) {
      case GET_UNIFORM -> new Read(row, 1);
      case GET_ZIPFIAN -> new Read(zipf.sample() - 1L, 1);
      case GET_ABSENT -> new Read(ABSENT + row, 1);
      case SCAN_SHORT -> new Read(row, random.nextInt(1, SHORT_MOST + 1));
      case SCAN_LONG -> new Read(row, random.nextInt(LONG_LEAST, LONG_MOST + 1));
      case SCAN_FULL -> new Read(0, Math.toIntExact(rows));
    };
  }
}
