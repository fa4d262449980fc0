/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The blocks of which a replica is being moved, by the pair of DataNodes. When the new copy is
 * reported, HDFS asks the placement policy which replica is one too many; for these the old copy is
 * the one to go, whatever the storage policy says.
 */
public final class MovesInFlight {
  /** A way from one node to another, by their DataNode UUIDs. */
  private record Way(String from, String to) {}

  private final Map<Way, Set<Long>> ways = new ConcurrentHashMap<>();

  /** A replica of the block is about to be moved. */
  public void begin(String from, String to, long block) {
    ways.merge(
        new Way(from, to),
        Set.of(block),
        (before, added) -> {
          Set<Long> blocks = new HashSet<>(before);
          blocks.addAll(added);
          return Set.copyOf(blocks);
        });
  }

  /** It is moved, or is not going to be. */
  public void end(String from, String to, long block) {
    ways.computeIfPresent(
        new Way(from, to),
        (way, before) -> {
          Set<Long> blocks = new HashSet<>(before);
          blocks.remove(block);
          return blocks.isEmpty() ? null : Set.copyOf(blocks);
        });
  }

  /** True while a replica of any block is being moved from the first node to the second. */
  public boolean hasAny(String from, String to) {
    return !ways.isEmpty() && ways.containsKey(new Way(from, to));
  }

  /** True while the replica of that block is being moved from the first node to the second. */
  public boolean has(String from, String to, long block) {
    return ways.getOrDefault(new Way(from, to), Set.of()).contains(block);
  }
}
