/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

/**
 * How fast a store compacts.
 *
 * @param threads compactions at once, at least 1
 * @param perFlush time in which one flush's worth of bytes is compacted, in the time between two
 *     flushes; at least 0, where 0 is at once
 * @param perFile time that each file takes besides that a compaction writes: to be created, moved
 *     into place and opened; at least 0
 */
public record Pace(int threads, double perFlush, double perFile) {
  /** Compactions take no time: what a policy costs, whatever the machine. */
  public static final Pace AT_ONCE = new Pace(1, 0);

  /** Flushes are so large that the number of files does not matter. */
  public Pace(int threads, double perFlush) {
    this(threads, perFlush, 0);
  }

  /** Checks the ranges. */
  public Pace {
    if (threads < 1 || !(perFlush >= 0 && perFile >= 0)) {
      throw new IllegalArgumentException("no pace: " + threads + ", " + perFlush + ", " + perFile);
    }
  }
}
