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
import io.tierline.testing.cluster.EmbeddedCluster;
import io.tierline.testing.cluster.ReplicaCensus;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.mover.Mover;
import org.apache.hadoop.util.ToolRunner;

/**
 * Runs Hadoop's own Mover, which moves every replica that does not fit its file's storage policy:
 * placement that HDFS's tools undo would not last.
 */
final class MoverRun {
  /** A file that lies on DISK and whose policy then says SSD: proof that the Mover works. */
  private static final Path CONTROL = new Path("/data/mover-control");

  private MoverRun() {}

  /** Runs it over the chain's datasets and a control file. */
  static MoverOutcome over(EmbeddedCluster cluster, List<DatasetState> datasets)
      throws IOException {
    DistributedFileSystem fileSystem = cluster.fileSystem();
    try (OutputStream out = fileSystem.create(CONTROL, (short) 1)) {
      out.write(0);
    }
    fileSystem.setStoragePolicy(CONTROL, HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
    try {
      int status =
          ToolRunner.run(
              cluster.configuration(),
              new Mover.Cli(),
              new String[] {"-p", Chain.BASE, CONTROL.toString()});
      if (status != 0) {
        throw new DemoException("Hadoop's Mover ended with status " + status);
      }
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new DemoException("Hadoop's Mover failed: " + e.getMessage(), e);
    }
    long changed = 0;
    long spare = 0;
    for (DatasetState before : datasets) {
      ReplicaCensus after =
          Replication.await(fileSystem, new Path(before.path().path()), ChainRun.REPLICATION);
      int planned = before.plannedOnSsd(ChainRun.REPLICATION);
      for (BlockReplicas block : before.census().blocks()) {
        if (after.blocks().contains(block)) {
          continue;
        }
        boolean isSpare =
            after.blocks().stream()
                .anyMatch(
                    now ->
                        now.blockId() == block.blockId()
                            && MoverOutcome.isSpareTaken(block, now, planned));
        changed += isSpare ? 0 : 1;
        spare += isSpare ? 1 : 0;
      }
    }
    ReplicaCensus control = Replication.await(fileSystem, CONTROL, 1);
    return new MoverOutcome(changed, spare, control.replicasPerTier().containsKey(StorageType.SSD));
  }
}
