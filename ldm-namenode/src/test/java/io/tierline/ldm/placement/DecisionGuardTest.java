/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DecisionGuardTest {
  private static final int BUDGET = 100;
  private static final int STRIKES = 3;
  private static final int PAUSE = 1_000;

  private long now = Long.MAX_VALUE - 500;
  private final DecisionGuard guard = new DecisionGuard(BUDGET, STRIKES, PAUSE, () -> now);

  private void warm() {
    for (int i = 0; i < DecisionGuard.COLD; i++) {
      decisionTaking(1);
    }
  }

  @Test
  void coldDecisionsMayTakeTenTimesTheBudget() {
    for (int i = 0; i < DecisionGuard.COLD; i++) {
      assertThat(decisionTaking(DecisionGuard.COLD_TIMES * BUDGET)).as("counted").isTrue();
    }
    assertThat(guard.isOpen(guard.now())).isTrue();
    for (int i = 0; i < STRIKES; i++) {
      decisionTaking(BUDGET + 1);
    }
    assertThat(guard.isOpen(guard.now())).isFalse();
  }

  @Test
  void coldDecisionsThatTakeLongerPause() {
    for (int i = 0; i < STRIKES; i++) {
      decisionTaking(DecisionGuard.COLD_TIMES * BUDGET + 1);
    }
    assertThat(guard.isOpen(guard.now())).isFalse();
  }

  @Test
  void decisionWithinBudgetIsNoted() {
    assertThat(decisionTaking(BUDGET)).isFalse();
    assertThat(decisionTaking(BUDGET + 1)).isTrue();
  }

  @Test
  void slowDecisionsInARowPauseAndThePauseEnds() {
    warm();
    decisionTaking(200);
    decisionTaking(200);
    assertThat(guard.isOpen(guard.now())).isTrue();
    decisionTaking(200);
    assertThat(guard.isOpen(guard.now())).isFalse();
    now += PAUSE - 1;
    assertThat(guard.isOpen(guard.now())).isFalse();
    now += 1;
    assertThat(guard.isOpen(guard.now())).isTrue();
    assertThat(guard.isOpen(guard.now())).isTrue();
  }

  @Test
  void fastDecisionForgivesTheSlowOnesBefore() {
    warm();
    decisionTaking(200);
    decisionTaking(200);
    decisionTaking(1);
    decisionTaking(200);
    decisionTaking(200);
    assertThat(guard.isOpen(guard.now())).isTrue();
  }

  @Test
  void strikesStartAnewAfterAPause() {
    warm();
    for (int i = 0; i < STRIKES; i++) {
      decisionTaking(200);
    }
    now += PAUSE;
    decisionTaking(200);
    assertThat(guard.isOpen(guard.now())).isTrue();
  }

  private boolean decisionTaking(long nanos) {
    long started = guard.now();
    now += nanos;
    return guard.ended(started);
  }
}
