/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Draws the keys that are written, and those that are scanned from. */
final class KeySource {
  /** Keys are below it, so that an exclusive end fits a long. */
  static final long KEYS = 1L << 62;

  /** The window of localized writes is one in so many of the key space. */
  private static final long WINDOWS = 64;

  /** What YCSB takes. */
  private static final double ZIPF_EXPONENT = 0.99;

  private final Workload workload;
  private final SplittableRandom random;
  private final long total;
  private long[] known = new long[1024];
  private int keys;
  private long written;

  KeySource(Workload workload, SplittableRandom random) {
    this.workload = workload;
    this.random = random;
    this.total = (long) workload.flushes() * workload.cellsPerFlush();
  }

  /** The next key to write. */
  long next() {
    written++;
    KeyDistribution distribution = drawn();
    if (keys > 0 && random.nextDouble() < workload.updates()) {
      return update(distribution);
    }
    long key = insert(distribution);
    if (keys == known.length) {
      known = Arrays.copyOf(known, 2 * keys);
    }
    known[keys++] = key;
    return key;
  }

  /** A key that was written, each as likely as any other. */
  long known(SplittableRandom by) {
    return known[by.nextInt(keys)];
  }

  private KeyDistribution drawn() {
    if (workload.keys() != KeyDistribution.MIXTURE) {
      return workload.keys();
    }
    return switch (random.nextInt(4)) {
      case 0 -> KeyDistribution.SEQUENTIAL;
      case 1 -> KeyDistribution.LOCALIZED;
      default -> KeyDistribution.UNIFORM;
    };
  }

  private long insert(KeyDistribution distribution) {
    return switch (distribution) {
      case SEQUENTIAL -> KEYS / total * written;
      case LOCALIZED -> {
        long window = KEYS / WINDOWS;
        yield (KEYS - window) / total * written + random.nextLong(window);
      }
      default -> random.nextLong(KEYS);
    };
  }

  private long update(KeyDistribution distribution) {
    return switch (distribution) {
      case ZIPFIAN -> known[zipf()];
      case LOCALIZED -> known[keys - 1 - random.nextInt((int) (keys / WINDOWS + 1))];
      default -> known[random.nextInt(keys)];
    };
  }

  /** A rank by the inverse of Zipf's distribution taken as continuous: exact enough for ranks. */
  private int zipf() {
    double power = 1 - ZIPF_EXPONENT;
    double top = Math.pow(keys + 1.0, power) - 1;
    double rank = Math.pow(1 + random.nextDouble() * top, 1 / power) - 1;
    return (int) Math.min(keys - 1, rank);
  }
}
