/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.device;

import java.util.Optional;

/**
 * What a device did between two looks at its counters.
 *
 * @param readBytesPerSecond read
 * @param writtenBytesPerSecond written
 * @param readMillis that a read took on average, with its waiting; 0 when there was none
 * @param writeMillis that a write took on average, with its waiting; 0 when there was none
 * @param utilisation part of the time in which it had a request, 0 to 1
 * @param inFlight requests under way at the second look
 */
public record DeviceRates(
    double readBytesPerSecond,
    double writtenBytesPerSecond,
    double readMillis,
    double writeMillis,
    double utilisation,
    long inFlight) {
  private static final double NANOS = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * Compares two looks.
   *
   * @param nanos between them
   * @return empty when a counter went back, as when a device was taken away and put in again
   */
  public static Optional<DeviceRates> between(DiskCounters before, DiskCounters now, long nanos) {
    long[] more = {
      now.reads() - before.reads(),
      now.readBytes() - before.readBytes(),
      now.readMillis() - before.readMillis(),
      now.writes() - before.writes(),
      now.writtenBytes() - before.writtenBytes(),
      now.writeMillis() - before.writeMillis(),
      now.busyMillis() - before.busyMillis()
    };
    if (nanos <= 0) {
      return Optional.empty();
    }
    for (long each : more) {
      if (each < 0) {
        return Optional.empty();
      }
    }
    return Optional.of(
        new DeviceRates(
            more[1] * NANOS / nanos,
            more[4] * NANOS / nanos,
            more[0] == 0 ? 0 : (double) more[2] / more[0],
            more[3] == 0 ? 0 : (double) more[5] / more[3],
            Math.min(1, more[6] * NANOS_PER_MILLI / nanos),
            now.inFlight()));
  }
}
