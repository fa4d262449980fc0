/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Linux's throttling of buffered writeback beside reads (block/blk-wbt.c), as distributions have it
 * in front of mq-deadline, for rotational disks that take several requests at a time. It lets
 * requests in up to a depth while writers wait for them, else up to half of it, and a quarter
 * within 100 ms of a read. Every 100 ms the depth is halved if the fastest read took longer than 75
 * ms, and doubled if not or if nobody read. What the device takes for a read is taken to be what
 * the reader's request takes, as in {@code bid-live}, which throttles no less. The simulator's own
 * is sim/writeback.c.
 */
final class WritebackThrottle {
  /** Bytes of a request, at most. */
  static final int REQUEST = 512 << 10;

  /** The most depth, of a device that takes 32 requests: three quarters of these. */
  static final int DEPTH_MAX = 24;

  private static final int DEPTH_DEFAULT = 16;
  private static final long TARGET = TimeUnit.MILLISECONDS.toNanos(75);
  private static final long WINDOW = TimeUnit.MILLISECONDS.toNanos(100);

  /** A window with fewer writes says nothing of reads beside them. */
  private static final int WRITES_MIN = 3;

  /** Windows that say nothing, after which the depth goes back to the default. */
  private static final int SILENT_WINDOWS_MAX = 5;

  private final LongSupplier clock;
  private int halvings;
  private int depth = DEPTH_DEFAULT;
  private int inside;
  private long windowEnds;
  private long lastRead = -WINDOW;
  private long leastRead;
  private int reads;
  private int writes;
  private int silentWindows;

  /** Nothing is inside; the clock is the device's, in ns from 0. */
  WritebackThrottle(LongSupplier clock) {
    this.clock = clock;
    windowEnds = clock.getAsLong() + WINDOW;
  }

  /** Waits until a request may go to the scheduler; it has gone. */
  synchronized void enter(boolean writersWait) {
    while (!allows(writersWait)) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new UncheckedIOException(new InterruptedIOException("writing back is being ended"));
      }
    }
    inside++;
  }

  /** Whether one more may go. With none inside one always may. */
  synchronized boolean allows(boolean writersWait) {
    passTime();
    return inside == 0 || inside < limit(writersWait);
  }

  private int limit(boolean writersWait) {
    boolean close = clock.getAsLong() - lastRead < WINDOW;
    if (writersWait) {
      return depth;
    }
    if (depth <= 2) {
      return close ? 1 : depth;
    }
    return close ? (depth + 3) / 4 : (depth + 1) / 2;
  }

  /** A request that had entered is written. */
  synchronized void leave() {
    inside--;
    writes++;
    notifyAll();
  }

  /** A read begins; returns when. */
  synchronized long readBegins() {
    lastRead = clock.getAsLong();
    return lastRead;
  }

  /** It has ended. */
  synchronized void readEnds(long began) {
    lastRead = clock.getAsLong();
    leastRead = reads == 0 ? lastRead - began : Math.min(leastRead, lastRead - began);
    reads++;
  }

  private void passTime() {
    long now = clock.getAsLong();
    if (now < windowEnds) {
      return;
    }
    boolean telling = reads > 0 && writes >= WRITES_MIN;
    if (telling && leastRead > TARGET) {
      scale(halvings < 0 ? 0 : halvings + 1);
    } else if (telling || writes > 0 || inside > 0) {
      scale(halvings - 1);
    } else if (++silentWindows >= SILENT_WINDOWS_MAX) {
      scale(halvings - Integer.signum(halvings));
    }
    windowEnds = now + WINDOW;
    reads = 0;
    writes = 0;
  }

  /** Below 1 and above {@link #DEPTH_MAX} it goes no further. */
  private void scale(int steps) {
    boolean further = steps > halvings ? depth > 1 : depth < DEPTH_MAX;
    if (further) {
      halvings = steps;
      depth =
          steps >= 0
              ? 1 + ((DEPTH_DEFAULT - 1) >> steps)
              : Math.min(DEPTH_MAX, 1 + ((DEPTH_DEFAULT - 1) << -steps));
    }
    silentWindows = 0;
  }

  /** Requests that may be inside while writers wait for them. */
  synchronized int depth() {
    return depth;
  }
}
