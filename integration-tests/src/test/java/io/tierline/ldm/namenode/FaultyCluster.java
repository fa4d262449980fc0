/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.namenode.rest.RestParts;
import io.tierline.ldm.settings.MigrationKeys;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.qjournal.MiniQJMHACluster;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.net.NetUtils;

/** A small cluster with LDM whose parts fail, and are well again when told to. */
final class FaultyCluster implements AutoCloseable {
  static final int BLOCK = 256 << 10;
  static final int REPLICATION = 3;
  private static final String[] RACKS = {"/r1", "/r1", "/r2", "/r2", "/r2"};
  private static final long[] CAPACITIES = {64L * BLOCK, 1L << 30};

  private final Configuration conf;
  private final MiniQJMHACluster quorum;
  private final MiniDFSCluster cluster;
  private final DistributedFileSystem fileSystem;
  private final List<MiniDFSCluster.DataNodeProperties> stopped = new ArrayList<>();
  private final List<File> failed = new ArrayList<>();
  private int active;

  private FaultyCluster(Path directory, boolean standby) throws Exception {
    conf = configuration();
    File dfs = directory.resolve("dfs").toFile();
    if (standby) {
      MiniQJMHACluster.Builder builder =
          new MiniQJMHACluster.Builder(conf, dfs).baseDir(directory.resolve("journals").toString());
      withNodes(builder.getDfsBuilder());
      quorum = builder.build();
      cluster = quorum.getDfsCluster();
      cluster.waitActive();
      cluster.transitionToActive(0);
      fileSystem = HATestUtil.configureFailoverFs(cluster, conf);
    } else {
      quorum = null;
      cluster = withNodes(new MiniDFSCluster.Builder(conf, dfs)).build();
      cluster.waitActive();
      fileSystem = cluster.getFileSystem();
    }
    StateAssertions.awaitLoaded(cluster, active);
  }

  /** Starts five DataNodes on two racks, each with an SSD of 64 blocks and a disk. */
  static FaultyCluster start(Path directory, boolean standby) throws Exception {
    return new FaultyCluster(directory, standby);
  }

  private static MiniDFSCluster.Builder withNodes(MiniDFSCluster.Builder builder) {
    return builder
        .numDataNodes(RACKS.length)
        .racks(RACKS)
        .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK})
        .storagesPerDatanode(2)
        .storageCapacities(CAPACITIES)
        .checkExitOnShutdown(false);
  }

  private static Configuration configuration() {
    Configuration conf = StateAssertions.configuration();
    conf.setLong("dfs.blocksize", BLOCK);
    conf.setLong("dfs.namenode.fs-limits.min-block-size", BLOCK);
    conf.setInt("dfs.replication", REPLICATION);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    conf.setInt("dfs.namenode.reconstruction.pending.timeout-sec", 5);
    conf.setInt("dfs.namenode.heartbeat.recheck-interval", 1_000);
    conf.setInt("dfs.datanode.failed.volumes.tolerated", 1);
    conf.set("dfs.datanode.disk.check.min.gap", "0s");
    // A move takes a while, so that a fault finds it under way.
    conf.set("dfs.datanode.balance.bandwidthPerSec", "1m");
    conf.set(MigrationKeys.INTERVAL.key(), "1s");
    conf.set(MigrationKeys.TOTAL_BYTES.key(), "2m");
    conf.set(MigrationKeys.VERIFY.key(), "10s");
    return conf;
  }

  MiniDFSCluster hdfs() {
    return cluster;
  }

  /** For tools that ask the active NameNode over HTTP, and it alone. */
  Configuration clientConfiguration() {
    Configuration client = new HdfsConfiguration();
    FileSystem.setDefaultUri(client, cluster.getURI(active));
    client.set(
        DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY,
        NetUtils.getHostPortString(cluster.getNameNode(active).getHttpAddress()));
    return client;
  }

  DistributedFileSystem fileSystem() {
    return fileSystem;
  }

  /** The active NameNode's LDM. */
  RestParts ldm() {
    return StateAssertions.service(cluster, active);
  }

  int active() {
    return active;
  }

  void restartNameNode() throws Exception {
    cluster.restartNameNode(active);
    StateAssertions.awaitLoaded(cluster, active);
  }

  void failOver() throws Exception {
    cluster.transitionToStandby(active);
    takeOver();
  }

  void loseActive() throws Exception {
    int lost = active;
    cluster.shutdownNameNode(lost);
    takeOver();
    cluster.restartNameNode(lost, false);
  }

  private void takeOver() throws Exception {
    active = 1 - active;
    cluster.transitionToActive(active);
    StateAssertions.awaitLoaded(cluster, active);
  }

  /** Stops a DataNode, and has the NameNodes take it for dead at once. */
  void killDataNode(Random random) throws Exception {
    DataNode node = any(random);
    MiniDFSCluster.DataNodeProperties gone =
        cluster.stopDataNode(node.getDatanodeId().getXferAddr());
    stopped.add(gone);
    for (int i = 0; i < cluster.getNumNameNodes(); i++) {
      var id =
          cluster
              .getNamesystem(i)
              .getBlockManager()
              .getDatanodeManager()
              .getDatanode(node.getDatanodeUuid());
      if (id != null) {
        BlockManagerTestUtil.noticeDeadDatanode(cluster.getNameNode(i), id.getXferAddr());
      }
    }
  }

  private DataNode any(Random random) {
    List<DataNode> nodes = cluster.getDataNodes();
    return nodes.get(random.nextInt(nodes.size()));
  }

  void failVolume(Random random) throws Exception {
    DataNode node = any(random);
    StorageType type = random.nextBoolean() ? StorageType.SSD : StorageType.DISK;
    try (FsDatasetSpi.FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (volume.getStorageType() == type) {
          File directory = new File(volume.getBaseURI());
          DataNodeTestUtils.injectDataDirFailure(directory);
          failed.add(directory);
          node.checkDiskErrorAsync(volume);
        }
      }
    }
    LdmCluster.await("the failure's notice", () -> node.getFSDataset().getNumFailedVolumes() > 0);
  }

  /** Takes what is left of the SSDs of that many DataNodes. */
  void fillSsds(int nodes) throws IOException {
    List<DataNode> all = cluster.getDataNodes();
    for (DataNode node : all.subList(0, Math.min(nodes, all.size()))) {
      capacities(node, 1);
    }
  }

  private static void capacities(DataNode node, long ssd) throws IOException {
    try (FsDatasetSpi.FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        boolean fast = volume.getStorageType() == StorageType.SSD;
        ((FsVolumeImpl) volume).setCapacityForTesting(fast ? ssd : CAPACITIES[1]);
      }
    }
  }

  /** Interrupts every thread of the active NameNode's LDM that moves a replica. */
  static int killDispatchers() {
    int killed = 0;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("tierline-ldm-mover-")) {
        thread.interrupt();
        killed++;
      }
    }
    return killed;
  }

  /** Without waiting for them: a DataNode that has just been started may not answer yet. */
  void askForBlockReports() throws IOException {
    for (DataNode node : cluster.getDataNodes()) {
      node.triggerBlockReport(new BlockReportOptions.Factory().build());
    }
  }

  /** Brings everything back that failed. */
  void heal() throws Exception {
    for (MiniDFSCluster.DataNodeProperties node : stopped) {
      cluster.restartDataNode(node, true);
    }
    stopped.clear();
    if (!failed.isEmpty()) {
      DataNodeTestUtils.restoreDataDirFromFailure(failed.toArray(new File[0]));
      failed.clear();
      restartNodesWithFailedVolumes();
    }
    cluster.waitActive(active);
    for (DataNode node : cluster.getDataNodes()) {
      LdmCluster.await("its storage", () -> node.getFSDataset() != null);
      capacities(node, CAPACITIES[0]);
    }
    LdmCluster.await(
        "all DataNodes", () -> cluster.getNamesystem(active).getNumLiveDataNodes() == RACKS.length);
  }

  private void restartNodesWithFailedVolumes() throws IOException {
    List<DataNode> nodes = new ArrayList<>(cluster.getDataNodes());
    for (DataNode node : nodes) {
      if (node.getFSDataset().getNumFailedVolumes() > 0) {
        cluster.restartDataNode(cluster.stopDataNode(node.getDatanodeId().getXferAddr()), true);
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (quorum != null) {
      quorum.shutdown();
    } else {
      cluster.shutdown();
    }
  }
}
