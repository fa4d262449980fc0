/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.report;

import java.util.Arrays;
import java.util.Collection;

/**
 * Several measurements of one thing.
 *
 * @param median the middle one, or the mean of the two in the middle; NaN without any
 * @param least the least
 * @param most the most
 * @param samples how many there are
 */
public record Spread(double median, double least, double most, int samples) {
  /** Of those that are numbers; the others were not measured. */
  public static Spread of(Collection<Double> values) {
    double[] sorted =
        values.stream().mapToDouble(Double::doubleValue).filter(v -> !Double.isNaN(v)).toArray();
    Arrays.sort(sorted);
    int count = sorted.length;
    if (count == 0) {
      return new Spread(Double.NaN, Double.NaN, Double.NaN, 0);
    }
    double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    return new Spread(median, sorted[0], sorted[count - 1], count);
  }
}
