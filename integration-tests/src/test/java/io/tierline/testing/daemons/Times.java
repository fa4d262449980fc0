/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/** How often something took how long, in steps of a sixteenth; what is counted only grows. */
final class Times implements TimesMBean {
  private static final int STEPS_BITS = 4;
  private static final int STEPS = 1 << STEPS_BITS;

  private final AtomicLongArray counts = new AtomicLongArray(STEPS * Long.SIZE);

  void add(long nanos) {
    counts.incrementAndGet(step(nanos));
  }

  private static int step(long nanos) {
    if (nanos < STEPS) {
      return (int) Math.max(0, nanos);
    }
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
    return (power - STEPS_BITS + 1) * STEPS + (int) (nanos >> (power - STEPS_BITS)) - STEPS;
  }

  /** The longest time that is counted in that step. */
  private static long most(int step) {
    int power = step / STEPS + STEPS_BITS - 1;
    return step < STEPS ? step : ((long) (step % STEPS + STEPS + 1) << (power - STEPS_BITS)) - 1;
  }

  @Override
  public long[] getCounts() {
    long[] copy = new long[counts.length()];
    Arrays.setAll(copy, counts::get);
    return copy;
  }

  /** What was counted since. */
  static long[] since(long[] before, long[] now) {
    long[] less = new long[now.length];
    Arrays.setAll(less, step -> now[step] - before[step]);
    return less;
  }

  /** The time, in microseconds, that such a share of what was counted took at the most. */
  static double micros(long[] counts, double share) {
    long wanted = (long) Math.ceil(share * Arrays.stream(counts).sum());
    int step = 0;
    for (long sum = counts[0]; sum < wanted; sum += counts[step]) {
      step++;
    }
    return most(step) / 1e3;
  }
}
