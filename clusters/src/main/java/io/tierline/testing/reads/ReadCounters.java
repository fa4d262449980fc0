/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.reads;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.StorageType;

/**
 * Bytes that the DataNodes of this process read from their volumes, per tier, block and reader.
 *
 * <p>One set of counters serves the whole process, because HDFS creates the datasets that feed it
 * by reflection. Two clusters that run at the same time share it, and so does a test with one that
 * ran before: {@link #reset} first, or take the difference of two {@linkplain #snapshot snapshots}.
 */
public final class ReadCounters {
  private static final Map<BlockRead, LongAdder> BYTES = new ConcurrentHashMap<>();

  private ReadCounters() {}

  /** The counter of one block read by one reader from one tier; for the counting dataset. */
  public static LongAdder counter(StorageType tier, long blockId, Reader reader) {
    return BYTES.computeIfAbsent(new BlockRead(tier, blockId, reader), read -> new LongAdder());
  }

  /** What has been counted since the last reset. */
  public static ReadSnapshot snapshot() {
    Map<BlockRead, Long> bytes = new HashMap<>();
    BYTES.forEach((read, sum) -> bytes.put(read, sum.sum()));
    return new ReadSnapshot(bytes);
  }

  /** Forgets everything. Streams that are open at that moment are no longer counted. */
  public static void reset() {
    BYTES.clear();
  }
}
