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
import io.tierline.ldm.migration.PlanProgress;
import io.tierline.ldm.migration.PlanState;
import io.tierline.ldm.namenode.migration.MigrationService;
import io.tierline.ldm.namenode.rest.LdmServlet;
import io.tierline.ldm.namenode.rest.RestParts;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.PlacementKeys;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two NameNodes that migrate: the one that is not active any more gives up, the other goes on. */
@Tag("integration")
class MigrationStandbyTest {
  private static final int BLOCKS = 8;
  private static final String FILE = "/out/part-0";
  private static final String CHAIN =
      """
      {"id": "chain", "jobs": [
        {"name": "make", "writes": ["/out"]},
        {"name": "use", "after": ["make"], "reads": ["/out"]}]}
      """;

  @TempDir private File directory;

  private static Configuration configuration() {
    Configuration conf = new HdfsConfiguration();
    conf.addResource(new Path(LdmCluster.conf("hdfs-site-ldm.xml").toUri()));
    // How busy the machine is must not decide where a block lies.
    conf.set(PlacementKeys.BUDGET.key(), "10s");
    conf.setLong("dfs.blocksize", LdmCluster.BLOCK);
    conf.setInt("dfs.replication", 2);
    conf.setInt("dfs.heartbeat.interval", 1);
    conf.set(MigrationKeys.MODE.key(), "auto");
    conf.set(MigrationKeys.INTERVAL.key(), "1s");
    conf.set(MigrationKeys.TOTAL_BYTES.key(), "1m");
    conf.set(MigrationKeys.THREADS.key(), "1");
    return conf;
  }

  @Test
  void plansOfTheOldActiveEndAndTheNewOneMakesItsOwn() throws Exception {
    try (MiniDFSCluster cluster = start(configuration())) {
      DistributedFileSystem hdfs = promoted(cluster, 2);

      cluster.transitionToStandby(0);
      MigrationService old = service(cluster, 0).migration();
      LdmCluster.await("its end", () -> old.plans().open().isEmpty());
      PlanProgress last = old.plans().newestFirst().get(0);
      assertThat(last.state()).isEqualTo(PlanState.ABANDONED);
      assertThat(last.note()).contains("not the active one");

      cluster.transitionToActive(1);
      LdmCluster.await("all blocks on SSD", () -> fast(hdfs) == BLOCKS);
      LdmCluster.awaitReplicas(hdfs, new Path(FILE), 2);
    }
  }

  /** No storage policy tells of it, as in the moment before one is set. */
  @Test
  void whatWasWithdrawnBeforeAFailoverIsMovedDownByTheOther() throws Exception {
    Configuration conf = configuration();
    conf.setBoolean(PlacementKeys.STORAGE_POLICIES.key(), false);
    try (MiniDFSCluster cluster = start(conf)) {
      DistributedFileSystem hdfs = promoted(cluster, BLOCKS);

      service(cluster, 0).migration().close();
      service(cluster, 0).live().workflows().withdraw("chain");
      cluster.transitionToStandby(0);
      cluster.transitionToActive(1);
      LdmCluster.await("no block on SSD", () -> fast(hdfs) == 0);
      LdmCluster.awaitReplicas(hdfs, new Path(FILE), 2);
    }
  }

  @Test
  void whatAWorkflowNoLongerWritesIsMovedDownByTheOther() throws Exception {
    Configuration conf = configuration();
    conf.setBoolean(PlacementKeys.STORAGE_POLICIES.key(), false);
    try (MiniDFSCluster cluster = start(conf)) {
      DistributedFileSystem hdfs = promoted(cluster, BLOCKS);

      service(cluster, 0).migration().close();
      String elsewhere = CHAIN.replace("/out", "/elsewhere");
      service(cluster, 0)
          .live()
          .workflows()
          .register(new LineageDocument(elsewhere).read(""), superuser());
      cluster.transitionToStandby(0);
      cluster.transitionToActive(1);
      LdmCluster.await("no block on SSD", () -> fast(hdfs) == 0);
    }
  }

  private MiniDFSCluster start(Configuration conf) throws Exception {
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, directory)
            .nnTopology(MiniDFSNNTopology.simpleHATopology())
            .numDataNodes(2)
            .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK})
            .storagesPerDatanode(2)
            .storageCapacities(new long[] {1L << 30, 4L << 30})
            .build();
    cluster.waitActive();
    cluster.transitionToActive(0);
    StateAssertions.awaitLoaded(cluster, 0);
    return cluster;
  }

  /** Has so many blocks moved up by the first NameNode. */
  private static DistributedFileSystem promoted(MiniDFSCluster cluster, int blocks)
      throws Exception {
    DistributedFileSystem hdfs =
        HATestUtil.configureFailoverFs(cluster, cluster.getConfiguration(0));
    try (OutputStream out = hdfs.create(new Path(FILE))) {
      out.write(new byte[BLOCKS * LdmCluster.BLOCK]);
    }
    LdmCluster.awaitReplicas(hdfs, new Path(FILE), 2);
    service(cluster, 0)
        .live()
        .workflows()
        .register(new LineageDocument(CHAIN).read(""), superuser());
    LdmCluster.await("the first moves", () -> fast(hdfs) >= blocks);
    return hdfs;
  }

  /** Who owns the files of these tests, so that his word on them counts. */
  private static String superuser() throws IOException {
    return UserGroupInformation.getCurrentUser().getShortUserName();
  }

  private static RestParts service(MiniDFSCluster cluster, int nameNode) {
    return (RestParts)
        cluster.getNameNode(nameNode).getHttpServer().getAttribute(LdmServlet.PARTS_ATTRIBUTE);
  }

  /** Blocks with exactly one replica on SSD. */
  private static int fast(DistributedFileSystem hdfs) {
    try {
      int fast = 0;
      for (LocatedBlock block :
          hdfs.getClient().getLocatedBlocks(FILE, 0, Long.MAX_VALUE).getLocatedBlocks()) {
        long ssd = Arrays.stream(block.getStorageTypes()).filter(t -> t == StorageType.SSD).count();
        fast += ssd == 1 ? 1 : 0;
      }
      return fast;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
