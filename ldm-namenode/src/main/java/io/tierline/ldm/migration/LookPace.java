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
 * at most a tenth of the time. With few datasets a look takes milliseconds and nobody notices the
 * pause after it; with a hundred thousand it takes up to a second, and every registration asks for
 * one.
 *
 * <p>All times are nanoseconds of one clock that only goes forward. For one thread.
 */
public final class LookPace {
  /** A look is followed by so many times what it took. */
  private static final long REST = 19;

  private long interval = Long.MAX_VALUE;
  private long began;
  private long restsUntil;

  /** The first look by the clock alone comes an interval from now. */
  public LookPace(long now) {
    began = now;
    restsUntil = now;
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

  /** It has ended, in whatever way. */
  public void ends(long now) {
    restsUntil = now + REST * (now - began);
  }
}
