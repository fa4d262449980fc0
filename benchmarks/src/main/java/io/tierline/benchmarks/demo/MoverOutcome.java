/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.testing.cluster.BlockReplicas;
import org.apache.hadoop.fs.StorageType;

/**
 * What Hadoop's Mover did.
 *
 * @param changedBlocks blocks of the chain that have other replicas than before, but for {@code
 *     spareTaken}
 * @param spareTaken blocks of which it took down fast replicas that lay in spare room; those that
 *     readers ask for are left
 * @param controlMoved whether it moved a file that it had reason to move; if not, the first number
 *     says nothing
 */
record MoverOutcome(long changedBlocks, long spareTaken, boolean controlMoved) {
  /** Whether the difference between two states of a block is spare replicas alone. */
  static boolean isSpareTaken(BlockReplicas before, BlockReplicas after, int plannedOnSsd) {
    return before.on(StorageType.SSD) > plannedOnSsd
        && after.on(StorageType.SSD) >= plannedOnSsd
        && after.on(StorageType.SSD) < before.on(StorageType.SSD)
        && after.replicas().size() == before.replicas().size();
  }
}
