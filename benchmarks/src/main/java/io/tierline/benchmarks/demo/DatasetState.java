/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.testing.cluster.ReplicaCensus;
import org.apache.hadoop.fs.StorageType;

/**
 * A dataset of the chain after the job that wrote it.
 *
 * @param path where it lies
 * @param writer the job that wrote it
 * @param readers how many jobs will read it: R
 * @param census where its blocks lie
 */
record DatasetState(DatasetPath path, String writer, int readers, ReplicaCensus census) {
  /** Replicas of all blocks on the tier. */
  int on(StorageType tier) {
    return census.replicasPerTier().getOrDefault(tier, 0);
  }

  /** Its last name, enough for people to tell the chain's datasets apart. */
  String name() {
    return path.path().substring(path.path().lastIndexOf('/') + 1);
  }

  /**
   * How many of each block's replicas are to lie on SSD: each replica serves one of the coming
   * reads, the first R of them are fast.
   */
  int plannedOnSsd(int replication) {
    return Math.min(readers, replication);
  }

  /**
   * Blocks that have not exactly that many replicas, all on SSDs and disks, with at least that many
   * of them on SSD: room that is spare may take more, unless nobody reads them.
   */
  long blocksOffPlan(int onSsd, int replication) {
    return census.blocks().stream()
        .filter(
            block ->
                block.replicas().size() != replication
                    || block.on(StorageType.SSD) < onSsd
                    || (onSsd == 0 && block.on(StorageType.SSD) > 0)
                    || block.on(StorageType.SSD) + block.on(StorageType.DISK) != replication)
        .count();
  }
}
