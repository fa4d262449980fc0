/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import io.tierline.bid.volume.ServiceClass;
import io.tierline.bid.volume.Volume;
import io.tierline.bid.volume.VolumeFile;
import io.tierline.bid.volume.VolumeOptions;
import io.tierline.bid.volume.VolumeStatistics;
import io.tierline.bid.volume.Volumes;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A volume in Java that fails when it is told to, and notes what it was asked for. */
final class Faulty implements Volume {
  /** What all calls throw from now on; null: nothing. */
  volatile Throwable fault;

  /** Reads that succeed before it does. */
  volatile int readsLeft;

  /** Where closing waits; null: nowhere. */
  volatile CountDownLatch closing;

  /** Where writing back waits; null: nowhere. */
  volatile CountDownLatch writingBack;

  final List<String> asked = new ArrayList<>();
  private final Volume real;
  private volatile boolean closed;
  private volatile int open;

  Faulty() throws IOException {
    real = Volumes.open(VolumeOptions.of("test").engine(VolumeOptions.Engine.JAVA));
  }

  synchronized void note(String what) {
    asked.add(what);
  }

  private void mayFail() throws IOException {
    if (fault instanceof IOException e) {
      throw e;
    }
    if (fault instanceof RuntimeException e) {
      throw e;
    }
    if (fault instanceof Error e) {
      throw e;
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Files that are open. */
  int open() {
    return open;
  }

  @Override
  public synchronized VolumeFile open(FileDescriptor descriptor) throws IOException {
    if (readsLeft == 0) {
      mayFail();
    }
    VolumeFile file = real.open(descriptor);
    open++;
    return new VolumeFile() {
      private boolean isOpen = true;

      @Override
      public int read(long stream, ServiceClass service, long offset, ByteBuffer memory)
          throws IOException {
        if (readsLeft > 0) {
          readsLeft--;
        } else {
          mayFail();
        }
        return file.read(stream, service, offset, memory);
      }

      @Override
      public void write(long stream, ServiceClass service, long offset, ByteBuffer memory)
          throws IOException {
        file.write(stream, service, offset, memory);
      }

      @Override
      public void sync(long stream, ServiceClass service) throws IOException {
        file.sync(stream, service);
      }

      @Override
      public void writeBack(
          long stream, ServiceClass service, long offset, long length, boolean waited)
          throws IOException {
        mayFail();
        await(writingBack);
        note("writeBack " + offset + " " + length + (waited ? " waited" : ""));
      }

      @Override
      public void announce(long stream, ServiceClass service, long offset, long length) {
        note("announce " + offset + " " + length);
      }

      @Override
      public void cancel() {
        file.cancel();
      }

      @Override
      public void close() {
        synchronized (Faulty.this) {
          open -= isOpen ? 1 : 0;
          isOpen = false;
        }
        file.close();
      }
    };
  }

  @Override
  public String engine() {
    return "java";
  }

  @Override
  public VolumeStatistics statistics() {
    return real.statistics();
  }

  @Override
  public void cancelStream(long stream) {
    note("cancel");
  }

  @Override
  public void close() {
    await(closing);
    real.close();
    closed = true;
  }

  private static void await(CountDownLatch latch) {
    try {
      if (latch != null) {
        latch.await();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
