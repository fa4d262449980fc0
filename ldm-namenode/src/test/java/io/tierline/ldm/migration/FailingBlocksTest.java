/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FailingBlocksTest {
  private static final long FIRST = 1_000;
  private static final long BLOCK = 7;

  private final FailingBlocks failing = new FailingBlocks(FIRST, 3);

  @Test
  void blockThatNeverFailedIsNotPaused() {
    assertThat(failing.isPaused(BLOCK, 0)).isFalse();
    assertThat(failing.size()).isZero();
  }

  @Test
  void pauseDoublesWithEachFailureAfterIt() {
    long now = 0;
    for (long pause = FIRST; pause <= 64 * FIRST; pause *= 2) {
      failing.failed(BLOCK, now);
      assertThat(failing.isPaused(BLOCK, now + pause - 1)).isTrue();
      assertThat(failing.isPaused(BLOCK, now + pause)).isFalse();
      now += pause;
    }
  }

  @Test
  void pauseIsNeverLongerThanADay() {
    long now = 0;
    for (int i = 0; i < 100; i++) {
      failing.failed(BLOCK, now);
      now += FailingBlocks.LONGEST_MILLIS;
      assertThat(failing.isPaused(BLOCK, now)).isFalse();
    }
    failing.failed(BLOCK, now);
    assertThat(failing.isPaused(BLOCK, now + FailingBlocks.LONGEST_MILLIS - 1)).isTrue();
  }

  @Test
  void triesOfOnePlanCountAsOneFailure() {
    failing.failed(BLOCK, 0);
    failing.failed(BLOCK, 1);
    failing.failed(BLOCK, 2);
    assertThat(failing.isPaused(BLOCK, FIRST)).isFalse();
  }

  @Test
  void onlyTheFirstFailureIsWorthTelling() {
    assertThat(failing.failed(BLOCK, 0)).isTrue();
    assertThat(failing.failed(BLOCK, 1)).isFalse();
    assertThat(failing.failed(BLOCK, 10 * FIRST)).isFalse();
  }

  @Test
  void successForgetsFailures() {
    failing.failed(BLOCK, 0);
    failing.moved(BLOCK);
    assertThat(failing.isPaused(BLOCK, 0)).isFalse();
    assertThat(failing.failed(BLOCK, 0)).isTrue();
  }

  @Test
  void whatIsForgottenIsTriedAtOnce() {
    failing.failed(BLOCK, 0);
    failing.forget();
    assertThat(failing.isPaused(BLOCK, 0)).isFalse();
    assertThat(failing.size()).isZero();
    assertThat(failing.failed(BLOCK, 1)).isTrue();
  }

  @Test
  void memoryIsBounded() {
    for (long block = 0; block < 10; block++) {
      failing.failed(block, 0);
    }
    assertThat(failing.size()).isEqualTo(3);
    assertThat(failing.isPaused(9, 0)).isTrue();
    assertThat(failing.isPaused(0, 0)).isFalse();
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> new FailingBlocks(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FailingBlocks(1, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void longFirstPauseIsCutToADay() {
    FailingBlocks slow = new FailingBlocks(Long.MAX_VALUE, 1);
    slow.failed(BLOCK, 0);
    assertThat(slow.isPaused(BLOCK, FailingBlocks.LONGEST_MILLIS)).isFalse();
    slow.failed(BLOCK, FailingBlocks.LONGEST_MILLIS);
    assertThat(slow.isPaused(BLOCK, 2 * FailingBlocks.LONGEST_MILLIS)).isFalse();
  }
}
