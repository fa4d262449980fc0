/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * Bytes written by this process.
 *
 * @param wal to write-ahead logs, as the file system was given them
 * @param store to store files, likewise
 * @param other to all else below HBase's root directory
 * @param device what the kernel counted as sent to storage ({@code write_bytes} of {@code
 *     /proc/self/io}), by anything in this process; 0 where the kernel does not say
 */
record Written(long wal, long store, long other, long device) {
  private static final Path IO = Path.of("/proc/self/io");
  private static final String DEVICE = "write_bytes:";

  /** Until now. */
  static Written now() {
    Map<PathClass, Long> bytes = new EnumMap<>(PathClass.class);
    for (PathClass kind : PathClass.values()) {
      bytes.put(kind, MeteredFileSystem.written(kind));
    }
    return new Written(
        bytes.get(PathClass.WAL),
        bytes.get(PathClass.STORE),
        bytes.get(PathClass.OTHER),
        deviceBytes());
  }

  Written since(Written before) {
    return new Written(
        wal - before.wal, store - before.store, other - before.other, device - before.device);
  }

  /** All that the file system was given. */
  long total() {
    return wal + store + other;
  }

  private static long deviceBytes() {
    try {
      return deviceBytes(Files.readAllLines(IO));
    } catch (IOException notLinux) {
      return 0;
    }
  }

  static long deviceBytes(Iterable<String> lines) {
    for (String line : lines) {
      if (line.startsWith(DEVICE)) {
        return Long.parseLong(line.substring(DEVICE.length()).strip());
      }
    }
    return 0;
  }
}
