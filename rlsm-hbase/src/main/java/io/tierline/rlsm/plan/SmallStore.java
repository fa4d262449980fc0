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
 *   <li>Below seven live flushes, if most of what comes replaces what is there, the store is
 *       compacted as a whole once about as many bytes are superseded as are live. Before that
 *       nothing is merged, unless flushes are many: cutting them for the partitions writes each of
 *       their bytes once more, and the fold that follows writes no less for it.
 *   <li>Below two it is compacted as a whole whatever comes: earlier where less is replaced, as
 *       then more flushes lie beside what is live.
 *   <li>From there to ten, superseded bytes may be some times as many as in a larger store, and
 *       evenly fewer with each live flush more. Runs are larger too, since flushes of a small store
 *       supersede each other.
 * </ul>
 *
 * @param flushes how many flushes the live bytes are
 * @param loadSpace superseded bytes that a large store may hold, as a fraction of live ones
 * @param replaced whether most of what lies in Level 0 replaces what is there, of a store that is
 *     not smaller than a flush
 */
record SmallStore(double flushes, double loadSpace, boolean replaced) {
  /** Where so many are live a store is not small. */
  static final int FLUSHES = 10;

  /** With fewer it is compacted as a whole. */
  private static final int WHOLE_FLUSHES = 2;

  /** With fewer, too, if most of what comes replaces what is there. */
  private static final int WHOLE_FLUSHES_REPLACED = 7;

  /** What is most of Level 0. */
  private static final double MOST = 0.6;

  /** Superseded bytes at which that is done, by those that a large store may hold. */
  private static final double WHOLE_SPACE = 1.5;

  /** The same where most is replaced: with the defaults a few more than are live, */
  private static final double WHOLE_SPACE_REPLACED = 2.6;

  /** and fewer below two live flushes, where one that is being written is as much as is live. */
  private static final double WHOLE_SPACE_REPLACED_LEAST = 2;

  /** Files of Level 0 that are merged all the same, such as flushes that are far from full. */
  private static final int LEVEL0_MOST = 16;

  /** What a store may hold that is just not compacted as a whole, by what a large one may. */
  private static final double MOST_SPACE = 3;

  /** There a run has at most one in so many of the flushes that are live. */
  private static final int RUN_ONE_IN = 2;

  /**
   * In a large store: what is in Level 0 has superseded as much, and that and what a merge writes
   * lie beside the store. A cell is merged once in any case.
   */
  private static final int RUN_ONE_IN_LARGE = 10;

  static SmallStore of(Space space, PlannerSettings settings) {
    return new SmallStore(
        space.live() / settings.flushBytes(),
        settings.loadSpace(),
        space.bytes() >= settings.flushBytes()
            && space.byLevel0().likely() > MOST * space.level0());
  }

  boolean isSmall() {
    return flushes < FLUSHES;
  }

  boolean isWhole() {
    return flushes < (replaced ? WHOLE_FLUSHES_REPLACED : WHOLE_FLUSHES);
  }

  /** Superseded bytes that it may hold, as a fraction of live ones. */
  double space() {
    return loadSpace * (isWhole() ? wholeSpace() : between(MOST_SPACE, 1));
  }

  private double wholeSpace() {
    if (!replaced) {
      return WHOLE_SPACE;
    }
    return flushes < WHOLE_FLUSHES ? WHOLE_SPACE_REPLACED_LEAST : WHOLE_SPACE_REPLACED;
  }

  /**
   * Flushes that make a run.
   *
   * @param usual in a store of new rows
   * @param live how many of these flushes are live
   */
  long runFlushes(long usual, double live) {
    if (isWhole()) {
      return replaced ? LEVEL0_MOST : usual;
    }
    return Math.min(usual, Math.round(live / between(RUN_ONE_IN, RUN_ONE_IN_LARGE)));
  }

  /** Evenly from what holds for a store of two live flushes to a large one's. */
  private double between(double smallest, double large) {
    double smallness = Math.max(0, (FLUSHES - flushes) / (FLUSHES - WHOLE_FLUSHES));
    return large + (smallest - large) * smallness;
  }
}
