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

import io.tierline.ldm.json.LineageDocument;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.StockPlacement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replicas that are too many, where the racks keep the one that the policy does not want. */
@Tag("integration")
class SurplusTest {
  private static final String FILE = "/wide/out/part-0";
  @TempDir private File directory;

  private static Configuration withLdm() {
    return StateAssertions.configuration();
  }

  private static Configuration stock() {
    Configuration conf = new HdfsConfiguration();
    conf.setLong("dfs.blocksize", LdmCluster.BLOCK);
    conf.setInt("dfs.heartbeat.interval", 1);
    return conf;
  }

  /** One node on the first rack, which has no SSD, and three on the second. */
  private MiniDFSCluster start(Configuration conf) throws IOException {
    StorageType[] disks = {StorageType.DISK, StorageType.DISK};
    StorageType[] both = {StorageType.SSD, StorageType.DISK};
    conf.setInt("dfs.replication", 3);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    return new MiniDFSCluster.Builder(conf, directory)
        .numDataNodes(4)
        .racks(new String[] {"/r1", "/r2", "/r2", "/r2"})
        .storageTypes(new StorageType[][] {disks, both, both, both})
        .build();
  }

  /**
   * Replicas of three on SSD, of one on the first rack, and one of them too many.
   *
   * @param later whether HDFS puts the choice off until all nodes have sent their reports
   */
  private static void haveANodeComeBack(MiniDFSCluster cluster, boolean later) throws Exception {
    DistributedFileSystem hdfs = cluster.getFileSystem();
    awaitReplicas(hdfs, 2, 1);
    LocatedBlock block = hdfs.getClient().getLocatedBlocks(FILE, 0).get(0);
    int fast = Arrays.asList(block.getStorageTypes()).indexOf(StorageType.SSD);
    DatanodeInfo lost = block.getLocations()[fast];
    MiniDFSCluster.DataNodeProperties stopped = cluster.stopDataNode(lost.getXferAddr());
    cluster.setDataNodeDead(lost);
    LdmCluster.await("the node's death", () -> !has(hdfs, lost));
    awaitReplicas(hdfs, 2, 1);
    BlockManager blocks = cluster.getNamesystem().getBlockManager();
    if (later) {
      // As after a failover.
      blocks.getDatanodeManager().markAllDatanodesStale();
    }
    cluster.restartDataNode(stopped, true);
    if (later) {
      LdmCluster.await("the choice", () -> blocks.getPostponedMisreplicatedBlocksCount() == 1);
      awaitReplicas(hdfs, 3, 1);
      cluster.triggerBlockReports();
      LdmCluster.await("its end", () -> blocks.getPostponedMisreplicatedBlocksCount() == 0);
    }
  }

  private static boolean has(DistributedFileSystem hdfs, DatanodeInfo node) {
    try {
      LocatedBlock block = hdfs.getClient().getLocatedBlocks(FILE, 0).get(0);
      return Arrays.asList(block.getLocations()).contains(node);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(DistributedFileSystem hdfs) throws IOException {
    try (OutputStream out = hdfs.create(new Path(FILE))) {
      out.write(new byte[LdmCluster.BLOCK]);
    }
  }

  /** A block of a file that no job writes keeps what stock keeps, while lineage is registered. */
  @Test
  void replicaTooManyOfAnUnmanagedBlockIsStocks() throws Exception {
    try (MiniDFSCluster cluster = start(withLdm())) {
      cluster.waitActive();
      StateAssertions.awaitLoaded(cluster, 0);
      StateAssertions.client(cluster, 0).register(StateAssertions.chain("other"));
      DistributedFileSystem hdfs = cluster.getFileSystem();
      hdfs.mkdirs(new Path("/wide/out"));
      hdfs.setStoragePolicy(new Path("/wide/out"), "ALL_SSD");
      write(hdfs);
      haveANodeComeBack(cluster, false);
      awaitReplicas(hdfs, 3, 1);
      LdmMetrics metrics = StateAssertions.service(cluster, 0).metrics();
      assertThat(metrics.surplusOfOtherTypes.value()).isZero();
      assertThat(metrics.surplusFastKept.value()).isZero();
    }
  }

  /** So no plug-in is needed for a block to keep one. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void stockKeepsAReplicaTooMany(boolean later) throws Exception {
    try (MiniDFSCluster cluster = start(stock())) {
      cluster.waitActive();
      DistributedFileSystem hdfs = cluster.getFileSystem();
      hdfs.mkdirs(new Path("/wide/out"));
      hdfs.setStoragePolicy(new Path("/wide/out"), "ALL_SSD");
      write(hdfs);
      haveANodeComeBack(cluster, later);
      awaitReplicas(hdfs, 3, 1);
      assertThat(stockWouldKeep(cluster)).isTrue();
    }
  }

  private static boolean stockWouldKeep(MiniDFSCluster cluster) throws IOException {
    LocatedBlock block = cluster.getFileSystem().getClient().getLocatedBlocks(FILE, 0).get(0);
    return StockPlacement.keepsSurplus(
        cluster.getNamesystem().getBlockManager(), block.getBlock().getBlockId(), "ALL_SSD");
  }

  /** Which block the surplus is of cannot be known then, so it is for stock to choose. */
  @Test
  void replicaTooManyOfAManagedBlockIsStocksWhereHdfsChoosesLater() throws Exception {
    try (MiniDFSCluster cluster = start(withLdm())) {
      writeManaged(cluster);
      haveANodeComeBack(cluster, true);
      awaitReplicas(cluster.getFileSystem(), 3, 1);
      assertThat(stockWouldKeep(cluster)).isTrue();
      LdmMetrics metrics = StateAssertions.service(cluster, 0).metrics();
      assertThat(metrics.surplusOfOtherTypes.value()).isZero();
    }
  }

  @Test
  void replicaTooManyOfAManagedBlockGoesWhereHdfsChoosesAtOnce() throws Exception {
    try (MiniDFSCluster cluster = start(withLdm())) {
      writeManaged(cluster);
      haveANodeComeBack(cluster, false);
      awaitReplicas(cluster.getFileSystem(), 2, 1);
      assertThat(stockWouldKeep(cluster)).isFalse();
    }
  }

  /** With as many readers as replicas, which would all be on SSDs if both racks had them. */
  private static void writeManaged(MiniDFSCluster cluster) throws Exception {
    cluster.waitActive();
    StateAssertions.awaitLoaded(cluster, 0);
    StateAssertions.client(cluster, 0)
        .register(
            new LineageDocument(
                    """
                    {"id": "wide", "jobs": [
                      {"name": "make", "writes": ["/wide/out"]},
                      {"name": "one", "after": ["make"], "reads": ["/wide/out"]},
                      {"name": "two", "after": ["make"], "reads": ["/wide/out"]},
                      {"name": "three", "after": ["make"], "reads": ["/wide/out"]}]}
                    """)
                .read(""));
    write(cluster.getFileSystem());
    StateAssertions.awaitPolicy(cluster.getFileSystem(), "/wide/out", "ALL_SSD");
  }

  private static void awaitReplicas(DistributedFileSystem hdfs, int ssd, int disk)
      throws Exception {
    LdmCluster.await(
        ssd + " replicas on SSD and " + disk + " on DISK, on two racks",
        () -> {
          try {
            LocatedBlock block = hdfs.getClient().getLocatedBlocks(FILE, 0).get(0);
            var types = Arrays.asList(block.getStorageTypes());
            long racks =
                Arrays.stream(block.getLocations())
                    .map(node -> node.getNetworkLocation())
                    .distinct()
                    .count();
            return Collections.frequency(types, StorageType.SSD) == ssd
                && Collections.frequency(types, StorageType.DISK) == disk
                && racks == 2;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
