/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.plan;

/**
 * How an overwritten store of few live flushes is compacted, such as a young region's.
 *
 * <p>A bound on superseded bytes costs writes: the fewer a fold finds, the more live ones it writes
 * for each. In a large store that buys space. In a small one it does not, as the flushes that have
 * come since the last fold, and what a compaction writes beside its inputs, are as many bytes as
 * are live. So here the bound is wider, up to where the stock engine's files are:
 *
 * <ul>
 *   <li>Below two live flushes the store is compacted as a whole, and nothing is merged before
 *       that: cutting a flush for the partitions costs as much as writing all that is live.
 *   <li>From there to ten, superseded bytes may be up to three and a half times as many as in a
 *       larger store, and evenly fewer with each live flush more. Runs are larger too, since
 *       flushes of a small store supersede each other.
 * </ul>
 *
 * @param flushes how many flushes the live bytes are
 * @param loadSpace superseded bytes that a large store may hold, as a fraction of live ones
 */
record SmallStore(double flushes, double loadSpace) {
  /** Where so many are live a store is not small. */
  static final int FLUSHES = 10;

  /** With fewer it is compacted as a whole. */
  private static final int WHOLE_FLUSHES = 2;

  /** Superseded bytes at which that is done, by those that a large store may hold. */
  private static final double WHOLE_SPACE = 1.5;

  /** What a store may hold that is just not compacted as a whole, by what a large one may. */
  private static final double MOST_SPACE = 3.5;

  /** There a run has at most one in so many of the flushes that are live. */
  private static final int RUN_ONE_IN = 2;

  /**
   * In a large store: what is in Level 0 has superseded as much, and that and what a merge writes
   * lie beside the store. A cell is merged once in any case.
   */
  private static final int RUN_ONE_IN_LARGE = 10;

  static SmallStore of(Space space, PlannerSettings settings) {
    return new SmallStore(space.live() / settings.flushBytes(), settings.loadSpace());
  }

  boolean isSmall() {
    return flushes < FLUSHES;
  }

  boolean isWhole() {
    return flushes < WHOLE_FLUSHES;
  }

  /** Superseded bytes that it may hold, as a fraction of live ones. */
  double space() {
    if (isWhole()) {
      return WHOLE_SPACE * loadSpace;
    }
    return between(MOST_SPACE, 1) * loadSpace;
  }

  /** Most flushes that make a run, of so many that are live. */
  long runFlushes(double live) {
    return isWhole() ? Long.MAX_VALUE : Math.round(live / between(RUN_ONE_IN, RUN_ONE_IN_LARGE));
  }

  /** Evenly from what holds for a store that is just not compacted as a whole to a large one's. */
  private double between(double smallest, double large) {
    double smallness = Math.max(0, (FLUSHES - flushes) / (FLUSHES - WHOLE_FLUSHES));
    return large + (smallest - large) * smallness;
  }
}
