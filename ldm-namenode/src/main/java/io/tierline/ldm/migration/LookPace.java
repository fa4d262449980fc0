/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

/**
 * When to look for what is to be moved: at intervals, and as soon as something has changed, but for
 * at most a twentieth of the time, and in the long run for a hundredth. With few datasets a look
 * takes milliseconds and nobody notices the pause after it; with a hundred thousand it takes up to
 * a second, and every registration asks for one.
 *
 * <p>The long run is an account: it is credited a hundredth of the time that passes, up to {@value
 * #MOST_CREDIT} ns, and a look is paid for when it ends. While it is overdrawn nothing is looked
 * for.
 *
 * <p>All times are nanoseconds of one clock that only goes forward. For one thread.
 */
public final class LookPace {
  /** A look is followed by so many times the work it was. */
  private static final long REST = 19;

  /** So long must pass for one look's work in the long run. */
  private static final long SHARE = 100;

  /** What may be spent at once after a time without looks: two seconds of work. */
  static final long MOST_CREDIT = 2_000_000_000L;

  private long interval = Long.MAX_VALUE;
  private long began;
  private long restsUntil;
  private long credit = MOST_CREDIT;
  private long creditedAt;

  /** The first look by the clock alone comes an interval from now. */
  public LookPace(long now) {
    began = now;
    restsUntil = now;
    creditedAt = now;
  }

  /** Has looks begin that far apart, in nanoseconds, where nothing changes. */
  public void interval(long nanos) {
    interval = nanos;
  }

  /**
   * How long the next look is to be waited for; 0 when it is due.
   *
   * @param changed whether something has changed since the last one began
   */
  public long nanosUntilDue(long now, boolean changed) {
    long rest = restsUntil - now;
    long wait = changed ? rest : Math.max(rest, interval - (now - began));
    return Math.max(0, wait);
  }

  /** A look begins. */
  public void begins(long now) {
    began = now;
  }

  /**
   * It has ended, in whatever way.
   *
   * @param work how long it kept a processor busy
   */
  public void ends(long now, long work) {
    credit = Math.min(MOST_CREDIT, credit + (now - creditedAt) / SHARE) - work;
    creditedAt = now;
    restsUntil = now + Math.max(REST * work, -credit * SHARE);
  }
}
