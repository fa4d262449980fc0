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

import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.testing.cluster.BlockReplicas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicySatisfierMode;
import org.apache.hadoop.hdfs.server.balancer.NameNodeConnector;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdminManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DiskBalancerWorkStatus;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.diskbalancer.DiskBalancerTestUtil;
import org.apache.hadoop.hdfs.server.namenode.sps.StoragePolicySatisfier;
import org.apache.hadoop.hdfs.server.sps.ExternalSPSContext;
import org.apache.hadoop.hdfs.server.sps.ExternalStoragePolicySatisfier;
import org.apache.hadoop.hdfs.tools.DiskBalancerCLI;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** HDFS's own tools at work on data that LDM moves; Mover and Balancer are in MigrationTest. */
@Tag("integration")
class CoexistenceTest {
  private static final String OUT = "/chain/out";
  private static final String FILE = OUT + "/part-0";
  private static final int BLOCKS = 12;
  private static final long DISK = 64L * LdmCluster.BLOCK;

  @Test
  void nodeInMaintenanceIsLeftAloneUntilItIsBack() throws Exception {
    try (MigratingCluster cluster = MigratingCluster.start("auto", conf -> {})) {
      FileChecksum before = cluster.write(FILE, BLOCKS);
      cluster.ldm().registerReaders("chain", OUT, 1);
      cluster.awaitOn(OUT, 1, 2);
      DatanodeManager nodes =
          cluster.embedded().hdfs().getNamesystem().getBlockManager().getDatanodeManager();
      DatanodeAdminManager admin = nodes.getDatanodeAdminManager();
      DatanodeDescriptor away = holderOfSome(cluster, nodes);
      Set<Long> held = heldBy(cluster, away);
      admin.startMaintenance(away, Long.MAX_VALUE);
      LdmCluster.await("the maintenance", away::isInMaintenance);
      List<BlockReplicas> others = among(cluster, held, true);

      cluster.ldm().client().finished("chain", "reader0");
      LdmCluster.await(
          "demotion of what the node does not hold",
          () -> among(cluster, held, false).stream().allMatch(b -> b.on(StorageType.SSD) == 0));
      assertThat(among(cluster, held, true)).isEqualTo(others);

      admin.stopMaintenance(away);
      cluster.awaitOn(OUT, 0, 3);
      cluster.assertWhole(FILE, before);
    }
  }

  /** A node with some of the blocks but not all: where blocks are placed is left to chance. */
  private static DatanodeDescriptor holderOfSome(MigratingCluster cluster, DatanodeManager nodes)
      throws IOException {
    for (DataNode node : cluster.embedded().hdfs().getDataNodes()) {
      DatanodeDescriptor holder = nodes.getDatanode(node.getDatanodeUuid());
      int held = heldBy(cluster, holder).size();
      if (held > 0 && held < BLOCKS) {
        return holder;
      }
    }
    throw new AssertionError("each node has all blocks or none: " + cluster.ldm().census(OUT));
  }

  private static Set<Long> heldBy(MigratingCluster cluster, DatanodeDescriptor node)
      throws IOException {
    return cluster.ldm().census(OUT).blocks().stream()
        .filter(
            block ->
                block.replicas().stream().anyMatch(r -> r.dataNode().equals(node.getXferAddr())))
        .map(BlockReplicas::blockId)
        .collect(Collectors.toSet());
  }

  /** The blocks that are, or are not, among those; replicas in maintenance are not listed. */
  private static List<BlockReplicas> among(
      MigratingCluster cluster, Set<Long> blocks, boolean within) {
    try {
      return cluster.ldm().census(OUT).blocks().stream()
          .filter(block -> within == blocks.contains(block.blockId()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void storagePolicySatisfierFindsNothingToDo() throws Exception {
    try (MigratingCluster cluster =
        MigratingCluster.start(
            "auto",
            conf -> {
              conf.set("dfs.storage.policy.satisfier.mode", "external");
              conf.setInt("dfs.storage.policy.satisfier.recheck.timeout.millis", 1_000);
            })) {
      FileChecksum before = cluster.write(FILE, 4);
      cluster.ldm().registerReaders("chain", OUT, 1);
      cluster.awaitOn(OUT, 1, 2);
      LdmCluster.await("the policy", () -> "ONE_SSD".equals(cluster.ldm().policy(OUT)));
      Configuration conf = cluster.embedded().configuration();
      NameNodeConnector connector = ExternalStoragePolicySatisfier.getNameNodeConnector(conf);
      StoragePolicySatisfier satisfier = new StoragePolicySatisfier(conf);
      try {
        satisfier.init(new ExternalSPSContext(satisfier, connector));
        satisfier.start(StoragePolicySatisfierMode.EXTERNAL);
        var up = cluster.ldm().census(OUT);
        satisfy(cluster);
        assertThat(cluster.ldm().census(OUT)).isEqualTo(up);

        cluster.ldm().client().finished("chain", "reader0");
        cluster.awaitOn(OUT, 0, 3);
        var down = cluster.ldm().census(OUT);
        satisfy(cluster);
        assertThat(cluster.ldm().census(OUT)).isEqualTo(down);
        cluster.assertWhole(FILE, before);
      } finally {
        satisfier.stopGracefully();
        connector.close();
      }
    }
  }

  /** Has the satisfier look at the data, and waits until it has found it as it should be. */
  private static void satisfy(MigratingCluster cluster) throws Exception {
    var hdfs = cluster.ldm().fileSystem();
    var path = new Path(OUT);
    String hint = "user.hdfs.sps";
    hdfs.satisfyStoragePolicy(path);
    LdmCluster.await(
        "the satisfier",
        () -> {
          try {
            return !hdfs.getXAttrs(path).containsKey(hint)
                && cluster.embedded().hdfs().getNamesystem().getBlockManager().getPendingSPSPaths()
                    == 0;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Test
  void diskBalancerAndMigrationWorkSideBySide() throws Exception {
    try (MigratingCluster cluster =
        MigratingCluster.start(
            b ->
                b.storages(StorageType.SSD, StorageType.DISK, StorageType.DISK)
                    .capacities(DISK, DISK, DISK),
            "auto",
            conf -> {
              conf.setBoolean("dfs.disk.balancer.enabled", true);
              conf.set(MigrationKeys.TOTAL_BYTES.key(), "4m");
            })) {
      FileChecksum before = cluster.write(FILE, 20);
      cluster.ldm().registerReaders("chain", OUT, 1);
      cluster.awaitOn(OUT, 1, 2);
      DataNode node = cluster.embedded().hdfs().getDataNodes().get(0);
      List<FsVolumeSpi> disks = disks(node);
      DiskBalancerTestUtil.moveAllDataToDestVolume(node.getFSDataset(), disks.get(0), disks.get(1));
      String plan = planned(cluster, node);

      cluster.ldm().client().finished("chain", "reader0");
      assertThat(balancer(cluster.embedded().configuration(), "-execute", plan)).isZero();
      LdmCluster.await("the DiskBalancer", () -> isDone(node));
      cluster.awaitOn(OUT, 0, 3);
      for (FsVolumeSpi disk : disks) {
        assertThat(DiskBalancerTestUtil.getBlockCount(disk, false)).isPositive();
      }
      cluster.checkRedundancy();
      assertThat(cluster.isOn(OUT, 0, 3)).isTrue();
      cluster.assertWhole(FILE, before);
    }
  }

  private static List<FsVolumeSpi> disks(DataNode node) throws IOException {
    try (FsDatasetSpi.FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
      Stream.Builder<FsVolumeSpi> disks = Stream.builder();
      for (FsVolumeSpi volume : volumes) {
        if (volume.getStorageType() == StorageType.DISK) {
          disks.add(volume);
        }
      }
      return disks.build().toList();
    }
  }

  /** A plan that is made as soon as the NameNode has been told how full the disks are. */
  private static String planned(MigratingCluster cluster, DataNode node) throws Exception {
    Configuration conf = cluster.embedded().configuration();
    String uuid = node.getDatanodeUuid();
    String plan = "/plans/" + uuid + ".plan.json";
    LdmCluster.await(
        "the plan",
        () -> {
          try {
            // It leaves a directory behind that has no plan yet, and then refuses to write there.
            cluster.ldm().fileSystem().delete(new Path("/plans"), true);
            int code = balancer(conf, "-plan", uuid, "-thresholdPercentage", "1", "-out", "/plans");
            return code == 0 && cluster.ldm().fileSystem().exists(new Path(plan));
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    return plan;
  }

  private static int balancer(Configuration conf, String... arguments) throws Exception {
    return ToolRunner.run(conf, new DiskBalancerCLI(conf), arguments);
  }

  private static boolean isDone(DataNode node) {
    try {
      return node.queryDiskBalancerPlan().getResult() == DiskBalancerWorkStatus.Result.PLAN_DONE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
