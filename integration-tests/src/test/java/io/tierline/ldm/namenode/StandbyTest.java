/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static io.tierline.ldm.namenode.StateAssertions.awaitLoaded;
import static io.tierline.ldm.namenode.StateAssertions.awaitPolicy;
import static io.tierline.ldm.namenode.StateAssertions.chain;
import static io.tierline.ldm.namenode.StateAssertions.fastReplicas;
import static io.tierline.ldm.namenode.StateAssertions.listed;
import static io.tierline.ldm.namenode.StateAssertions.service;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.client.LdmClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.qjournal.MiniQJMHACluster;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.util.ExitUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two NameNodes with LDM over a quorum of journals. */
@Tag("integration")
class StandbyTest {
  @TempDir private Path directory;
  private Configuration conf;
  private MiniQJMHACluster quorum;
  private MiniDFSCluster cluster;

  @BeforeEach
  void start() throws IOException {
    conf = StateAssertions.configuration();
    MiniQJMHACluster.Builder builder =
        new MiniQJMHACluster.Builder(conf, directory.resolve("dfs").toFile())
            .baseDir(directory.resolve("journals").toString());
    // One of these tests has a NameNode end itself.
    StateAssertions.withTiers(builder.getDfsBuilder()).checkExitOnShutdown(false);
    quorum = builder.build();
    cluster = quorum.getDfsCluster();
    cluster.waitActive();
    cluster.transitionToActive(0);
  }

  @AfterEach
  void stop() throws IOException {
    quorum.shutdown();
  }

  private LdmClient client(int nameNode) {
    return StateAssertions.client(cluster, nameNode);
  }

  private DistributedFileSystem hdfs() throws Exception {
    return HATestUtil.configureFailoverFs(cluster, conf);
  }

  private void failOver(int from, int to) throws Exception {
    cluster.transitionToStandby(from);
    cluster.transitionToActive(to);
    awaitLoaded(cluster, to);
  }

  @Test
  void standbyAnswersFromItsNamespaceAndChangesNothing() throws Exception {
    awaitLoaded(cluster, 0);
    assertThatThrownBy(() -> client(1).register(chain("a")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("503")
        .hasMessageContaining("standby");
    client(0).register(chain("a"));
    LdmCluster.await("the journal", () -> listed(client(1)).contains("a"));
    JsonNode answer = client(1).list();
    assertThat(answer.get("standby").asBoolean()).isTrue();
    assertThat(client(0).list().has("standby")).isFalse();
    assertThat(client(1).status().at("/state/mode").asText()).isEqualTo("WAITING");
    assertThatThrownBy(() -> client(1).withdraw("a")).hasMessageContaining("503");
    assertThatThrownBy(() -> client(1).explain("/a/out")).hasMessageContaining("503");
  }

  /** What an agent reports of the device under a replica. */
  private static String report(LocatedBlock block, int replica, int mibPerSecond) {
    return """
        {"version": 1, "devices": [{"dataNode": "%s", "storage": "%s", "measuredAt": "%s",
          "readMibPerSecond": %d, "writeMibPerSecond": 100}]}
        """
        .formatted(
            block.getLocations()[replica].getDatanodeUuid(),
            block.getStorageIDs()[replica],
            Instant.now(),
            mibPerSecond);
  }

  /** The storage types in the order in which that NameNode offers the replicas to a reader. */
  private List<StorageType> offered(int nameNode) {
    try {
      LocatedBlock block =
          cluster
              .getNameNodeRpc(nameNode)
              .getBlockLocations("/a/out/f", 0, LdmCluster.BLOCK)
              .get(0);
      return Arrays.asList(block.getStorageTypes());
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Agents tell every NameNode, and each orders by what it was told. */
  @Test
  void observerOffersReplicasByTheRatingsOfTheActive() throws Exception {
    cluster.transitionToObserver(1);
    awaitLoaded(cluster, 0);
    client(0).register(chain("a"));
    assertThat(fastReplicas(hdfs(), "/a/out/f")).isEqualTo(1);
    List<StorageType> fastFirst = List.of(StorageType.SSD, StorageType.DISK);
    List<StorageType> diskFirst = List.of(StorageType.DISK, StorageType.SSD);
    LdmCluster.await("the SSD, active", () -> offered(0).equals(fastFirst));
    LdmCluster.await("the SSD, observer", () -> offered(1).equals(fastFirst));
    LocatedBlock block = hdfs().getClient().getLocatedBlocks("/a/out/f", 0).get(0);
    int fast = Arrays.asList(block.getStorageTypes()).indexOf(StorageType.SSD);
    for (int nameNode = 0; nameNode < 2; nameNode++) {
      client(nameNode).reportDevices(report(block, fast, 1));
      client(nameNode).reportDevices(report(block, 1 - fast, 900));
    }
    LdmCluster.await("the disk, active", () -> offered(0).equals(diskFirst));
    LdmCluster.await("the disk, observer", () -> offered(1).equals(diskFirst));
    assertThat(client(1).devices().get("standby").asBoolean()).isTrue();
    cluster.transitionToStandby(1);
    failOver(0, 1);
    assertThat(offered(1)).as("once it is the active one").isEqualTo(diskFirst);
  }

  @Test
  void lineageFollowsEveryFailover() throws Exception {
    awaitLoaded(cluster, 0);
    Set<String> registered = new TreeSet<>();
    for (int round = 0; round < 4; round++) {
      int active = round % 2;
      String id = "w" + round;
      client(active).register(chain(id));
      registered.add(id);
      assertThat(fastReplicas(hdfs(), "/" + id + "/out/first")).isEqualTo(1);
      awaitPolicy(hdfs(), "/" + id + "/out", "ONE_SSD");
      failOver(active, 1 - active);
      assertThat(listed(client(1 - active))).isEqualTo(registered);
      assertThat(fastReplicas(hdfs(), "/" + id + "/out/second")).isEqualTo(1);
      assertThatThrownBy(() -> client(active).register(chain("refused")))
          .hasMessageContaining("503");
    }
    client(0).finished("w1", "use");
    client(0).withdraw("w0");
    awaitPolicy(hdfs(), "/w0/out", "HOT");
    client(0).withdraw("w2");
    failOver(0, 1);
    awaitPolicy(hdfs(), "/w2/out", "HOT");
    assertThat(listed(client(1))).containsExactly("w1", "w3");
    assertThat(client(1).list().at("/workflows/0/finished/0").asText()).isEqualTo("use");
    assertThat(service(cluster, 1).metrics().storagePoliciesSet.value()).isLessThanOrEqualTo(2);
    failOver(1, 0);
    assertThat(listed(client(0))).containsExactly("w1", "w3");
  }

  @Test
  void whatWasAcknowledgedLastSurvivesANameNodeThatWasNotStopped() throws Exception {
    awaitLoaded(cluster, 0);
    for (int i = 0; i < 5; i++) {
      client(0).register(chain("w" + i));
    }
    client(0).finished("w4", "use");
    // The other takes the journals over, as after a crash: segments are open, nothing was closed.
    cluster.transitionToActive(1);
    awaitLoaded(cluster, 1);
    assertThat(listed(client(1))).containsExactly("w0", "w1", "w2", "w3", "w4");
    assertThat(client(1).list().at("/workflows/4/finished/0").asText()).isEqualTo("use");
    // It finds out when it next writes, and ends itself.
    assertThatThrownBy(() -> cluster.shutdownNameNode(0)).hasMessageContaining("flush failed");
    // Other clusters of this JVM take it for their own end else.
    ExitUtil.resetFirstExitException();
    client(1).withdraw("w0");
    assertThat(listed(client(1))).containsExactly("w1", "w2", "w3", "w4");
  }
}
