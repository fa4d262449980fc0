/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * A ratio of pairs of measurements, and how far it can be trusted: by how much it changes when
 * other lives, and other blocks of pairs in them, had been met (bootstrap of two levels).
 *
 * <p>Pairs of one life of what is measured, such as two NameNodes, have its heap and its compiled
 * code in common, and those of one block its files, so that pairs alone would promise more than
 * they keep.
 *
 * @param ratio mean over the lives of the median over their blocks
 * @param low 95 % of what was drawn lies between this one
 * @param high and this one
 */
public record Interval(double ratio, double low, double high) {
  private static final int DRAWS = 4_000;
  private static final long SEED = 13;
  private static final double LOW_PERCENT = 2.5;
  private static final double HIGH_PERCENT = 97.5;

  /**
   * The interval of some lives.
   *
   * @param lives at least one; of each the ratios of its blocks, at least one
   */
  public static Interval of(List<List<Double>> lives) {
    List<double[]> all = new ArrayList<>();
    lives.forEach(life -> all.add(life.stream().mapToDouble(Double::doubleValue).toArray()));
    SplittableRandom random = new SplittableRandom(SEED);
    double[] drawn = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      double sum = 0;
      for (int life = 0; life < all.size(); life++) {
        sum += median(draw(all.get(random.nextInt(all.size())), random));
      }
      drawn[i] = sum / all.size();
    }
    double ratio = all.stream().mapToDouble(Interval::median).average().orElseThrow();
    Percentile percentile = new Percentile();
    percentile.setData(drawn);
    return new Interval(ratio, percentile.evaluate(LOW_PERCENT), percentile.evaluate(HIGH_PERCENT));
  }

  private static double[] draw(double[] from, SplittableRandom random) {
    double[] drawn = new double[from.length];
    Arrays.setAll(drawn, i -> from[random.nextInt(from.length)]);
    return drawn;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int count = sorted.length;
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
  }

  /** What may be said of the contender: no result, slower or quicker. */
  public String says() {
    if (low <= 1 && high >= 1) {
      return "no result";
    }
    return high < 1 ? "slower" : "quicker";
  }
}
