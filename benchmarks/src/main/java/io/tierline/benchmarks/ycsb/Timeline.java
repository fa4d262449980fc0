/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Looks four times a second how a load is going; HBase archives files once a second. */
final class Timeline implements AutoCloseable {
  /**
   * One look.
   *
   * @param seconds since the start
   * @param rows put so far
   * @param flushes done so far
   * @param compactionSeconds of compactions done so far
   * @param storeBytes written to store files so far
   * @param spaceBytes that all store files take
   * @param referredBytes those of them that readers see
   * @param waitingBytes those that were compacted away and are not archived yet
   */
  record Sample(
      double seconds,
      long rows,
      int flushes,
      double compactionSeconds,
      long storeBytes,
      long spaceBytes,
      long referredBytes,
      long waitingBytes) {}

  private static final long LOOK_MS = 250;

  private final List<Sample> samples = new ArrayList<>();
  private final long startNanos = System.nanoTime();
  private final long storeBytesBefore = MeteredFileSystem.written(PathClass.STORE);
  private final Supplier<TableFiles.Space> space;
  private final StoreEvents events;
  private final LongSupplier rows;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "timeline");
            thread.setDaemon(true);
            return thread;
          });

  private Timeline(Supplier<TableFiles.Space> space, StoreEvents events, LongSupplier rows) {
    this.space = space;
    this.events = events;
    this.rows = rows;
  }

  /**
   * Starts to look.
   *
   * @param space that the table's files take
   * @param rows put since the start
   */
  static Timeline start(Supplier<TableFiles.Space> space, StoreEvents events, LongSupplier rows) {
    Timeline timeline = new Timeline(space, events, rows);
    timeline.clock.scheduleAtFixedRate(timeline::look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    return timeline;
  }

  /** Seconds since the start. */
  double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private void look() {
    StoreEvents.Totals totals = events.totals();
    TableFiles.Space taken = space.get();
    Sample sample =
        new Sample(
            seconds(),
            rows.getAsLong(),
            totals.flushes(),
            totals.compactionSeconds(),
            MeteredFileSystem.written(PathClass.STORE) - storeBytesBefore,
            taken.all(),
            taken.referred(),
            taken.waiting());
    synchronized (samples) {
      samples.add(sample);
    }
  }

  List<Sample> samples() {
    synchronized (samples) {
      return List.copyOf(samples);
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
