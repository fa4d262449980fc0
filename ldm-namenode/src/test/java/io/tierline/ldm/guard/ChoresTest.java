/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.testing.LdmCondition;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChoresTest {
  private final HostGuard guard = new HostGuard("LDM");
  private final AtomicInteger late = new AtomicInteger();
  private final AtomicLong now = new AtomicLong();
  private final List<ScheduledFuture<?>> futures = new CopyOnWriteArrayList<>();
  private final Chores chores = new Chores(guard, late::set, now::get, this::thread);

  /** Keeps what is scheduled, so that a test can end it. */
  private ScheduledExecutorService thread(String name) {
    return new ScheduledThreadPoolExecutor(1) {
      @Override
      public ScheduledFuture<?> scheduleWithFixedDelay(
          Runnable work, long first, long interval, TimeUnit unit) {
        ScheduledFuture<?> future = super.scheduleWithFixedDelay(work, first, interval, unit);
        futures.add(future);
        return future;
      }
    };
  }

  @AfterEach
  void close() {
    chores.close();
  }

  private Chores.Status status(int chore) {
    return chores.status().get(chore);
  }

  @Test
  void whatThrowsAnErrorIsDoneAgain() throws Exception {
    CountDownLatch fourth = new CountDownLatch(4);
    chores.every(
        "a",
        "loading",
        0,
        1,
        () -> {
          fourth.countDown();
          if (fourth.getCount() > 0) {
            throw new OutOfMemoryError("injected");
          }
        });
    fourth.await();
    assertThat(guard.faults()).isEqualTo(3);
    assertThat(status(0).failures()).isEqualTo(3);
    assertThat(status(0).lastFailure()).isEqualTo("java.lang.OutOfMemoryError: injected");
  }

  @Test
  void workThatHasStoppedIsStartedAgainAndThenReported() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    chores.every("a", "loading", 1, 1, runs::incrementAndGet);
    chores.every("b", "looking after it", 1, 1, () -> {});
    for (int restart = 0; restart < Chores.MOST_RESTARTS; restart++) {
      futures.get(restart == 0 ? 0 : restart + 1).cancel(false);
      int scheduled = restart + 3;
      LdmCondition.await(() -> futures.size() == scheduled);
      int before = runs.get();
      LdmCondition.await(() -> runs.get() > before);
    }
    assertThat(status(0).late()).isFalse();
    futures.get(futures.size() - 1).cancel(false);
    LdmCondition.await(() -> late.get() == 1);
    assertThat(status(0).late()).isTrue();
    assertThat(status(0).what()).isEqualTo("loading");
    assertThat(futures).hasSize(Chores.MOST_RESTARTS + 2);
  }

  @Test
  void workThatDoesNotEndIsReported() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    chores.every(
        "a",
        "hanging",
        0,
        1,
        () -> {
          begun.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    chores.every("b", "looking after it", 1, 1, () -> {});
    begun.await();
    now.set(TimeUnit.HOURS.toMillis(1));
    LdmCondition.await(() -> late.get() == 1);
    assertThat(status(0).late()).isTrue();
    end.countDown();
    LdmCondition.await(() -> late.get() == 0);
  }

  @Test
  void nothingIsDoneOnceLdmIsOffForGood() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    chores.every(
        "a",
        "misfitting",
        0,
        1,
        () -> {
          runs.incrementAndGet();
          throw new NoSuchMethodError("injected");
        });
    LdmCondition.await(() -> status(0).runs() > 3);
    assertThat(runs).hasValue(1);
    assertThat(guard.isOff()).isTrue();
  }
}
