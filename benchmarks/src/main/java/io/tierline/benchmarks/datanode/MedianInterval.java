/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.datanode;

import java.util.Collection;

/**
 * Where the median of all that could be measured lies, 19 times of 20 at least, by those values
 * that were: between two of them, whatever their distribution (order statistics: how many lie below
 * the median is binomial).
 *
 * @param low the lower end; NaN for fewer than six values
 * @param high the upper end
 */
record MedianInterval(double low, double high) {
  /** That it lies below, and as much that it lies above. */
  private static final double OUTSIDE = 0.025;

  /** Of independent measurements of one thing; what is no number was not measured. */
  static MedianInterval of(Collection<Double> values) {
    double[] sorted =
        values.stream()
            .mapToDouble(each -> each)
            .filter(each -> !Double.isNaN(each))
            .sorted()
            .toArray();
    int count = sorted.length;
    int rank = 0;
    double chance = Math.pow(2, -count);
    double below = chance;
    while (below <= OUTSIDE) {
      rank++;
      chance *= (count - rank + 1.0) / rank;
      below += chance;
    }
    return rank == 0
        ? new MedianInterval(Double.NaN, Double.NaN)
        : new MedianInterval(sorted[rank - 1], sorted[count - rank]);
  }
}
