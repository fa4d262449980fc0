/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.migration.LookPace;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.util.Time;

/**
 * The thread of migration: looks at the data at intervals, and whenever the lineage has changed, as
 * far as the pace of looks allows; between looks it starts moves as soon as they may begin.
 */
final class MigrationThread {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long END_MILLIS = 5_000;

  /** What it does. */
  interface Work {
    /** Looks at the data, and plans. */
    void look() throws IOException;

    /**
     * Starts the moves that may be started.
     *
     * @return nanoseconds until another one may be
     */
    long startMoves() throws IOException;
  }

  private final Work work;
  private final LongSupplier intervalMillis;
  private final HostGuard hostGuard;
  private final Semaphore wake = new Semaphore(0);
  private final Thread thread = new Thread(this::run, "tierline-ldm-migration");
  private volatile boolean lineageChanged;
  private volatile boolean stopped;

  /**
   * Creates it without starting the thread.
   *
   * @param intervalMillis between two looks; asked before each of them
   * @param hostGuard takes what the work throws
   */
  MigrationThread(Work work, LongSupplier intervalMillis, HostGuard hostGuard) {
    this.work = work;
    this.intervalMillis = intervalMillis;
    this.hostGuard = hostGuard;
    thread.setDaemon(true);
  }

  /** Starts the thread, if it has not been started; of several callers one at a time. */
  void start() {
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
  }

  /** Moves may be startable; returns at once. */
  void wake() {
    wake.release();
  }

  /** The next look is to come soon; returns at once. */
  void lineageChanged() {
    lineageChanged = true;
    wake.release();
  }

  private void run() {
    LookPace pace = new LookPace(Time.monotonicNowNanos());
    while (!stopped) {
      long wait = Long.MAX_VALUE;
      try {
        pace.interval(TimeUnit.MILLISECONDS.toNanos(intervalMillis.getAsLong()));
        if (pace.nanosUntilDue(Time.monotonicNowNanos(), lineageChanged) == 0) {
          lineageChanged = false;
          pace.begins(Time.monotonicNowNanos());
          long worked = workNanos();
          try {
            work.look();
          } finally {
            pace.ends(Time.monotonicNowNanos(), workNanos() - worked);
          }
        }
        wait = work.startMoves();
      } catch (IOException | RuntimeException | Error e) {
        hostGuard.failed("migration", e);
      }
      long look = pace.nanosUntilDue(Time.monotonicNowNanos(), lineageChanged);
      sleep(Math.max(1, Math.min(wait, look)));
    }
  }

  /** What this thread has kept a processor busy; where that is not known, the time. */
  private static long workNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled()
        ? THREADS.getCurrentThreadCpuTime()
        : Time.monotonicNowNanos();
  }

  private void sleep(long nanos) {
    try {
      if (wake.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
        wake.drainPermits();
      }
    } catch (InterruptedException e) {
      stopped = true;
    }
  }

  /** Has the thread end, at once where it waits. */
  void stop() {
    stopped = true;
    thread.interrupt();
  }

  /** Waits a while for its end. */
  void awaitEnd() {
    try {
      thread.join(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
