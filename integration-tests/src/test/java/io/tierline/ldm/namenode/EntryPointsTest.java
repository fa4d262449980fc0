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

import io.tierline.testing.cluster.BlockReplicas;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.mover.Mover;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every way in which HDFS asks the placement policy, and HDFS's own tools afterwards. */
@Tag("integration")
class EntryPointsTest {
  private static final String OUT = "/chain/out";
  private static final Path FILE = new Path(OUT, "part-0");

  private LdmCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster =
        LdmCluster.start(
            b ->
                b.configure(
                    conf -> {
                      conf.setInt("dfs.namenode.heartbeat.recheck-interval", 1_000);
                      conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
                    }));
    cluster.registerReaders("chain", OUT, 1);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void favouredNodesKeepTheNodesAndGetTheTier() throws Exception {
    DataNode favoured = cluster.embedded().hdfs().getDataNodes().get(2);
    InetSocketAddress[] wanted = {favoured.getXferAddress()};
    try (OutputStream out =
        cluster
            .fileSystem()
            .create(
                FILE,
                FsPermission.getFileDefault(),
                true,
                4096,
                (short) 3,
                LdmCluster.BLOCK,
                null,
                wanted)) {
      out.write(new byte[2 * LdmCluster.BLOCK]);
    }
    cluster.awaitReplicas(FILE.toString());
    cluster.assertReplicas(OUT, 1, 2);
    for (BlockReplicas block : cluster.census(OUT).blocks()) {
      assertThat(block.replicas())
          .anyMatch(r -> r.dataNode().endsWith(":" + favoured.getXferPort()));
    }
  }

  @Test
  void webHdfsWritesToTheTier() throws Exception {
    String nameNode =
        NetUtils.getHostPortString(cluster.embedded().hdfs().getNameNode().getHttpAddress());
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest create =
        HttpRequest.newBuilder(
                URI.create(
                    "http://" + nameNode + "/webhdfs/v1" + FILE + "?op=CREATE&user.name=" + user))
            .PUT(BodyPublishers.noBody())
            .build();
    HttpResponse<Void> redirect = http.send(create, BodyHandlers.discarding());
    assertThat(redirect.statusCode()).isEqualTo(307);
    // The mini cluster invents host names for its DataNodes; all of them are this machine.
    URI dataNode =
        URI.create(
            redirect
                .headers()
                .firstValue("Location")
                .orElseThrow()
                .replaceFirst("//host\\d+\\.foo\\.com:", "//127.0.0.1:"));
    byte[] data = new byte[2 * LdmCluster.BLOCK];
    HttpRequest put =
        HttpRequest.newBuilder(dataNode).PUT(BodyPublishers.ofByteArray(data)).build();
    assertThat(http.send(put, BodyHandlers.discarding()).statusCode()).isEqualTo(201);
    cluster.awaitReplicas(FILE.toString());
    assertThat(cluster.census(OUT).bytes()).isEqualTo(data.length);
    cluster.assertReplicas(OUT, 1, 2);
  }

  @Test
  void appendedBlocksGoToTheTierToo() throws Exception {
    cluster.write(FILE.toString(), 1);
    try (OutputStream out = cluster.fileSystem().append(FILE)) {
      out.write(new byte[2 * LdmCluster.BLOCK]);
    }
    cluster.awaitReplicas(FILE.toString());
    assertThat(cluster.census(OUT).blocks()).hasSize(3);
    cluster.assertReplicas(OUT, 1, 2);
  }

  @Test
  void pipelineThatLosesItsFastNodeGetsAnotherFastOne() throws Exception {
    try (FSDataOutputStream out = cluster.fileSystem().create(FILE)) {
      out.write(new byte[LdmCluster.BLOCK / 2]);
      out.hflush();
      cluster.embedded().hdfs().stopDataNode(fastNodeOfLastBlock());
      out.write(new byte[LdmCluster.BLOCK / 4]);
    }
    cluster.awaitReplicas(FILE.toString());
    cluster.assertReplicas(OUT, 1, 2);
  }

  private String fastNodeOfLastBlock() throws Exception {
    LocatedBlock last =
        cluster.fileSystem().getClient().getLocatedBlocks(FILE.toString(), 0).getLastLocatedBlock();
    return Arrays.stream(last.getLocations())
        .filter(node -> node.getStorageType() == StorageType.SSD)
        .findFirst()
        .orElseThrow()
        .getXferAddr();
  }

  @Test
  void lostFastReplicaComesBackAsOne() throws Exception {
    cluster.write(FILE.toString(), 2);
    BlockReplicas block = cluster.census(OUT).blocks().get(0);
    String fastNode =
        block.replicas().stream()
            .filter(r -> r.tier() == StorageType.SSD)
            .findFirst()
            .orElseThrow()
            .dataNode();
    cluster.embedded().hdfs().stopDataNode(fastNode);
    BlockManagerTestUtil.noticeDeadDatanode(cluster.embedded().hdfs().getNameNode(), fastNode);
    LdmCluster.await("the dead node's end", () -> isGone(fastNode));
    cluster.assertReplicas(OUT, 1, 2);
    assertThat(cluster.metrics().fastReplicasMissed.value()).isZero();
    cluster.assertClean(OUT);
  }

  private boolean isGone(String dataNode) {
    try {
      return cluster.census(OUT).blocks().stream()
          .flatMap(b -> b.replicas().stream())
          .noneMatch(r -> r.dataNode().equals(dataNode));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void raisedAndLoweredReplicationKeepsTheFastReplica() throws Exception {
    cluster.write(FILE.toString(), 2);
    cluster.fileSystem().setReplication(FILE, (short) 4);
    cluster.assertReplicas(OUT, 1, 3);
    // HDFS goes by it when it takes replicas away, and LDM sets it a moment after the first block.
    LdmCluster.await("the storage policy", () -> "ONE_SSD".equals(cluster.policy(OUT)));
    cluster.fileSystem().setReplication(FILE, (short) 2);
    cluster.assertReplicas(OUT, 1, 1);
    cluster.assertClean(OUT);
  }

  @Test
  void moverFindsNothingToMove() throws Exception {
    cluster.write(FILE.toString(), 3);
    LdmCluster.await("the storage policy", () -> "ONE_SSD".equals(cluster.policy(OUT)));
    var before = cluster.census(OUT);
    int status =
        ToolRunner.run(
            cluster.embedded().configuration(), new Mover.Cli(), new String[] {"-p", "/"});
    assertThat(status).isZero();
    assertThat(cluster.census(OUT)).isEqualTo(before);
  }

  @Test
  void withdrawalRestoresTheStoragePolicy() throws Exception {
    cluster.write(FILE.toString(), 1);
    LdmCluster.await("the storage policy", () -> "ONE_SSD".equals(cluster.policy(OUT)));
    cluster.client().withdraw("chain");
    LdmCluster.await("its end", () -> "HOT".equals(cluster.policy(OUT)));
    // Counted after it can be seen.
    LdmCluster.await("the count", () -> cluster.metrics().storagePoliciesRestored.value() > 0);
    assertThat(cluster.metrics().storagePoliciesRestored.value()).isEqualTo(1);
    assertThat(cluster.metrics().storagePoliciesSet.value()).isEqualTo(1);
  }

  @Test
  void directoryWithItsUsersPolicyIsPlacedByThat() throws Exception {
    cluster.fileSystem().mkdirs(new Path(OUT));
    cluster.fileSystem().setStoragePolicy(new Path(OUT), "ALL_SSD");
    cluster.write(FILE.toString(), 1);
    cluster.assertReplicas(OUT, 3, 0);
    assertThat(cluster.metrics().storagePolicyOfUser.value()).isEqualTo(1);
    assertThat(cluster.policy(OUT)).isEqualTo("ALL_SSD");
  }
}
