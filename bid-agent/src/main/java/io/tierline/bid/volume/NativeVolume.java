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
import java.nio.channels.ClosedChannelException;
import java.util.Objects;

/** A volume in C. */
final class NativeVolume implements Volume {
  /** As many numbers for each class. */
  private static final int BOUNDS = 4;

  private final long handle;
  private final String engine;
  private long[] last;

  private NativeVolume(long handle) {
    this.handle = handle;
    engine = Native.engine(handle);
  }

  /** The library is loaded. */
  static Volume open(VolumeOptions options) throws IOException {
    String[] reason = new String[1];
    long handle = Native.open(options.policy(), options.model(), numbers(options), reason);
    if (handle == -Native.ENOENT && reason[0].startsWith("there is no policy")) {
      throw new IllegalArgumentException(reason[0]);
    }
    if (handle < 0) {
      throw new IOException(options.name() + " by " + options.engine() + ": " + reason[0]);
    }
    return new NativeVolume(handle);
  }

  /** With the bounds of each class. */
  private static long[] numbers(VolumeOptions options) {
    long[] first = options.numbers();
    ServiceClass[] classes = ServiceClass.values();
    long[] numbers = new long[first.length + BOUNDS * classes.length];
    System.arraycopy(first, 0, numbers, 0, first.length);
    int at = first.length;
    for (ServiceClass service : classes) {
      ClassBounds bounds = options.boundsOf(service);
      numbers[at++] = bounds.sharePercent();
      numbers[at++] = bounds.requests();
      numbers[at++] = bounds.bytes();
      numbers[at++] = bounds.bytesPerSecond();
    }
    return numbers;
  }

  /** What was done, or the exception that an error stands for. */
  static long check(long result, String what) throws IOException {
    if (result >= 0) {
      return result;
    }
    if (result == -Native.ECANCELED) {
      throw new CancelledException();
    }
    if (result == -Native.ESTALE || result == -Native.ESHUTDOWN) {
      throw new ClosedChannelException();
    }
    throw new IOException(what + ": " + Native.errorText((int) -result));
  }

  @Override
  public VolumeFile open(FileDescriptor descriptor) throws IOException {
    Objects.requireNonNull(descriptor);
    return new NativeVolumeFile(check(Native.openFile(handle, descriptor), "opening"));
  }

  @Override
  public String engine() {
    return engine;
  }

  @Override
  public VolumeStatistics statistics() {
    long[] now = new long[Native.STATISTICS];
    if (Native.statistics(handle, now) < 0) {
      now = whenItWasClosed();
    }
    int at = 0;
    return new VolumeStatistics(
        now[at++], now[at++], now[at++], now[at++], now[at++], now[at++], now[at++], now[at++],
        now[at++], now[at++], now[at++], now[at++], now[at++], now[at++], now[at++], now[at++],
        now[at++], now[at]);
  }

  /** Waits for who closes it. */
  private synchronized long[] whenItWasClosed() {
    return last;
  }

  @Override
  public void cancelStream(long stream) {
    Native.cancelStream(handle, stream);
  }

  @Override
  public synchronized void close() {
    if (last == null) {
      long[] figures = new long[Native.STATISTICS];
      Native.close(handle, figures);
      last = figures;
    }
  }
}
