/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.executor.ExecutorService;
import org.apache.hadoop.hbase.executor.ExecutorType;
import org.apache.hadoop.hbase.regionserver.FlushRequester;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequester;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.security.User;

/**
 * What a region server does with threads of its own: it compacts what it is asked to, several
 * stores' requests at a time, and archives what was replaced. Some compactions fail, each by one
 * fault of the file system.
 */
final class ThreadedServer implements CompactionRequester {
  private static final int THREADS = 3;

  /** Requests that wait: more of them find the same. */
  private static final int MOST_WAITING = 6;

  private static final int MOST_STEPS = 150;
  private static final int SECONDS = 60;

  private final RegionServerServices services = mock(RegionServerServices.class);
  private final ExecutorService archiving = new ExecutorService("archiving");
  private final ThreadPoolExecutor compacting;
  private final boolean faulty;
  private final Random random;
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostRunning = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger injected = new AtomicInteger();

  /**
   * A server that has no region yet.
   *
   * @param faulty whether compactions fail
   */
  ThreadedServer(Random random, boolean faulty) {
    this.random = random;
    this.faulty = faulty;
    compacting =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING),
            task -> new Thread(task, "compacting"),
            new ThreadPoolExecutor.DiscardPolicy());
    archiving.startExecutorService(
        archiving.new ExecutorConfig()
            .setExecutorType(ExecutorType.RS_COMPACTED_FILES_DISCHARGER)
            .setCorePoolSize(1));
    when(services.getConfiguration()).thenReturn(new Configuration(false));
    when(services.getExecutorService()).thenReturn(archiving);
    when(services.getCompactionRequestor()).thenReturn(this);
    FlushRequester flushes = mock(FlushRequester.class);
    when(services.getFlushRequester()).thenReturn(flushes);
  }

  RegionServerServices services() {
    return services;
  }

  /** What has failed that nobody has made fail. */
  List<Throwable> failures() {
    return failures;
  }

  /** Compactions that were done. */
  int done() {
    return done.get();
  }

  /** Most compactions that ran at a time. */
  int mostRunning() {
    return mostRunning.get();
  }

  /** Compactions that were made to fail. */
  int injected() {
    return injected.get();
  }

  /** Asks for a compaction of each store. */
  void ask(HRegion region, int priority) {
    for (HStore store : region.getStores()) {
      compacting.execute(() -> compact(store, priority));
    }
  }

  private void compact(HStore store, int priority) {
    mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
    HRegion region = store.getHRegion();
    boolean armed = arm();
    try {
      Optional<CompactionContext> selected =
          store.requestCompaction(priority, CompactionLifeCycleTracker.DUMMY, User.getCurrent());
      if (selected.isPresent()) {
        region.compact(selected.get(), store, NoLimitThroughputController.INSTANCE);
        done.incrementAndGet();
        // As HBase's threads do, which ask anew if the store is urgent.
        store.getCompactPriority();
      }
    } catch (IOException | RuntimeException | Error e) {
      boolean wanted = armed && FileFaults.disarmThread();
      armed = false;
      if (wanted) {
        injected.incrementAndGet();
      } else {
        failures.add(e);
      }
    } finally {
      if (armed) {
        FileFaults.disarmThread();
      }
      running.decrementAndGet();
    }
  }

  private synchronized boolean arm() {
    if (!faulty || random.nextInt(3) > 0) {
      return false;
    }
    Throwable fault =
        switch (random.nextInt(4)) {
          case 0 -> new OutOfMemoryError("injected");
          case 1 -> new IllegalStateException("injected");
          default -> new IOException("injected");
        };
    FileFaults.armThread(1 + random.nextInt(MOST_STEPS), random.nextBoolean(), fault);
    return true;
  }

  @Override
  public void requestCompaction(
      HRegion region, String why, int priority, CompactionLifeCycleTracker tracker, User user) {
    ask(region, priority);
  }

  @Override
  public void requestCompaction(
      HRegion region,
      HStore store,
      String why,
      int priority,
      CompactionLifeCycleTracker tracker,
      User user) {
    ask(region, priority);
  }

  @Override
  public void requestSystemCompaction(
      HRegion region, HStore store, String why, boolean onlyIfNeeded) {
    ask(region, Store.NO_PRIORITY);
  }

  @Override
  public void switchCompaction(boolean isOn) {
    throw new UnsupportedOperationException();
  }

  /** Ends when all that was asked for is done. */
  void finish() throws InterruptedException {
    end(compacting);
    end(archiving.getExecutorThreadPool(ExecutorType.RS_COMPACTED_FILES_DISCHARGER));
  }

  private static void end(ThreadPoolExecutor threads) throws InterruptedException {
    threads.shutdown();
    if (!threads.awaitTermination(SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("a thread does not end");
    }
  }
}
