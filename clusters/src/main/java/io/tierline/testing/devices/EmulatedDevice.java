/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

import io.tierline.bid.volume.Volume;
import io.tierline.bid.volume.VolumeFile;
import io.tierline.bid.volume.VolumeOptions;
import io.tierline.bid.volume.VolumeOptions.Engine;
import io.tierline.bid.volume.Volumes;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.StorageType;

/**
 * One device: its scheduler, those who read ahead and write back, and how much may wait to be
 * written back before writers wait, as the kernel has them wait for its dirty pages.
 */
final class EmulatedDevice implements AutoCloseable {
  /**
   * A DataNode of 256 GB of memory and 12 disks lets some 4 GB of writes wait for each disk (a
   * fifth of its memory, {@code vm.dirty_ratio}), a few per cent of what a job that is worth
   * waiting for writes there. The demonstration writes some hundred MiB to each.
   */
  private static final long WAITING_MAX = 32L << 20;

  private final String path;
  private final StorageType type;
  private final Scheduling scheduling;
  private final Volume volume;
  private final ExecutorService readers;
  private final ExecutorService flushers;
  private final AtomicLong streams = new AtomicLong();
  private final ConcurrentLinkedQueue<ByteBuffer> pieces = new ConcurrentLinkedQueue<>();
  private long waiting;

  private EmulatedDevice(StorageType type, Scheduling scheduling, String path, Volume volume) {
    this.path = path;
    this.type = type;
    this.scheduling = scheduling;
    this.volume = volume;
    readers = Executors.newCachedThreadPool(threads("emulated-read-" + path));
    flushers =
        Executors.newFixedThreadPool(
            scheduling.writeBack().flushers(), threads("emulated-flush-" + path));
  }

  private static ThreadFactory threads(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  static EmulatedDevice open(DeviceModels models, StorageType type, String path)
      throws IOException {
    VolumeOptions options =
        VolumeOptions.of(path)
            .engine(Engine.EMULATED)
            .direct(false)
            .policy(models.policy(type))
            .model(models.model(type), models.timeScale());
    // BID leaves SSDs to stock's path.
    Scheduling scheduling = type == StorageType.SSD ? Scheduling.LINUX : models.scheduling();
    return new EmulatedDevice(type, scheduling, path, Volumes.open(options));
  }

  Scheduling scheduling() {
    return scheduling;
  }

  /** A number that no other stream of this device has. */
  long nextStream() {
    return streams.incrementAndGet();
  }

  VolumeFile open(FileDescriptor descriptor) throws IOException {
    return volume.open(descriptor);
  }

  void cancel(long stream) {
    volume.cancelStream(stream);
  }

  /** Does that beside its reader. */
  <T> Future<T> ahead(Callable<T> work) {
    return readers.submit(work);
  }

  /** Memory for a piece; to be given back by {@link #give}. */
  ByteBuffer take() {
    ByteBuffer piece = pieces.poll();
    return piece != null ? piece.clear() : ByteBuffer.allocateDirect(DeviceInput.PIECE);
  }

  void give(ByteBuffer piece) {
    pieces.add(piece);
  }

  /** Writes so many bytes back after what waits; the writer waits while too much does. */
  void later(long bytes, Runnable work) throws IOException {
    synchronized (this) {
      waiting += bytes;
    }
    flushers.execute(
        () -> {
          try {
            work.run();
          } finally {
            wrote(bytes);
          }
        });
    awaitRoom();
  }

  private synchronized void awaitRoom() throws IOException {
    while (waiting > WAITING_MAX) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the writer is being ended");
      }
    }
  }

  private synchronized void wrote(long bytes) {
    waiting -= bytes;
    notifyAll();
  }

  DeviceUse use() {
    return DeviceUse.of(path, type, volume.statistics());
  }

  @Override
  public void close() {
    volume.close();
    readers.shutdown();
    flushers.shutdown();
  }
}
