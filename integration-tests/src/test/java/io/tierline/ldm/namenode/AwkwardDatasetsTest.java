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
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReport.DiffReportEntry;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Datasets that their users rename, limit or replicate in ways that a chain knows nothing of. */
@Tag("integration")
class AwkwardDatasetsTest {
  private static MigratingCluster cluster;
  private static DistributedFileSystem files;

  @BeforeAll
  static void start() throws Exception {
    cluster = MigratingCluster.start("auto", conf -> {});
    files = cluster.ldm().fileSystem();
    files.mkdirs(new Path("/archive"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static void write(String path, int replication) throws IOException {
    int buffer = 4096;
    try (OutputStream out =
        files.create(new Path(path), true, buffer, (short) replication, LdmCluster.BLOCK)) {
      out.write(new byte[2 * LdmCluster.BLOCK]);
    }
  }

  private static int onSsd(String path) {
    try {
      return cluster.onSsd(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitPolicy(String path, String policy) throws Exception {
    LdmCluster.await(policy + " on " + path, () -> cluster.ldm().policy(path).equals(policy));
  }

  @Test
  void quotaOfSsdBytesFailsNoJobAndIsNotGotRound() throws Exception {
    write("/limited/written/part-0", 3);
    files.mkdirs(new Path("/limited/out"));
    files.setQuotaByStorageType(new Path("/limited"), StorageType.SSD, 1);
    cluster.ldm().registerReaders("limited", "/limited/out", 1);
    cluster.ldm().registerReaders("written", "/limited/written", 1);
    // Whether it is limited is looked at with its first block.
    write("/limited/out/part-0", 3);
    LdmCluster.await("the first block's way down", () -> onSsd("/limited/out") == 0);
    write("/limited/out/part-1", 3);
    assertThat(onSsd("/limited")).isZero();
    assertThat(cluster.ldm().policy("/limited/out")).isEqualTo("HOT");
  }

  @Test
  void directoryThatIsRenamedLeavesTheFastTierWhereItIsThen() throws Exception {
    Logger audit = LoggerFactory.getLogger("io.tierline.ldm.audit");
    GenericTestUtils.setLogLevel(audit, Level.INFO);
    LogCapturer log = LogCapturer.captureLogs(audit);
    try {
      cluster.ldm().registerReaders("renamed", "/renamed/out", 1);
      write("/renamed/out/part-0", 3);
      awaitPolicy("/renamed/out", "ONE_SSD");
      files.rename(new Path("/renamed/out"), new Path("/archive/out"));
      cluster.ldm().client().withdraw("renamed");
      awaitPolicy("/archive/out", "HOT");
    } finally {
      log.stopCapturing();
    }
    cluster.awaitOn("/archive/out", 0, 3);
    String ours = "allowed=true\tugi=" + UserGroupInformation.getLoginUser() + "\tip=/127.0.0.1\t";
    assertThat(log.getOutput())
        .as("what LDM itself changes")
        .contains(ours + "cmd=ldm.state.put\tsrc=/system/tierline/ldm/workflows/")
        .contains(ours + "cmd=ldm.setStoragePolicy\tsrc=/renamed/out ONE_SSD")
        .contains(ours + "cmd=ldm.unsetStoragePolicy\tsrc=/archive/out")
        .contains(ours + "cmd=ldm.state.remove\tsrc=/system/tierline/ldm/workflows/");
  }

  private static List<DiffReportEntry> changedSince(String snapshot) throws IOException {
    return files.getSnapshotDiffReport(new Path("/snapped"), snapshot, "").getDiffList();
  }

  @Test
  void differencesBetweenSnapshotsShowNothingOfOurs() throws Exception {
    files.mkdirs(new Path("/snapped/out"));
    files.allowSnapshot(new Path("/snapped"));
    cluster.ldm().registerReaders("snapped", "/snapped/out", 1);
    write("/snapped/out/part-0", 3);
    files.createSnapshot(new Path("/snapped"), "written");
    LdmCluster.await(
        "a look at it", () -> cluster.ldm().metrics().storagePoliciesSpared.value() == 1);
    assertThat(cluster.ldm().policy("/snapped/out")).isEqualTo("HOT");
    assertThat(onSsd("/snapped/out")).isEqualTo(2);
    cluster.ldm().client().withdraw("snapped");
    cluster.awaitOn("/snapped/out", 0, 3);
    assertThat(changedSince("written")).isEmpty();
    files.setStoragePolicy(new Path("/snapped/out"), "ONE_SSD");
    assertThat(changedSince("written")).as("that it would show").hasSize(1);
  }

  @Test
  void policyThatAUserSetsInPlaceOfOursKeepsItsReplicas() throws Exception {
    cluster.ldm().registerReaders("user", "/set/out", 3);
    write("/set/out/part-0", 3);
    awaitPolicy("/set/out", "ALL_SSD");
    files.setStoragePolicy(new Path("/set/out"), "ONE_SSD");
    cluster.ldm().client().withdraw("user");
    // Another dataset shows that what is unread has been looked for.
    cluster.ldm().registerReaders("other", "/other/out", 1);
    write("/other/out/part-0", 3);
    cluster.ldm().client().withdraw("other");
    cluster.awaitOn("/other/out", 0, 3);
    assertThat(cluster.ldm().policy("/set/out")).isEqualTo("ONE_SSD");
    assertThat(onSsd("/set/out")).isEqualTo(6);
  }

  @Test
  void fileWithMoreReplicasThanNodesLeavesTheFastTier() throws Exception {
    cluster.ldm().registerReaders("wide", "/wide/out", 1);
    write("/wide/out/part-0", 10);
    cluster.ldm().client().finished("wide", "reader0");
    LdmCluster.await("the way down", () -> onSsd("/wide/out") == 0);
    assertThat(cluster.isOn("/wide/out", 0, 4)).isTrue();
  }
}
