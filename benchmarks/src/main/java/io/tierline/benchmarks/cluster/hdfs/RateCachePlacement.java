/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The cache with admission by rate, as one large site runs it in its DataNodes: a block is copied
 * when a node has served it for the second time within a while. What is read once costs no writing.
 */
final class RateCachePlacement extends CachePlacement {
  /** Longer than sites would have it: shorter, and next to nothing is read twice. */
  private static final double WINDOW_SECONDS = 3600;

  private final Map<Node, Map<Block, Double>> lastReads = new HashMap<>();

  RateCachePlacement(Cluster cluster, SplittableRandom random) {
    super(cluster, random);
  }

  @Override
  boolean admits(Block block, Node node, double now) {
    Double last = lastReads.computeIfAbsent(node, n -> new HashMap<>()).put(block, now);
    return last != null && now - last <= WINDOW_SECONDS;
  }
}
