/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WarmingTest {
  private static final double QUIET = 0;

  private final Warming warming = new Warming();

  /** Takes so many windows in which the shares of hits do not change. */
  private boolean steady(int windows, double... ratios) {
    boolean needed = true;
    for (int i = 0; i < windows; i++) {
      needed = warming.isNeeded(List.of(ratios[0], ratios[1]), QUIET);
    }
    return needed;
  }

  @Test
  void twoWindowsThatAgreeAreEnoughButNeverTheFirstFew() {
    assertThat(steady(3, 0.5, 0.9)).isTrue();
    assertThat(steady(1, 0.509, 0.891)).isFalse();
    assertThat(warming.isWarm()).isTrue();
    assertThat(warming.windows()).isEqualTo(4);
  }

  @Test
  void oneEngineThatStillFillsItsCacheKeepsAllWarming() {
    steady(3, 0.5, 0.5);
    assertThat(warming.isNeeded(List.of(0.5, 0.52), QUIET)).isTrue();
    assertThat(warming.isNeeded(List.of(0.5, 0.54), QUIET)).isTrue();
    assertThat(warming.isNeeded(List.of(0.5, 0.545), QUIET)).isFalse();
  }

  @Test
  void compilersAtWorkKeepItWarming() {
    steady(3, 0.5, 0.5);
    assertThat(warming.isNeeded(List.of(0.5, 0.5), 0.03)).isTrue();
    assertThat(warming.isNeeded(List.of(0.5, 0.5), 0.02)).isFalse();
  }

  @Test
  void readsThatAskTheCacheForNothingAreWarm() {
    assertThat(steady(4, Double.NaN, Double.NaN)).isFalse();
    assertThat(warming.isWarm()).isTrue();
  }

  @Test
  void whatNeverAgreesIsCalledOffAndSaysSo() {
    for (int i = 1; i < Warming.MOST; i++) {
      assertThat(warming.isNeeded(List.of(0.1 * (i % 2), 0.5), QUIET)).isTrue();
    }
    assertThat(warming.isNeeded(List.of(0.1 * (Warming.MOST % 2), 0.5), QUIET)).isFalse();
    assertThat(warming.isWarm()).isFalse();
    assertThat(warming.windows()).isEqualTo(Warming.MOST);
  }
}
