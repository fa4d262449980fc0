/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import io.tierline.cli.report.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * Times of pairs, and what they say of the ratio of stock to a contender. Pairs come in lives, each
 * of two NameNodes of its own, and in these in blocks, each of files of its own.
 */
final class PairFigures {
  /** The ratios of the blocks of each life. */
  static final String BLOCKS = "block_ratios";

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double LOWER_QUARTILE = 25;
  private static final double MEDIAN = 50;
  private static final double UPPER_QUARTILE = 75;

  private final List<List<List<Pair>>> lives = new ArrayList<>();
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
   * What the same calls took of a stock NameNode and of another one.
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

  /** What follows is of two other NameNodes. */
  void beginLife() {
    lives.add(new ArrayList<>());
  }

  /** What follows is of other files. */
  void beginBlock() {
    life().add(new ArrayList<>());
  }

  void add(Pair pair) {
    life().get(life().size() - 1).add(pair);
  }

  private List<List<Pair>> life() {
    return lives.get(lives.size() - 1);
  }

  /** Forgets what there is of this life. */
  void clear() {
    life().clear();
  }

  /** What a call of stock takes in this life, in nanoseconds; the median. */
  double stockNanos() {
    return percentile(
        life().stream().flatMap(List::stream).toList(),
        pair -> (double) judged.applyAsLong(pair.stock()) / pair.calls(),
        MEDIAN);
  }

  /**
   * Adds the figures. A ratio is stock's time by the contender's, so that one below 1 says that the
   * contender is slower; {@code _q1} and {@code _q3} are quartiles of the pairs, {@code _low} and
   * {@code _high} are of the {@link Interval}.
   */
  Map<String, Object> result(Map<String, Object> result) {
    List<Pair> pairs = lives.stream().flatMap(List::stream).flatMap(List::stream).toList();
    List<List<Double>> blocks = blockRatios();
    result.put("pairs", pairs.size());
    result.put("stock_us", percentile(pairs, pair -> micros(pair.stock(), pair.calls()), MEDIAN));
    result.put("us", percentile(pairs, pair -> micros(pair.other(), pair.calls()), MEDIAN));
    put(result, Interval.of(blocks));
    result.put("ratio_q1", percentile(pairs, pair -> pair.ratio(judged), LOWER_QUARTILE));
    result.put("ratio_q3", percentile(pairs, pair -> pair.ratio(judged), UPPER_QUARTILE));
    result.put("elapsed_ratio", percentile(pairs, pair -> pair.ratio(Time::elapsedNanos), MEDIAN));
    result.put(BLOCKS, blocks);
    return result;
  }

  /** Adds a ratio, its interval and what it says. */
  static void put(Map<String, Object> result, Interval interval) {
    result.put("ratio", interval.ratio());
    result.put("ratio_low", interval.low());
    result.put("ratio_high", interval.high());
    result.put("says", interval.says());
  }

  private List<List<Double>> blockRatios() {
    return lives.stream().map(life -> life.stream().map(this::ratio).toList()).toList();
  }

  private double ratio(List<Pair> block) {
    return percentile(block, pair -> pair.ratio(judged), MEDIAN);
  }

  private static double percentile(
      List<Pair> pairs, ToDoubleFunction<Pair> figure, double percent) {
    return new Percentile().evaluate(pairs.stream().mapToDouble(figure).toArray(), percent);
  }

  private double micros(Time time, int calls) {
    return judged.applyAsLong(time) / NANOS_PER_MICRO / calls;
  }
}
