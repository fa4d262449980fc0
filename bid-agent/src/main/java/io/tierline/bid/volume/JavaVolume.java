/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.volume;

import java.io.FileDescriptor;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The engine without native code: bounds, cancelling and figures, and each caller's thread does its
 * own I/O through the kernel's cache. The order is left to the kernel, as are announcements and
 * writing back.
 */
final class JavaVolume implements Volume {
  static final String ENGINE = "java";

  final Gate gate;
  final LongAdder requests = new LongAdder();
  final LongAdder bytesRead = new LongAdder();
  final LongAdder bytesWritten = new LongAdder();
  final LongAdder syncs = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder cancelled = new LongAdder();
  private final LongAdder transfers = new LongAdder();
  private final Set<JavaVolumeFile> files = ConcurrentHashMap.newKeySet();

  JavaVolume(VolumeOptions options) {
    gate = new Gate(options, System::nanoTime);
  }

  @Override
  public VolumeFile open(FileDescriptor descriptor) throws IOException {
    Objects.requireNonNull(descriptor);
    gate.requireOpen();
    JavaVolumeFile file = JavaVolumeFile.open(this, DescriptorNumber.of(descriptor));
    files.add(file);
    // Whoever closes the volume meanwhile may not have seen it.
    try {
      gate.requireOpen();
    } catch (IOException e) {
      file.close();
      throw e;
    }
    return file;
  }

  @Override
  public String engine() {
    return ENGINE;
  }

  @Override
  public VolumeStatistics statistics() {
    return new VolumeStatistics(
        requests.sum(),
        bytesRead.sum(),
        bytesWritten.sum(),
        0,
        syncs.sum(),
        failed.sum(),
        cancelled.sum(),
        gate.waits(),
        transfers.sum(),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0);
  }

  @Override
  public void cancelStream(long stream) {
    gate.cancel(turn -> turn.stream == stream);
  }

  @Override
  public void close() {
    gate.close();
    files.forEach(JavaVolumeFile::close);
  }

  void forget(JavaVolumeFile file) {
    files.remove(file);
  }

  /** What a request does once it is let in. */
  interface Work {
    /** Returns the bytes that were moved. */
    long run() throws IOException;
  }

  /** Does it in its turn, and counts what becomes of it. */
  long run(Turn turn, LongAdder moved, Work work) throws IOException {
    try {
      gate.enter(turn);
      long result;
      boolean unwanted = true;
      try {
        transfers.increment();
        result = work.run();
      } finally {
        unwanted = gate.leave(turn);
      }
      if (unwanted) {
        throw new CancelledException();
      }
      moved.add(Math.max(0, result));
      return result;
    } catch (CancelledException e) {
      cancelled.increment();
      throw e;
    } catch (IOException e) {
      failed.increment();
      throw e;
    } finally {
      requests.increment();
    }
  }
}
