/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.volume.Volume;
import io.tierline.bid.volume.VolumeFile;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One volume of a DataNode and its scheduler. It stays open until it was retired and its last
 * transfer has ended. It is closed on a thread of its own, since a disk that has failed may take
 * any time to answer, and whoever retires it is HDFS. After some failures in a row nothing is given
 * to the scheduler any more.
 */
final class ScheduledVolume {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduledVolume.class);

  /** In a row; any success begins anew. */
  static final int FAILURES_MAX = 8;

  /** Windows that wait before the next ones are left to the kernel. */
  static final int WRITE_BACKS_WAITING_MAX = 256;

  /** Windows with the scheduler, so that it has some to put in order. */
  static final int WRITE_BACKS_AT_A_TIME = 4;

  private static final long THREAD_IDLE_SECONDS = 10;

  private final String name;
  private final Volume volume;
  private final VolumeMetrics metrics;
  private final Buffers buffers;
  private final boolean readsFromCache;
  private final ThreadPoolExecutor writeBacks;
  private int users = 1;
  private boolean retired;
  private int failures;

  ScheduledVolume(
      String name, Volume volume, VolumeMetrics metrics, Buffers buffers, boolean readsFromCache) {
    this(name, volume, metrics, buffers, readsFromCache, Thread::new);
  }

  /**
   * With threads of the caller's making.
   *
   * @param threads makes one that does the work
   */
  ScheduledVolume(
      String name,
      Volume volume,
      VolumeMetrics metrics,
      Buffers buffers,
      boolean readsFromCache,
      ThreadFactory threads) {
    this.readsFromCache = readsFromCache;
    this.name = name;
    this.volume = volume;
    this.metrics = metrics;
    this.buffers = buffers;
    writeBacks =
        new ThreadPoolExecutor(
            WRITE_BACKS_AT_A_TIME,
            WRITE_BACKS_AT_A_TIME,
            THREAD_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WRITE_BACKS_WAITING_MAX),
            work -> {
              Thread made = threads.newThread(work);
              made.setName("tierline-bid-write-back-" + name);
              made.setDaemon(true);
              return made;
            });
    writeBacks.allowCoreThreadTimeOut(true);
  }

  VolumeMetrics metrics() {
    return metrics;
  }

  Buffers buffers() {
    return buffers;
  }

  /** Which engine runs. */
  String engine() {
    return volume.engine();
  }

  /** One transfer more, if any is taken; it is to be given back with {@link #release}. */
  synchronized boolean acquire() {
    if (retired || failures >= FAILURES_MAX) {
      return false;
    }
    users++;
    metrics.streams.incr();
    return true;
  }

  /** A transfer that was taken has ended. */
  void release() {
    metrics.streams.decr();
    leave();
  }

  /** No transfer is taken any more. A second call does nothing. */
  void retire() {
    synchronized (this) {
      if (retired) {
        return;
      }
      retired = true;
    }
    metrics.unregister();
    leave();
  }

  private void leave() {
    synchronized (this) {
      users--;
      if (users > 0) {
        return;
      }
    }
    try {
      // Windows that wait count as users, so nothing is in front of it.
      writeBacks.execute(this::close);
      writeBacks.shutdown();
    } catch (RuntimeException | Error e) {
      notClosed(e);
    }
  }

  private void close() {
    try {
      volume.close();
    } catch (RuntimeException | Error e) {
      notClosed(e);
    }
  }

  private void notClosed(Throwable fault) {
    LOG.warn("BID: the scheduler of {} did not close: {}", name, fault.toString());
  }

  /** Whether that part of a file is to be read from the kernel's cache. */
  boolean hasCached(FileChannel file, long offset, long length) {
    return readsFromCache && PageCache.holds(file, offset, length);
  }

  /** Makes a file known by a descriptor, which stays the caller's. */
  VolumeFile open(FileDescriptor descriptor) throws IOException {
    return volume.open(descriptor);
  }

  void cancel(long stream) {
    volume.cancelStream(stream);
  }

  /**
   * Does that on a thread of the volume's; false when too much is waiting there, or the system has
   * no thread.
   */
  boolean later(Runnable work) {
    try {
      writeBacks.execute(work);
      return true;
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      return false;
    }
  }

  /** What it does now. */
  VolumeReport report(String storage) {
    boolean given;
    synchronized (this) {
      given = failures < FAILURES_MAX;
    }
    return new VolumeReport(
        storage,
        volume.engine(),
        !given,
        metrics.streams.value(),
        metrics.bytesReadForeground.value(),
        metrics.bytesReadBackground.value(),
        metrics.bytesReadStock.value(),
        metrics.fallbacks.value(),
        volume.statistics());
  }

  synchronized void succeeded() {
    failures = 0;
  }

  /** Counts it; the first of some in a row is logged, and the one after which nothing is given. */
  void failed(Throwable fault) {
    metrics.fallbacks.incr();
    int inRow;
    synchronized (this) {
      failures++;
      inRow = failures;
    }
    if (inRow == 1) {
      LOG.warn("BID: a transfer on {} goes on in stock's way: {}", name, fault.toString());
    } else if (inRow == FAILURES_MAX) {
      LOG.warn("BID: {} failures in a row, {} is served in stock's way", inRow, name, fault);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
