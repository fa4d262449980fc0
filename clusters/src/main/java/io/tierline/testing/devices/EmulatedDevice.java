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
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.StorageType;

/**
 * One device: its scheduler, those who read ahead and write back, and how much may wait to be
 * written back before writers wait, as the kernel has them wait for its dirty pages.
 */
final class EmulatedDevice implements AutoCloseable {
  private final String path;
  private final StorageType type;
  private final Scheduling scheduling;
  private final Volume volume;
  private final ExecutorService readers;
  private final ExecutorService flushers;
  private final ExecutorService requests;
  private final Optional<WritebackThrottle> throttle;
  private final AtomicLong streams = new AtomicLong();
  private final ConcurrentLinkedQueue<ByteBuffer> pieces = new ConcurrentLinkedQueue<>();
  private final long dirtyBytes;
  private long waiting;

  private EmulatedDevice(DeviceModels models, StorageType type, String path, Volume volume) {
    this.path = path;
    this.type = type;
    this.volume = volume;
    // BID leaves SSDs to stock's path.
    scheduling = type == StorageType.SSD ? Scheduling.LINUX : models.scheduling();
    dirtyBytes = models.dirtyBytes();
    readers = Executors.newCachedThreadPool(threads("emulated-read-" + path));
    requests = Executors.newCachedThreadPool(threads("emulated-write-" + path));
    double scale = models.timeScale();
    throttle =
        type == StorageType.DISK && scheduling.writeBack().throttled()
            ? Optional.of(new WritebackThrottle(() -> (long) (scale * System.nanoTime())))
            : Optional.empty();
    // The kernel has one for a disk.
    flushers =
        Executors.newFixedThreadPool(
            throttle.isPresent() ? 1 : scheduling.writeBack().flushers(),
            threads("emulated-flush-" + path));
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
    return new EmulatedDevice(models, type, path, Volumes.open(options));
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

  /** A read begins; returns when, for {@link #readEnds}. */
  long readBegins() {
    return throttle.map(WritebackThrottle::readBegins).orElse(0L);
  }

  void readEnds(long began) {
    throttle.ifPresent(of -> of.readEnds(began));
  }

  /** A part of a file that was written. */
  interface Written {
    /** Has it brought to the device, and returns when it is there. */
    void writeBack(long from, long length, boolean waited);
  }

  /** Writes a part back after what waits. */
  void later(long from, long length, Written part, Runnable done) {
    synchronized (this) {
      waiting += length;
    }
    flushers.execute(
        () -> {
          if (throttle.isPresent()) {
            writeRequests(throttle.get(), from, length, part, done);
          } else {
            writeBack(from, length, part);
            done.run();
          }
        });
  }

  private void writeBack(long from, long length, Written part) {
    try {
      part.writeBack(from, length, isBehind());
    } finally {
      wrote(length);
    }
  }

  /** As the kernel's flusher: one request after the other, as far as it is let. */
  private void writeRequests(
      WritebackThrottle by, long from, long length, Written part, Runnable done) {
    AtomicLong left = new AtomicLong(length);
    long next;
    for (long at = from; at < from + length; at = next) {
      next =
          Math.min(from + length, (at / WritebackThrottle.REQUEST + 1) * WritebackThrottle.REQUEST);
      long begin = at;
      long bytes = next - at;
      by.enter(isBehind());
      requests.execute(
          () -> {
            try {
              writeBack(begin, bytes, part);
            } finally {
              by.leave();
              if (left.addAndGet(-bytes) == 0) {
                done.run();
              }
            }
          });
    }
  }

  /** Has a writer wait while too much is to be written back. */
  void awaitRoom() throws IOException {
    DeviceWaits.Wait wait = DeviceWaits.ofProcess().forRoom();
    try {
      awaitLess();
    } finally {
      wait.end();
    }
  }

  private synchronized void awaitLess() throws IOException {
    while (waiting > dirtyBytes) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("the writer is being ended");
      }
    }
  }

  /** Whether so much waits that writers soon will, as above {@code vm.dirty_background_ratio}. */
  synchronized boolean isBehind() {
    return waiting > dirtyBytes / 2;
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
    try {
      // It has next to nothing to do any more: all that it asks for is refused.
      flushers.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    requests.shutdown();
  }
}
