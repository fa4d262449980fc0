/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WeightedSelectionTest {
  private static final Comparator<Integer> ORDER = Comparator.naturalOrder();

  @Test
  void equalWeightsAreCutIntoEqualParts() {
    List<Integer> items = List.of(7, 2, 9, 4, 1, 8, 3, 6, 5, 0);
    assertThat(WeightedSelection.quantiles(items, i -> 1, ORDER, 2)).containsExactly(5);
    assertThat(WeightedSelection.quantiles(items, i -> 1, ORDER, 5)).containsExactly(2, 4, 6, 8);
    assertThat(WeightedSelection.quantiles(items, i -> 1, ORDER, 1)).isEmpty();
  }

  @Test
  void heavyItemDrawsTheCutToItself() {
    List<Integer> items = List.of(4, 3, 2, 1, 0);
    assertThat(WeightedSelection.quantiles(items, i -> i == 3 ? 96 : 1, ORDER, 4))
        .containsExactly(3);
  }

  @Test
  void nothingIsCutOffThatWeighsNothing() {
    assertThat(WeightedSelection.quantiles(List.of(1, 0), i -> i == 0 ? 99 : 1, ORDER, 2))
        .isEmpty();
    assertThat(WeightedSelection.quantiles(List.of(2, 1, 0), i -> i == 1 ? 99 : 0, ORDER, 3))
        .isEmpty();
    assertThat(WeightedSelection.quantiles(List.of(2, 1, 0), i -> 0, ORDER, 3)).isEmpty();
    assertThat(WeightedSelection.quantiles(List.<Integer>of(), i -> 1, ORDER, 3)).isEmpty();
  }

  @Test
  void weightsNearTheLimitOfALongDoNotOverflow() {
    long half = Long.MAX_VALUE / 4;
    assertThat(WeightedSelection.quantiles(List.of(3, 1, 0, 2), i -> half, ORDER, 4))
        .containsExactly(1, 2, 3);
  }

  @Test
  void callersListIsLeftAlone() {
    List<Integer> items = Collections.unmodifiableList(IntStream.of(3, 1, 2).boxed().toList());
    WeightedSelection.quantiles(items, i -> 1, ORDER, 3);
    WeightedSelection.nth(items, 1, ORDER);
    assertThat(items).containsExactly(3, 1, 2);
  }

  @Test
  void impossibleRequestsAreRefused() {
    List<Integer> items = List.of(1, 2);
    assertThatThrownBy(() -> WeightedSelection.quantiles(items, i -> 1, ORDER, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0");
    assertThatThrownBy(() -> WeightedSelection.quantiles(items, i -> -i, ORDER, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> WeightedSelection.quantiles(items, i -> 1L << 62, ORDER, 2))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> WeightedSelection.nth(items, 2, ORDER))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 among 2");
    assertThatThrownBy(() -> WeightedSelection.nth(items, -1, ORDER))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
