/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class IntervalTest {
  /** Lives that differ by a per cent, as heaps do, and blocks that differ by two. */
  private static List<List<Double>> lives(SplittableRandom random, double ratio, int count) {
    List<List<Double>> lives = new ArrayList<>();
    for (int life = 0; life < count; life++) {
      double own = ratio + 0.01 * (random.nextDouble() - 0.5);
      List<Double> blocks = new ArrayList<>();
      for (int block = 0; block < 25; block++) {
        blocks.add(own + 0.02 * (random.nextDouble() - 0.5));
      }
      lives.add(blocks);
    }
    return lives;
  }

  private static int saying(String word, double ratio) {
    SplittableRandom random = new SplittableRandom(3);
    int count = 0;
    for (int i = 0; i < 40; i++) {
      count += Interval.of(lives(random, ratio, 8)).says().equals(word) ? 1 : 0;
    }
    return count;
  }

  @Tag("slow")
  @Test
  void likeAndLikeMostlyGiveNoResultAndThreePerCentAlwaysOne() {
    assertThat(saying("no result", 1)).isGreaterThanOrEqualTo(33);
    assertThat(saying("slower", 1 / 1.03)).isEqualTo(40);
    assertThat(saying("quicker", 1.03)).isEqualTo(40);
  }

  /** Pairs alone would say that both are known to a tenth of a per cent. */
  @Test
  void livesThatDisagreeMakeItWide() {
    List<Double> low = Collections.nCopies(100, 0.99);
    List<Double> high = Collections.nCopies(100, 1.02);
    Interval interval = Interval.of(List.of(low, high, low, high));
    assertThat(interval.ratio()).isEqualTo(1.005, within(1e-9));
    assertThat(interval.low()).isEqualTo(0.99, within(1e-9));
    assertThat(interval.high()).isEqualTo(1.02, within(1e-9));
    assertThat(interval.says()).isEqualTo("no result");
  }

  @Test
  void blockThatSomethingGotIntoDoesNotCount() {
    List<Double> blocks = new ArrayList<>(Collections.nCopies(20, 0.98));
    blocks.add(5.0);
    assertThat(Interval.of(List.of(blocks)))
        .isEqualTo(new Interval(0.98, 0.98, 0.98))
        .extracting(Interval::says)
        .isEqualTo("slower");
  }
}
