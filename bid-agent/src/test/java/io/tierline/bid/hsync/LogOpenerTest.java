/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.hsync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.bid.delta.DeltaOpening;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a log's device is waited for. */
@Timeout(60)
class LogOpenerTest {
  private static final long WAIT_MILLIS = 80;

  private final CountDownLatch answer = new CountDownLatch(1);
  private final LogOpener opener = new LogOpener(Duration.ofMillis(WAIT_MILLIS));

  private static boolean givesUp(DeltaOpening opening) {
    opening.giveUp();
    return true;
  }

  /** Waits for something that comes only if it is given time. */
  private void await(long millis) {
    try {
      answer.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aDeviceThatDoesNotAnswerIsGivenUp() {
    Optional<Boolean> opened =
        opener.open(
            opening -> {
              opening.ask();
              await(Long.MAX_VALUE);
              opening.answered();
              return opening.isGivenUp();
            },
            LogOpenerTest::givesUp);
    assertThat(opened).isEmpty();
    assertThat(opener.hangs()).isTrue();
    answer.countDown();
  }

  /** Long reads of the log, and syncs of blocks at home. */
  @Test
  void whatTakesLongAndGoesOnIsWaitedFor() {
    Optional<String> opened =
        opener.open(
            opening -> {
              for (int i = 0; i < 5; i++) {
                opening.ask();
                await(WAIT_MILLIS / 4);
                opening.answered();
              }
              await(3 * WAIT_MILLIS);
              return "opened";
            },
            LogOpenerTest::givesUp);
    assertThat(opened).contains("opened");
    assertThat(opener.hangs()).isFalse();
  }

  /** The log was taken into use as its time was over. */
  @Test
  void whoHasJustEndedIsNotGivenUp() {
    AtomicInteger asked = new AtomicInteger();
    Optional<Integer> opened =
        opener.open(
            opening -> {
              opening.ask();
              await(Long.MAX_VALUE);
              return 1;
            },
            opening -> {
              asked.incrementAndGet();
              answer.countDown();
              return false;
            });
    assertThat(opened).contains(1);
    assertThat(asked).hasPositiveValue();
  }

  @Test
  void whoIsInterruptedWaitsNoMore() {
    Thread.currentThread().interrupt();
    Optional<Integer> opened =
        opener.open(
            opening -> {
              await(Long.MAX_VALUE);
              return 1;
            },
            LogOpenerTest::givesUp);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(opened).isEmpty();
    answer.countDown();
  }

  @Test
  void anErrorIsTheCallers() {
    assertThatThrownBy(
            () ->
                opener.open(
                    opening -> {
                      throw new IllegalArgumentException("a bad one");
                    },
                    LogOpenerTest::givesUp))
        .hasRootCauseMessage("a bad one");
  }
}
