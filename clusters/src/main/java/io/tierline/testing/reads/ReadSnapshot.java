/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.reads;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.fs.StorageType;

/**
 * The counters at one moment, or what was added between two.
 *
 * @param bytes bytes read; block data only, without checksums
 */
public record ReadSnapshot(Map<BlockRead, Long> bytes) {
  /** Copies the map; the record is immutable. */
  public ReadSnapshot {
    bytes = Map.copyOf(bytes);
  }

  /** What was read after the earlier snapshot was taken and before this one. */
  public ReadSnapshot since(ReadSnapshot earlier) {
    Map<BlockRead, Long> added = new HashMap<>();
    bytes.forEach(
        (read, sum) -> {
          long difference = sum - earlier.bytes.getOrDefault(read, 0L);
          if (difference > 0) {
            added.put(read, difference);
          }
        });
    return new ReadSnapshot(added);
  }

  /** Bytes of the reads that the predicate accepts. */
  public long total(Predicate<BlockRead> wanted) {
    return bytes.entrySet().stream()
        .filter(entry -> wanted.test(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Bytes of the reads that the predicate accepts, per tier; tiers not read from are left out. */
  public Map<StorageType, Long> perTier(Predicate<BlockRead> wanted) {
    Map<StorageType, Long> sums = new EnumMap<>(StorageType.class);
    bytes.forEach(
        (read, sum) -> {
          if (wanted.test(read)) {
            sums.merge(read.tier(), sum, Long::sum);
          }
        });
    return sums;
  }
}
