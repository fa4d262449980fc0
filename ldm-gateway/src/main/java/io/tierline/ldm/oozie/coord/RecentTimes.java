/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * How long something has taken the last times. What is told stays as it is while it is about right:
 * all that is scheduled is computed anew from it.
 */
final class RecentTimes {
  private static final int KEPT = 5;
  private static final Duration LEAST_CHANGE = Duration.ofMinutes(1);

  private final Deque<Duration> last = new ArrayDeque<>();
  private Duration told;

  /** Takes in one more; true when the typical time is another one now. */
  boolean add(Duration time) {
    last.addLast(time.isNegative() ? Duration.ZERO : time);
    if (last.size() > KEPT) {
      last.removeFirst();
    }
    Duration median = last.stream().sorted().skip(last.size() / 2).findFirst().orElseThrow();
    boolean isOther = told == null || isFar(median.minus(told).abs());
    told = isOther ? median : told;
    return isOther;
  }

  private boolean isFar(Duration difference) {
    return difference.compareTo(LEAST_CHANGE) >= 0 && difference.compareTo(told.dividedBy(4)) >= 0;
  }

  /** The times, the latest last. */
  List<Duration> all() {
    return List.copyOf(last);
  }

  /** The typical time; empty before the first. */
  Optional<Duration> typical() {
    return Optional.ofNullable(told);
  }
}
