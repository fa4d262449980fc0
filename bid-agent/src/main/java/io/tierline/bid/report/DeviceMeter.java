/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import io.tierline.bid.device.DiskCounters;
import java.time.Instant;
import java.util.Optional;

/**
 * Measures one device by the difference of its counters: seconds that requests took in all by the
 * bytes that they moved. Where a stream has one request at a time, as a reader of a block mostly
 * has, that is how long a block takes it; many at a time are each slower, which this shows too.
 *
 * <p>Too few bytes say nothing of a device, so it is measured from one reading until enough has
 * been read, however long that takes.
 */
final class DeviceMeter {
  /** Less says nothing. */
  static final long LEAST_BYTES = 32L << 20;

  private static final double MILLIS = 1e3;

  /** LDM believes 0.1 to 100,000 MiB/s. */
  private static final double LEAST_BYTES_PER_SECOND = 0.1 * (1 << 20);

  private static final double MOST_BYTES_PER_SECOND = 1e5 * (1 << 20);

  private final long blockBytes;
  private DiskCounters from;

  DeviceMeter(long blockBytes) {
    this.blockBytes = blockBytes;
  }

  /** Takes the counters of now; what they tell, if they do. */
  Optional<DeviceFigures> read(DiskCounters now, Instant at) {
    DiskCounters before = from;
    if (before == null || now.readBytes() < before.readBytes()) {
      from = now;
      return Optional.empty();
    }
    long bytes = now.readBytes() - before.readBytes();
    if (bytes < LEAST_BYTES) {
      return Optional.empty();
    }
    from = now;
    double read = perBlock(bytes, now.readMillis() - before.readMillis());
    long written = now.writtenBytes() - before.writtenBytes();
    double write =
        written < LEAST_BYTES
            ? Double.NaN
            : perBlock(written, now.writeMillis() - before.writeMillis());
    return Double.isNaN(read) ? Optional.empty() : Optional.of(new DeviceFigures(at, read, write));
  }

  /** NaN for what no device does: a counter has gone round, or the device counts no time. */
  private double perBlock(long bytes, long millis) {
    double bytesPerSecond = bytes * MILLIS / millis;
    boolean plausible =
        bytesPerSecond >= LEAST_BYTES_PER_SECOND && bytesPerSecond <= MOST_BYTES_PER_SECOND;
    return plausible ? blockBytes / bytesPerSecond : Double.NaN;
  }
}
