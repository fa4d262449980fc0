/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.guard;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What LDM does again and again, on few threads with names. What throws, errors included, is done
 * again the next time. The threads look after each other: work that has stopped is started again,
 * {@value #MOST_RESTARTS} times; work that takes far too long, or that has been given up, is in the
 * status and in the metric ChoresLate.
 */
public final class Chores implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Chores.class);

  static final int MOST_RESTARTS = 3;

  /** Work is late when it has not ended for so many of its intervals, and for this long. */
  private static final int LATE_INTERVALS = 10;

  private static final long LATE_MILLIS = 60_000;

  private final HostGuard guard;
  private final IntConsumer late;
  private final LongSupplier millis;
  private final Function<String, ScheduledExecutorService> threads;
  private final Map<String, ScheduledExecutorService> running = new HashMap<>();
  private final List<Chore> chores = new CopyOnWriteArrayList<>();
  private boolean isClosed;

  /** One kind of work. */
  private static final class Chore {
    private final String thread;
    private final String what;
    private final long intervalMillis;
    private final Runnable work;
    private volatile @Nullable Future<?> future;
    private volatile long endedAt;
    private volatile long runs;
    private volatile long failures;
    private volatile @Nullable Throwable lastFailure;
    private int restarts;
    private boolean isTold;

    Chore(String thread, String what, long intervalMillis, Runnable work) {
      this.thread = thread;
      this.what = what;
      this.intervalMillis = intervalMillis;
      this.work = work;
    }

    Status status(long now) {
      Throwable last = lastFailure;
      return new Status(
          thread,
          what,
          runs,
          failures,
          last == null ? null : last.toString(),
          TimeUnit.MILLISECONDS.toSeconds(now - endedAt),
          isLate(now));
    }

    boolean hasEnded() {
      Future<?> started = future;
      return started != null && started.isDone();
    }

    boolean isLate(long now) {
      return hasEnded() || now - endedAt > Math.max(LATE_MILLIS, LATE_INTERVALS * intervalMillis);
    }
  }

  /**
   * Creates it without any work.
   *
   * @param late is told, after each work, how much is late
   * @param millis a clock that only goes forward, in milliseconds
   * @param threads makes a thread of that name
   */
  public Chores(
      HostGuard guard,
      IntConsumer late,
      LongSupplier millis,
      Function<String, ScheduledExecutorService> threads) {
    this.guard = guard;
    this.late = late;
    this.millis = millis;
    this.threads = threads;
  }

  /** A thread that ends with the process. */
  public static ScheduledExecutorService daemon(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Does it from now on; what has the same thread is done one after the other.
   *
   * @param what it is, for a log line, such as "rebuilding the storage table"
   */
  public synchronized void every(
      String thread, String what, long firstMillis, long intervalMillis, Runnable work) {
    Chore chore = new Chore(thread, what, intervalMillis, work);
    chore.endedAt = millis.getAsLong();
    begin(chore, firstMillis);
    chores.add(chore);
  }

  private void begin(Chore chore, long firstMillis) {
    ScheduledExecutorService executor = running.computeIfAbsent(chore.thread, threads);
    chore.future =
        executor.scheduleWithFixedDelay(
            () -> run(chore), firstMillis, chore.intervalMillis, TimeUnit.MILLISECONDS);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread runs a chore, others read
  private void run(Chore chore) {
    try {
      if (!guard.isOff()) {
        chore.work.run();
      }
    } catch (RuntimeException | Error e) {
      chore.failures++;
      chore.lastFailure = e;
      guard.failed(chore.what, e);
    }
    try {
      chore.runs++;
      chore.endedAt = millis.getAsLong();
      look();
    } catch (RuntimeException | Error e) {
      guard.failed("looking after LDM's threads", e);
    }
  }

  /** Starts again what has stopped, and counts what is late. */
  private synchronized void look() {
    if (isClosed) {
      return;
    }
    long now = millis.getAsLong();
    int lateNow = 0;
    for (Chore chore : chores) {
      if (chore.hasEnded() && chore.restarts < MOST_RESTARTS) {
        chore.restarts++;
        LOG.warn("LDM: {} has stopped, and is started again", chore.what);
        begin(chore, chore.intervalMillis);
      }
      boolean isLate = chore.isLate(now);
      lateNow += isLate ? 1 : 0;
      if (isLate && !chore.isTold) {
        LOG.error(
            "LDM: {} {}; see the status",
            chore.what,
            chore.hasEnded() ? "has stopped for good" : "has not ended for long");
      }
      chore.isTold = isLate;
    }
    late.accept(lateNow);
  }

  /**
   * How some work goes.
   *
   * @param lastFailure null when there was none
   */
  public record Status(
      String thread,
      String what,
      long runs,
      long failures,
      @Nullable String lastFailure,
      long secondsSinceEnd,
      boolean late) {}

  /** For the status page: all work, and what is wrong with it. */
  public List<Status> status() {
    long now = millis.getAsLong();
    return chores.stream().map(chore -> chore.status(now)).toList();
  }

  /** Ends them without waiting. */
  @Override
  public synchronized void close() {
    isClosed = true;
    running.values().forEach(ScheduledExecutorService::shutdownNow);
  }
}
