/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExploringTest {
  private final Exploring policy = new Exploring(3, 5, 1.2, 10);

  private Exploring.Selection select(boolean stuck, Long... sizes) {
    return policy.select(List.of(sizes), stuck);
  }

  @Test
  void mostFilesThatAreInRatio() {
    assertThat(select(false, 100L, 12L, 12L, 10L, 10L))
        .isEqualTo(new Exploring.Selection(1, 5, 44));
    assertThat(select(false, 100L, 30L, 12L, 12L, 10L))
        .isEqualTo(new Exploring.Selection(1, 5, 64));
    assertThat(select(false, 300L, 50L, 12L, 12L, 10L))
        .isEqualTo(new Exploring.Selection(2, 5, 34));
  }

  @Test
  void smallestOfAsMany() {
    assertThat(select(false, 20L, 20L, 20L, 900L, 15L, 15L, 15L))
        .isEqualTo(new Exploring.Selection(4, 7, 45));
  }

  @Test
  void noMoreThanTheMaximum() {
    assertThat(select(false, 10L, 10L, 10L, 10L, 10L, 10L))
        .isEqualTo(new Exploring.Selection(0, 5, 50));
  }

  @Test
  void tinyFilesNeedNoRatio() {
    assertThat(select(false, 7L, 1L, 1L)).isEqualTo(new Exploring.Selection(0, 3, 9));
    assertThat(select(false, 8L, 1L, 1L).count()).isZero();
  }

  @Test
  void tooFewFilesAreLeftAlone() {
    assertThat(select(true, 10L, 10L)).isEqualTo(Exploring.Selection.NONE);
  }

  @Test
  void stuckStoreMergesTheSmallest() {
    assertThat(select(false, 1000L, 300L, 90L, 27L).count()).isZero();
    assertThat(select(true, 1000L, 300L, 90L, 27L)).isEqualTo(new Exploring.Selection(1, 4, 417));
  }
}
