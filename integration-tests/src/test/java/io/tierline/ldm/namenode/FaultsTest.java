/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever is missing or broken, the write succeeds, stock takes over, and a counter says so. */
@Tag("integration")
class FaultsTest {
  private static final String OUT = "/chain/out";
  private static final String FILE = OUT + "/part-0";

  /** LDM whose every decision throws. */
  public static final class ThrowingService extends LdmService {
    @Override
    Decider decider() {
      return (vertex, replicas, writer, table) -> {
        throw new IllegalStateException("injected");
      };
    }
  }

  @Test
  void withoutSsdsEverythingIsStock() throws Exception {
    try (LdmCluster cluster =
        LdmCluster.start(b -> b.storages(StorageType.DISK).capacities(1L << 30))) {
      cluster.registerReaders("chain", OUT, 2);
      cluster.write(FILE, 3);
      cluster.assertReplicas(OUT, 0, 3);
      cluster.assertClean("/");
      assertThat(cluster.metrics().decisionsStock.value()).isEqualTo(3);
    }
  }

  @Test
  void fullSsdsLeaveTheRestToDisks() throws Exception {
    long room = 6L * LdmCluster.BLOCK;
    try (LdmCluster cluster = LdmCluster.start(b -> b.capacities(room, 1L << 30))) {
      cluster.registerReaders("chain", OUT, 3);
      cluster.write(FILE, 12);
      assertThat(cluster.census(OUT).blocks()).hasSize(12);
      assertThat(cluster.census(OUT).blocks())
          .allMatch(block -> block.replicas().size() == 3 && block.racks() == 2);
      assertThat(cluster.census(OUT).replicasPerTier().get(StorageType.DISK)).isPositive();
      cluster.assertClean("/");
    }
  }

  @Test
  void throwingDecisionsAreAnsweredByStock() throws Exception {
    try (LdmCluster cluster =
        LdmCluster.start(
            b ->
                b.configure(
                    conf ->
                        conf.set(
                            DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY,
                            ThrowingService.class.getName())))) {
      cluster.registerReaders("chain", OUT, 1);
      cluster.write(FILE, 3);
      cluster.assertReplicas(OUT, 0, 3);
      cluster.assertClean("/");
      assertThat(cluster.metrics().fallbacksException.value()).isEqualTo(3);
    }
  }

  @Test
  void lineageWithdrawnWhileAJobWritesEndsThere() throws Exception {
    try (LdmCluster cluster = LdmCluster.start(b -> b)) {
      cluster.registerReaders("chain", OUT, 1);
      try (FSDataOutputStream out = cluster.fileSystem().create(new Path(FILE))) {
        out.write(new byte[LdmCluster.BLOCK]);
        out.hflush();
        // The directory's storage policy follows at the next tick, and would still place by
        // lineage.
        LdmCluster.await("the storage policy", () -> "ONE_SSD".equals(cluster.policy(OUT)));
        cluster.client().withdraw("chain");
        LdmCluster.await("its end", () -> "HOT".equals(cluster.policy(OUT)));
        out.write(new byte[2 * LdmCluster.BLOCK]);
      }
      cluster.awaitReplicas(FILE);
      var blocks = cluster.census(OUT).blocks();
      assertThat(blocks).hasSize(3);
      assertThat(blocks.get(0).on(StorageType.SSD)).isEqualTo(1);
      assertThat(blocks.get(2).on(StorageType.SSD)).isZero();
      cluster.assertClean("/");
      assertThat(cluster.metrics().withdrawals.value()).isEqualTo(1);
    }
  }

  @Test
  void configurationThatMakesNoSenseLeavesAStockNameNode() throws Exception {
    try (LdmCluster cluster =
        LdmCluster.start(b -> b.configure(conf -> conf.set(LdmKeys.RESERVE_KEY, "2")))) {
      cluster.write("/any/file", 2);
      cluster.assertReplicas("/any", 0, 3);
      assertThat(cluster.service()).isNull();
    }
  }

  @Test
  void pausedPlacementIsStockAndCounted() throws Exception {
    try (LdmCluster cluster =
        LdmCluster.start(
            b ->
                b.configure(
                    conf -> {
                      conf.set(LdmKeys.BUDGET_KEY, "1ns");
                      conf.setInt(LdmKeys.BUDGET_STRIKES_KEY, 1);
                      conf.set(LdmKeys.BUDGET_PAUSE_KEY, "1h");
                      // Stock would follow the directory's policy, once that has been set.
                      conf.setBoolean(LdmKeys.STORAGE_POLICY_ENABLED_KEY, false);
                    }))) {
      cluster.registerReaders("chain", OUT, 1);
      cluster.write(FILE, 3);
      assertThat(cluster.metrics().decisionsOverBudget.value()).isEqualTo(1);
      assertThat(cluster.metrics().fallbacksPaused.value()).isEqualTo(2);
      assertThat(cluster.census(OUT).replicasPerTier())
          .containsEntry(StorageType.SSD, 1)
          .containsEntry(StorageType.DISK, 8);
      cluster.assertClean("/");
    }
  }

  @Test
  void dataNodeLostWhileWritingLosesNothing() throws Exception {
    try (LdmCluster cluster = LdmCluster.start(b -> b)) {
      cluster.registerReaders("chain", OUT, 1);
      try (OutputStream out = cluster.fileSystem().create(new Path(FILE))) {
        out.write(new byte[LdmCluster.BLOCK]);
        cluster.embedded().hdfs().stopDataNode(0);
        out.write(new byte[3 * LdmCluster.BLOCK]);
      }
      assertThat(cluster.census(OUT).bytes()).isEqualTo(4L * LdmCluster.BLOCK);
      // Replicas of the last block are reported after the file's end.
      LdmCluster.await(
          "a fast replica of each block that was not left to stock",
          () -> fastBlocks(cluster) + cluster.metrics().fallbacksRetry.value() >= 4);
    }
  }

  private static long fastBlocks(LdmCluster cluster) {
    try {
      return cluster.census(OUT).blocks().stream().filter(b -> b.on(StorageType.SSD) == 1).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
