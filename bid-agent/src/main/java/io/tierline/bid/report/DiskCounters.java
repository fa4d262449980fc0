/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the kernel has counted of a block device since it was found, as {@code /proc/diskstats} has
 * it (Linux, Documentation/admin-guide/iostats.rst, fields 3, 4, 7 and 8).
 *
 * @param readBytes read, at least 0
 * @param readMillis spent by all read requests together, with their waiting
 * @param writtenBytes written, at least 0
 * @param writeMillis spent by all write requests together, with their waiting
 */
record DiskCounters(long readBytes, long readMillis, long writtenBytes, long writeMillis) {
  private static final int FIELDS = 11;
  private static final int SECTOR_BYTES = 512;

  /**
   * Reads the file.
   *
   * @return by the device's number, such as {@code 8:1}; lines that are none are passed over
   */
  static Map<String, DiskCounters> parse(List<String> lines) {
    Map<String, DiskCounters> devices = new HashMap<>();
    for (String line : lines) {
      String[] words = line.trim().split("\\s+");
      if (words.length >= FIELDS) {
        try {
          devices.put(
              words[0] + ":" + words[1],
              new DiskCounters(
                  Long.parseUnsignedLong(words[5]) * SECTOR_BYTES,
                  Long.parseUnsignedLong(words[6]),
                  Long.parseUnsignedLong(words[9]) * SECTOR_BYTES,
                  Long.parseUnsignedLong(words[10])));
        } catch (NumberFormatException ignored) {
          // A line of another form says nothing of a device.
        }
      }
    }
    return devices;
  }
}
