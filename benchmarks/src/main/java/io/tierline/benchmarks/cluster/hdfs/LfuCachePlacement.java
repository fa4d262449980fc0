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
import java.util.Set;
import java.util.SplittableRandom;

/** The cache in which the block that was read least often makes room; of those the oldest. */
final class LfuCachePlacement extends CachePlacement {
  private final Map<Block, Integer> reads = new HashMap<>();

  LfuCachePlacement(Cluster cluster, SplittableRandom random) {
    super(cluster, random);
  }

  @Override
  boolean admits(Block block, Node node, double now) {
    reads.merge(block, 1, Integer::sum);
    return true;
  }

  @Override
  Block victim(Set<Block> held) {
    Block rarest = null;
    for (Block block : held) {
      rarest = rarest == null || reads.get(block) < reads.get(rarest) ? block : rarest;
    }
    return rarest;
  }
}
