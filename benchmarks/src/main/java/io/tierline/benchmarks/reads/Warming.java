/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import java.util.List;

/**
 * Tells when reads are warm: two windows one after the other had the same share of hits in the
 * block cache, of each engine, and hardly anything was compiled meanwhile. After {@value #MOST}
 * windows it is called off, and the result says so.
 */
final class Warming {
  /** Windows after which reads are taken for as warm as they get. */
  static final int MOST = 40;

  private static final int LEAST = 4;
  private static final double HITS_APART_MOST = 0.01;
  private static final double COMPILING_MOST = 0.02;

  private List<Double> before = List.of();
  private int windows;
  private boolean warm;

  /**
   * Takes a window of each engine.
   *
   * @param hitRatios of the engines; NaN where no block was asked for
   * @param compiling the share of the time that the compilers took
   * @return whether there is need of another one
   */
  boolean isNeeded(List<Double> hitRatios, double compiling) {
    windows++;
    warm = windows >= LEAST && compiling <= COMPILING_MOST && agree(before, hitRatios);
    before = List.copyOf(hitRatios);
    return !warm && windows < MOST;
  }

  private static boolean agree(List<Double> before, List<Double> now) {
    for (int i = 0; i < now.size(); i++) {
      // Two that are no numbers are not apart.
      if (Math.abs(now.get(i) - before.get(i)) > HITS_APART_MOST) {
        return false;
      }
    }
    return true;
  }

  /** How many it took. */
  int windows() {
    return windows;
  }

  /** Whether it was reached. */
  boolean isWarm() {
    return warm;
  }
}
