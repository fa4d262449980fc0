/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class CacheRuleTest {
  private static final CacheRule.Range A = range(1);
  private static final CacheRule.Range B = range(2);
  private static final CacheRule.Range C = range(3);

  private final CacheRule rule = new CacheRule(2);

  private static CacheRule.Range range(long block) {
    return new CacheRule.Range(block, 1, 0);
  }

  /** Reads a range at that second as the cache does. */
  private boolean hits(CacheRule.Range range, double second) {
    if (rule.holder(range).isPresent()) {
      return true;
    }
    rule.admit(range, second).ifPresent(slot -> rule.filled(range, slot));
    return false;
  }

  @Test
  void theThirdReadingWithinTheWindowIsTheFirstThatHits() {
    assertThat(hits(A, 0)).isFalse();
    assertThat(hits(A, 1)).isFalse();
    assertThat(hits(A, 2)).isTrue();
  }

  @Test
  void readingsTooFarApartAdmitNothing() {
    hits(A, 0);
    hits(A, CacheRule.WINDOW_SECONDS + 1);
    assertThat(rule.holder(A)).isEmpty();
    hits(A, 2 * CacheRule.WINDOW_SECONDS);
    assertThat(rule.holder(A)).isPresent();
  }

  @Test
  void whatWasReadLeastRecentlyMakesRoom() {
    for (CacheRule.Range range : new CacheRule.Range[] {A, A, B, B, A, C, C}) {
      hits(range, 1);
    }
    assertThat(rule.holder(A)).isPresent();
    assertThat(rule.holder(B)).isEmpty();
    assertThat(rule.holder(C)).isPresent();
  }

  @Test
  void aSecondStayInTheSamePlaceIsAnotherSlot() {
    CacheRule one = new CacheRule(1);
    one.admit(A, 0);
    one.admit(A, 1).ifPresent(slot -> one.filled(A, slot));
    Optional<CacheRule.Slot> before = one.holder(A);
    one.admit(B, 2);
    one.admit(B, 3).ifPresent(slot -> one.filled(B, slot));
    one.admit(A, 4).ifPresent(slot -> one.filled(A, slot));
    assertThat(one.holder(A)).isPresent().isNotEqualTo(before);
    assertThat(one.holder(A).orElseThrow().number()).isEqualTo(before.orElseThrow().number());
  }

  @Test
  void nothingIsHeldBeforeItIsFilledNorWithoutRoom() {
    rule.admit(A, 0);
    assertThat(rule.admit(A, 1)).isPresent();
    assertThat(rule.holder(A)).isEmpty();
    CacheRule none = new CacheRule(0);
    none.admit(A, 0);
    assertThat(none.admit(A, 1)).isEmpty();
  }
}
