/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/** Times of pairs, and what they say of the ratio of stock to a contender. */
final class PairFigures {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double LOWER_QUARTILE = 25;
  private static final double MEDIAN = 50;
  private static final double UPPER_QUARTILE = 75;
  private static final double ALL = 100;

  /** Of the interval for the median: 95 % lie between. */
  private static final double TAIL = 0.025;

  private final List<Pair> pairs = new ArrayList<>();
  private final ToLongFunction<Time> judged;

  /**
   * None yet.
   *
   * @param judged the time that counts: that of the processor where the thread that calls does the
   *     work itself, that of the clock where others do it for it
   */
  PairFigures(ToLongFunction<Time> judged) {
    this.judged = judged;
  }

  /**
   * What some calls took.
   *
   * @param cpuNanos of a processor, by the thread that called
   * @param elapsedNanos by the clock
   */
  record Time(long cpuNanos, long elapsedNanos) {
    Time plus(Time more) {
      return new Time(cpuNanos + more.cpuNanos, elapsedNanos + more.elapsedNanos);
    }
  }

  /**
   * The same calls of two NameNodes.
   *
   * @param calls of each
   */
  record Pair(Time stock, Time other, int calls) {
    Pair plus(Pair more) {
      return new Pair(stock.plus(more.stock), other.plus(more.other), calls + more.calls);
    }

    double ratio(ToLongFunction<Time> figure) {
      return (double) figure.applyAsLong(stock) / figure.applyAsLong(other);
    }
  }

  void add(Pair pair) {
    pairs.add(pair);
  }

  int size() {
    return pairs.size();
  }

  void clear() {
    pairs.clear();
  }

  /** What a call of stock takes, in nanoseconds; the median. */
  double stockNanos() {
    return percentile(pair -> (double) judged.applyAsLong(pair.stock()) / pair.calls(), MEDIAN);
  }

  /**
   * Adds the figures. A ratio is stock's time by the contender's, so that one below 1 says that the
   * contender is slower; {@code _q1} and {@code _q3} are quartiles of the pairs, {@code _low} and
   * {@code _high} the interval that holds the median with 95 %, by ranks.
   */
  Map<String, Object> result(Map<String, Object> result) {
    result.put("pairs", pairs.size());
    result.put("stock_us", percentile(pair -> micros(pair.stock(), pair.calls()), MEDIAN));
    result.put("us", percentile(pair -> micros(pair.other(), pair.calls()), MEDIAN));
    double[] ratios = ratios(judged);
    Percentile percentile = new Percentile();
    result.put("ratio", percentile.evaluate(ratios, MEDIAN));
    result.put("ratio_q1", percentile.evaluate(ratios, LOWER_QUARTILE));
    result.put("ratio_q3", percentile.evaluate(ratios, UPPER_QUARTILE));
    int below =
        new BinomialDistribution(null, ratios.length, MEDIAN / ALL)
            .inverseCumulativeProbability(TAIL);
    result.put("ratio_low", ratios[below]);
    result.put("ratio_high", ratios[ratios.length - 1 - below]);
    result.put("elapsed_ratio", percentile.evaluate(ratios(Time::elapsedNanos), MEDIAN));
    return result;
  }

  private double[] ratios(ToLongFunction<Time> figure) {
    return pairs.stream().mapToDouble(pair -> pair.ratio(figure)).sorted().toArray();
  }

  private double percentile(ToDoubleFunction<Pair> figure, double percent) {
    return new Percentile().evaluate(pairs.stream().mapToDouble(figure).toArray(), percent);
  }

  private double micros(Time time, int calls) {
    return judged.applyAsLong(time) / NANOS_PER_MICRO / calls;
  }
}
