/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** How long the clients' calls took, by kind; for all threads. */
final class Latencies {
  /** A batch that takes longer has been kept waiting: no healthy one comes near. */
  static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);
  private static final int DIGITS = 3;

  /** The kinds of calls. */
  enum Kind {
    PUT_BATCH,
    READ,
    UPDATE,
    DELETE,
    SCAN
  }

  private final Map<Kind, Histogram> micros = new ConcurrentHashMap<>();
  private final LongAdder stallNanos = new LongAdder();
  private final LongAdder failures = new LongAdder();

  /** Takes one call's time. */
  void record(Kind kind, long nanos) {
    micros
        .computeIfAbsent(kind, any -> new ConcurrentHistogram(LONGEST_MICROS, DIGITS))
        .recordValue(Math.min(LONGEST_MICROS, TimeUnit.NANOSECONDS.toMicros(nanos)));
    if (kind == Kind.PUT_BATCH && nanos > STALL_NANOS) {
      stallNanos.add(nanos);
    }
  }

  /** Counts a call that failed; it has no time. */
  void fail() {
    failures.increment();
  }

  /** Calls that failed, and reads that found nothing. */
  long failures() {
    return failures.sum();
  }

  /** Forgets all, for a new phase; no call may be under way. */
  void reset() {
    micros.clear();
    stallNanos.reset();
    failures.reset();
  }

  /** Time of all batches of puts that took longer than {@link #STALL_NANOS}, of all threads. */
  double stallSeconds() {
    return stallNanos.sum() / 1e9;
  }

  /** A percentile in milliseconds; NaN when there was no such call. */
  double percentileMillis(Kind kind, double percentile) {
    Histogram of = micros.get(kind);
    return of == null ? Double.NaN : of.getValueAtPercentile(percentile) / 1e3;
  }

  /** Calls of that kind. */
  long count(Kind kind) {
    Histogram of = micros.get(kind);
    return of == null ? 0 : of.getTotalCount();
  }
}
