/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MedianIntervalTest {
  @Test
  void aFewValuesTellNothing() {
    assertThat(MedianInterval.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0)).low()).isNaN();
    assertThat(MedianInterval.of(Collections.nCopies(9, Double.NaN)).high()).isNaN();
  }

  @Test
  void ofSixItIsAllOfThem() {
    MedianInterval all = MedianInterval.of(List.of(6.0, 1.0, 2.0, 5.0, Double.NaN, 3.0, 4.0));
    assertThat(all).isEqualTo(new MedianInterval(1, 6));
  }

  @Test
  void ofAHundredItIsAFifthOfThem() {
    List<Double> values = IntStream.rangeClosed(1, 100).mapToObj(each -> (double) each).toList();
    assertThat(MedianInterval.of(values)).isEqualTo(new MedianInterval(40, 61));
  }

  /** The median of what these are drawn from is 0. */
  @Test
  void itHasTheMedianNineteenTimesOfTwenty() {
    Random random = new Random(5);
    long right =
        IntStream.range(0, 2000)
            .mapToObj(
                i ->
                    MedianInterval.of(
                        DoubleStream.generate(() -> Math.pow(random.nextGaussian(), 3))
                            .limit(40)
                            .boxed()
                            .toList()))
            .filter(interval -> interval.low() <= 0 && interval.high() >= 0)
            .count();
    assertThat(right).isBetween(1900L, 1990L);
  }
}
