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
 * A token bucket that is paid afterwards: work starts while there is credit and may take it below
 * nothing, and the next waits until the debt is paid. Over any time {@code t} it lets through at
 * most {@code rate * (t + 1 s)} and one piece of work, however large the pieces are.
 */
final class TokenBucket {
  private static final double NANOS = 1e9;

  private double rate;
  private double credit;
  private long asOf;

  /** A full bucket: one second's worth. */
  TokenBucket(double bytesPerSecond, long now) {
    this.rate = bytesPerSecond;
    this.credit = bytesPerSecond;
    this.asOf = now;
  }

  /** Nanoseconds until work may start; 0 when it may start now. */
  long waitNanos(long now) {
    refill(now);
    return credit > 0 ? 0 : 1 + (long) Math.ceil(-credit / rate * NANOS);
  }

  /** Goes on at another rate; a debt stays, and is paid at it. */
  void rate(double bytesPerSecond, long now) {
    refill(now);
    rate = bytesPerSecond;
    credit = Math.min(rate, credit);
  }

  void take(long bytes) {
    credit -= bytes;
  }

  boolean isFull(long now) {
    refill(now);
    return credit >= rate;
  }

  private void refill(long now) {
    credit = Math.min(rate, credit + (now - asOf) / NANOS * rate);
    asOf = now;
  }
}
