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

import io.tierline.ldm.live.JobState;
import io.tierline.ldm.mapreduce.ApplicationReport;
import io.tierline.ldm.namenode.state.NamespaceStateStore;
import io.tierline.ldm.placement.Tier;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.settings.PlacementKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Room that nothing to come will want, in a NameNode that looks ahead. */
class SpareRoomTest {
  private static long onSsd(LdmCluster cluster, String path) throws Exception {
    return cluster.census(path).blocks().get(0).on(StorageType.SSD);
  }

  private static LdmCluster start() throws Exception {
    return LdmCluster.start(
        builder ->
            builder.configure(
                conf -> {
                  conf.set(PlacementKeys.VALUE_MODEL.key(), "work");
                  conf.set(PlacementKeys.TABLE_INTERVAL.key(), "100ms");
                }));
  }

  /** Files are written until all three replicas of a block have room. */
  private static int writeUntilRoomIsSpare(LdmCluster cluster, String spared, String... others)
      throws Exception {
    int file = 0;
    do {
      file++;
      cluster.write(spared + "/" + file, 1);
      for (String other : others) {
        cluster.write(other + "/" + file, 1);
      }
    } while (onSsd(cluster, spared + "/" + file) < 3);
    return file;
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void furtherFastReplicasSpareDisksTheWritingAndChangeNoPolicy() throws Exception {
    try (LdmCluster cluster = start()) {
      cluster.registerReaders("w", "/out", 1);
      cluster.write("/out/0", 1);
      assertThat(onSsd(cluster, "/out/0")).isEqualTo(1);
      writeUntilRoomIsSpare(cluster, "/out");
      LdmCluster.await("LDM's storage policy", () -> cluster.policy("/out").equals("ONE_SSD"));
    }
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void sizeThatAConfigurationTellsKeepsRoomAndTheOneThatComesIsKept() throws Exception {
    try (LdmCluster cluster = start()) {
      cluster.registerReaders("w", "/out", 1);
      cluster.registerReaders("x", "/other", 1);
      tell(cluster, JobState.RUNNING);
      int file = writeUntilRoomIsSpare(cluster, "/other", "/out");
      assertThat(onSsd(cluster, "/out/" + file)).isEqualTo(1);
      tell(cluster, JobState.SUCCEEDED);
      LdmCluster.await("what was learned", () -> isLearned(cluster));
    }
  }

  /** TeraGen of a small demo is done before a DataNode has said once what it has written. */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void roomThatIsGivenCountsBeforeADataNodeReportsIt() throws Exception {
    try (LdmCluster cluster = start()) {
      cluster.registerReaders("w", "/out", 1);
      cluster.embedded().hdfs().getDataNodes().forEach(node -> heartbeats(node, false));
      long before = remainingOnSsds(cluster);
      cluster.write("/out/0", 2);
      long given = 2L * LdmCluster.BLOCK;
      LdmCluster.await("room given", () -> remainingOnSsds(cluster) <= before - given);
      cluster.embedded().hdfs().getDataNodes().forEach(node -> heartbeats(node, true));
      cluster.fileSystem().delete(new Path("/out/0"), false);
      LdmCluster.await("what is reported", () -> remainingOnSsds(cluster) > before - given);
    }
  }

  private static void heartbeats(DataNode node, boolean on) {
    DataNodeTestUtils.setHeartbeatsDisabledForTests(node, !on);
  }

  private static long remainingOnSsds(LdmCluster cluster) {
    return cluster.service().advisor().table().tiers().stream()
        .filter(tier -> tier.medium() == Medium.SSD)
        .mapToLong(Tier::remainingBytes)
        .sum();
  }

  /** With migration that gives it back by itself. */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void roomIsLentToFilesWithoutLineageUntilAJobWantsIt() throws Exception {
    try (MigratingCluster cluster =
        MigratingCluster.start(
            "auto",
            conf -> {
              conf.set(PlacementKeys.VALUE_MODEL.key(), "work");
              conf.set(PlacementKeys.TABLE_INTERVAL.key(), "100ms");
              conf.set(PlacementKeys.LENT_TO.key(), "/logs");
            })) {
      LdmCluster ldm = cluster.ldm();
      int file = writeUntilRoomIsSpare(ldm, "/logs", "/elsewhere");
      assertThat(onSsd(ldm, "/elsewhere/" + file)).isZero();
      assertThat(ldm.policy("/logs")).isEqualTo("HOT");
      ldm.registerReaders("w", "/out", 1);
      tell(ldm, JobState.RUNNING);
      ldm.write("/out/0", 1);
      cluster.awaitOn("/logs/" + file, 0, 3);
      ldm.write("/logs/later", 1);
      assertThat(onSsd(ldm, "/logs/later")).isZero();
    }
  }

  private static boolean isLearned(LdmCluster cluster) {
    Path outputs = new Path(NamespaceStateStore.ROOT, "outputs");
    try {
      return cluster.fileSystem().exists(outputs)
          && cluster.fileSystem().listStatus(outputs).length == 1;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** More than there is room for. */
  private static void tell(LdmCluster cluster, JobState state) throws Exception {
    cluster
        .client()
        .application(
            new ApplicationReport(
                "application_1700000000000_0001",
                UserGroupInformation.getCurrentUser().getShortUserName(),
                "default",
                "generate",
                state,
                "w",
                "w",
                "writer",
                Set.of(),
                List.of(),
                List.of("/out"),
                1L << 50));
  }
}
