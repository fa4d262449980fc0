/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Keeps a slow guest from slowing its host: decisions are timed, and after several over budget in a
 * row the guard pauses them. A single slow one changes nothing (a collection, a cold class): its
 * time is spent, and throwing its answer away would only lose the placement.
 *
 * <p>Until its code is compiled every decision is slow. So of the first {@value #COLD} only those
 * count that take {@value #COLD_TIMES} times the budget: otherwise a NameNode that starts on a busy
 * machine would pause, and make a few decisions between two pauses, as slow as those before.
 */
public final class DecisionGuard {
  static final int COLD = 1_000;
  static final int COLD_TIMES = 10;

  private final long budgetNanos;
  private final int strikes;
  private final long pauseNanos;
  private final LongSupplier clock;
  private final AtomicInteger slowInARow = new AtomicInteger();

  /** Cold decisions to come; about, since threads may count one for two. */
  private int cold = COLD;

  private volatile boolean paused;
  private volatile long pausedAt;

  /**
   * Creates a guard.
   *
   * @param budgetNanos time one decision may take
   * @param strikes decisions over budget in a row that lead to a pause, at least 1
   * @param pauseNanos how long a pause lasts
   * @param clock nanoseconds from some fixed moment, never going back
   */
  public DecisionGuard(long budgetNanos, int strikes, long pauseNanos, LongSupplier clock) {
    this.budgetNanos = budgetNanos;
    this.strikes = strikes;
    this.pauseNanos = pauseNanos;
    this.clock = clock;
  }

  /** The clock's reading, to be handed to {@link #ended}. */
  public long now() {
    return clock.getAsLong();
  }

  /** True when decisions may be taken at that time. */
  public boolean isOpen(long now) {
    if (!paused) {
      return true;
    }
    if (now - pausedAt < pauseNanos) {
      return false;
    }
    paused = false;
    return true;
  }

  /**
   * Takes note of a decision.
   *
   * @param startedAt the clock's reading before it
   * @return true when it was over budget
   */
  public boolean ended(long startedAt) {
    long now = clock.getAsLong();
    boolean isCold = cold > 0;
    if (isCold) {
      cold--;
    }
    if (now - startedAt <= budgetNanos) {
      if (slowInARow.get() != 0) {
        slowInARow.set(0);
      }
      return false;
    }
    if (isCold && now - startedAt <= COLD_TIMES * budgetNanos) {
      return true;
    }
    if (slowInARow.incrementAndGet() >= strikes) {
      slowInARow.set(0);
      pausedAt = now;
      paused = true;
    }
    return true;
  }
}
