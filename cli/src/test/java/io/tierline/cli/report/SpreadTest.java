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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadTest {
  @Test
  void medianOfAnEvenNumberIsBetweenTheMiddleTwo() {
    assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(new Spread(3, 1, 9, 4));
  }

  @Test
  void whatWasNotMeasuredDoesNotCount() {
    assertThat(Spread.of(List.of(Double.NaN, 5.0))).isEqualTo(new Spread(5, 5, 5, 1));
    assertThat(Spread.of(List.of(Double.NaN)).median()).isNaN();
    assertThat(Spread.of(List.of()).samples()).isZero();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void orderDoesNotMatterAndScaleComesThrough(long seed) {
    Random random = new Random(seed);
    List<Double> values = new ArrayList<>();
    int count = 1 + random.nextInt(20);
    for (int i = 0; i < count; i++) {
      values.add(random.nextDouble() * 100);
    }
    Spread spread = Spread.of(values);
    List<Double> shuffled = new ArrayList<>(values);
    Collections.shuffle(shuffled, random);

    assertThat(Spread.of(shuffled)).isEqualTo(spread);
    assertThat(Spread.of(values.stream().map(value -> 2 * value).toList()))
        .isEqualTo(new Spread(2 * spread.median(), 2 * spread.least(), 2 * spread.most(), count));
    long below = values.stream().filter(value -> value < spread.median()).count();
    assertThat(below).isLessThanOrEqualTo(count / 2);
    assertThat(spread.median()).isBetween(spread.least(), spread.most());
  }
}
