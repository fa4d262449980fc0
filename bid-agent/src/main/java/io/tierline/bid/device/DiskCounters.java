/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.device;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the kernel has counted of a block device since it was found, as {@code /proc/diskstats} and
 * a device's {@code stat} have it (Linux, Documentation/admin-guide/iostats.rst).
 *
 * @param reads that ended
 * @param readBytes read, at least 0
 * @param readMillis spent by all read requests together, with their waiting
 * @param writes that ended
 * @param writtenBytes written, at least 0
 * @param writeMillis spent by all write requests together, with their waiting
 * @param inFlight requests under way now
 * @param busyMillis in which at least one was
 */
public record DiskCounters(
    long reads,
    long readBytes,
    long readMillis,
    long writes,
    long writtenBytes,
    long writeMillis,
    long inFlight,
    long busyMillis) {
  /** In front of the counters in diskstats: the number's two parts, and the name. */
  private static final int NAMES = 3;

  private static final int FIELDS = 10;
  private static final int SECTOR_BYTES = 512;

  /**
   * Reads diskstats.
   *
   * @return by the device's number, such as {@code 8:1}; lines that are none are passed over
   */
  public static Map<String, DiskCounters> parse(List<String> lines) {
    Map<String, DiskCounters> devices = new HashMap<>();
    for (String line : lines) {
      String[] words = line.trim().split("\\s+");
      if (words.length > NAMES) {
        of(words, NAMES).ifPresent(found -> devices.put(words[0] + ":" + words[1], found));
      }
    }
    return devices;
  }

  /** Reads a device's stat; empty when it is none. */
  public static Optional<DiskCounters> ofStat(String text) {
    return of(text.trim().split("\\s+"), 0);
  }

  private static Optional<DiskCounters> of(String[] words, int from) {
    if (words.length < from + FIELDS) {
      return Optional.empty();
    }
    long[] fields = new long[FIELDS];
    try {
      for (int at = 0; at < FIELDS; at++) {
        fields[at] = Long.parseUnsignedLong(words[from + at]);
      }
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
    return Optional.of(
        new DiskCounters(
            fields[0],
            fields[2] * SECTOR_BYTES,
            fields[3],
            fields[4],
            fields[6] * SECTOR_BYTES,
            fields[7],
            fields[8],
            fields[9]));
  }
}
