/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;

/**
 * Stock's placement, slower by a time that is known: a benchmark that does not find it tells
 * nothing. HDFS makes the policy, so what it is told is of the whole process.
 */
public final class PlantedPolicy extends BlockPlacementPolicyDefault {
  private static volatile long nanos;

  /** Has every choice for a new block take so much longer from now on. */
  static void plant(long more) {
    nanos = more;
  }

  /** Asked once in each choice, before any node is looked at. */
  @Override
  protected int[] getMaxNodesPerRack(int numOfChosen, int numOfReplicas) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return super.getMaxNodesPerRack(numOfChosen, numOfReplicas);
  }
}
