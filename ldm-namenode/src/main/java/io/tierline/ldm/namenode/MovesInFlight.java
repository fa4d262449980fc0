/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The pairs of DataNodes between which a replica is being moved. When the new copy is reported,
 * HDFS asks the placement policy which replica is one too many and tells it the two nodes, but
 * neither block nor path; for these pairs the old copy is the one to go, whatever the storage
 * policy says.
 */
final class MovesInFlight {
  /** A way from one node to another, by their DataNode UUIDs. */
  private record Way(String from, String to) {}

  private final Map<Way, Integer> ways = new ConcurrentHashMap<>();

  void begin(String from, String to) {
    ways.merge(new Way(from, to), 1, Integer::sum);
  }

  void end(String from, String to) {
    ways.computeIfPresent(new Way(from, to), (way, moves) -> moves == 1 ? null : moves - 1);
  }

  /** True while a replica is being moved from the first node to the second. */
  boolean has(String from, String to) {
    return !ways.isEmpty() && ways.containsKey(new Way(from, to));
  }
}
