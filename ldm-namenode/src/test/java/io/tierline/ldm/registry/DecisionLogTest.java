/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.ldm.placement.Place;
import io.tierline.ldm.placement.PlacementPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionLogTest {
  private final DecisionLog log = new DecisionLog(3);

  @Test
  void newestComesFirst() {
    keep("/a/1", "/a/2", "/b/1");
    assertThat(under("/a", 9)).containsExactly("/a/2", "/a/1");
    assertThat(under("/", 9)).containsExactly("/b/1", "/a/2", "/a/1");
    assertThat(under("/a/1", 9)).containsExactly("/a/1");
  }

  @Test
  void oldestIsDroppedWhenFull() {
    keep("/1", "/2", "/3", "/4", "/5");
    assertThat(under("/", 9)).containsExactly("/5", "/4", "/3");
  }

  @Test
  void noMoreThanAskedForAreGiven() {
    keep("/1", "/2", "/3");
    assertThat(under("/", 2)).containsExactly("/3", "/2");
  }

  @Test
  void siblingsWithACommonPrefixAreNotUnder() {
    keep("/a/bc", "/a/b");
    assertThat(under("/a/b", 9)).containsExactly("/a/b");
  }

  @Test
  void whatIsMovedIntoPlaceIsKnownByItsLastNameToo() {
    keep("/a/1._COPYING_", "/a/_temporary/0/_temporary/attempt_1_0001_m_000000_0/part-m-00000");
    assertThat(under("/a/1", 9)).containsExactly("/a/1._COPYING_");
    assertThat(under("/a/1._COPYING_", 9)).containsExactly("/a/1._COPYING_");
    assertThat(under("/a/part-m-00000", 9)).hasSize(1);
    assertThat(under("/a", 9)).hasSize(2);
  }

  @Test
  void emptyLogHasNothing() {
    assertThat(under("/", 9)).isEmpty();
  }

  @Test
  void logForNothingIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new DecisionLog(0));
  }

  private void keep(String... paths) {
    for (String path : paths) {
      log.add(new Decision(path, null, Place.OUTSIDE, new PlacementPlan(0, 0, List.of()), null, 0));
    }
  }

  private List<String> under(String path, int most) {
    return log.under(path, most).stream().map(Decision::path).toList();
  }
}
