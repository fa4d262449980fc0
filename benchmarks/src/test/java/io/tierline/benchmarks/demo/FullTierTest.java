/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.testing.cluster.BlockReplicas;
import io.tierline.testing.cluster.EmbeddedCluster;
import io.tierline.testing.cluster.ReplicaCensus;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class FullTierTest {
  private static final int BLOCK = 8 << 20;

  /** No SSD has room for a block: ONE_SSD's own fallback is a disk. */
  @Test
  void oneSsdWithoutRoomHasAllReplicasOnDisks() throws IOException {
    try (EmbeddedCluster cluster =
        EmbeddedCluster.builder()
            .capacities(BLOCK / 2, 100L * BLOCK)
            .blockSize(BLOCK)
            .configure(conf -> Contender.ONE_SSD.configure(conf, null))
            .start()) {
      Path directory = new Path("/data");
      cluster.fileSystem().mkdirs(directory);
      cluster.fileSystem().setStoragePolicy(directory, HdfsConstants.ONESSD_STORAGE_POLICY_NAME);
      try (OutputStream out = cluster.fileSystem().create(new Path(directory, "file"))) {
        out.write(new byte[2 * BLOCK]);
      }
      ReplicaCensus census =
          Replication.await(cluster.fileSystem(), directory, ChainRun.REPLICATION);
      assertThat(census.blocks()).hasSize(2);
      assertThat(census.blocks())
          .extracting(block -> block.on(StorageType.DISK))
          .containsOnly(ChainRun.REPLICATION);
      assertThat(census.blocks()).extracting(BlockReplicas::racks).containsOnly(2);
    }
  }
}
