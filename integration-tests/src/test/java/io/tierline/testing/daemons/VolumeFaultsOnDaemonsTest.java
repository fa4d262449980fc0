/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.testing.daemons.SyncingWriters.Written;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A DataNode with two disks and a delta log, whose volumes go and come and fail while clients write
 * and sync. Whatever was acknowledged is there once the volume is, and the DataNode serves.
 */
@Tag("integration")
@EnabledIfSystemProperty(named = "tierline.extended", matches = "true")
class VolumeFaultsOnDaemonsTest {
  private static final String LOG = "TierlineBidDelta";
  private static final String IN_USE = "hsync goes to the delta log";
  private static final String SSD = "[SSD]ssd";
  private static final String[] ALL = {SSD, "[DISK]disk1", "[DISK]disk2"};
  private static final int RECORDS = 60;

  private static BidNode node;

  @BeforeAll
  static void install() throws Exception {
    node = new BidNode("volumes").volumes(ALL);
    Path ssd = Files.createDirectories(node.host().home().resolve("ssd"));
    node.host()
        .set(Host.HDFS, "tierline.bid.delta.enabled", "true")
        .set(Host.HDFS, "tierline.bid.delta.path", ssd.resolve("delta.log").toString())
        .set(Host.HDFS, "tierline.bid.delta.size", "8m")
        .set(Host.HDFS, "tierline.bid.delta.segment", "256k")
        // Nothing but what the test does brings blocks home, or has the log given up.
        .set(Host.HDFS, "tierline.bid.delta.idle", "1d")
        .set(Host.HDFS, "tierline.bid.delta.slow", "1m")
        .set(Host.HDFS, "tierline.bid.read.after", "0")
        .set(Host.HDFS, "tierline.bid.read.from.cache", "false")
        .set(Host.HDFS, "tierline.bid.write.back", "64k")
        .set(Host.HDFS, "dfs.datanode.failed.volumes.tolerated", "1")
        .set(Host.HDFS, "dfs.datanode.disk.check.min.gap", "0s")
        .set(Host.HDFS, "dfs.heartbeat.interval", "1");
    node.cluster().nameNodeHost(1).set(Host.HDFS, "dfs.heartbeat.interval", "1");
    node.cluster()
        .host("client")
        .set(Host.HDFS, "dfs.client.block.write.locateFollowingBlock.retries", "3")
        .set(Host.HDFS, "dfs.client.block.write.retries", "0");
    node.start();
  }

  @AfterAll
  static void end() throws Exception {
    node.close();
  }

  @BeforeEach
  void begin() throws Exception {
    node.volumes(ALL).restart();
    awaitLog();
  }

  private static void awaitLog() throws Exception {
    node.cluster().await("the delta log", () -> node.daemon().log().contains(IN_USE));
  }

  private static SyncingWriters write(long seed) throws Exception {
    SyncingWriters writers = new SyncingWriters(node.files(), seed, true).goingOn();
    writers.write(RECORDS);
    return writers;
  }

  /** Killed as it is, and begun again with all volumes. */
  private static void killAndCompare(SyncingWriters writers) throws Exception {
    node.daemon().kill();
    List<Written> written = writers.end();
    node.volumes(ALL).restart();
    awaitLog();
    SyncingWriters.assertSynced(written, node.cluster(), node.files());
    assertThat(node.complaints()).isEmpty();
    node.assertMetric(LOG, "VolumesHeld", 0);
  }

  @Test
  void volumesAreSwappedUnderLoad() throws Exception {
    SyncingWriters writers = write(1);
    node.swapVolumes(SSD, "[DISK]disk1");
    writers.await(RECORDS);
    node.swapVolumes(ALL);
    writers.await(RECORDS);
    node.swapVolumes(SSD, "[DISK]disk2");
    writers.await(RECORDS);
    assertThat(node.complaints()).isEmpty();
    killAndCompare(writers);
  }

  /** Its folder cannot be used any more; what was open there goes on, as the kernel has it. */
  @Test
  void aVolumeFailsUnderLoad() throws Exception {
    SyncingWriters writers = write(2);
    Path disk = node.host().home().resolve("data/disk2");
    Path away = disk.resolveSibling("away");
    Files.move(disk, away);
    Files.createFile(disk);
    node.cluster()
        .await("the failure to be noticed", () -> node.daemon().log().contains("failed volume"));
    writers.await(RECORDS);
    node.daemon().kill();
    Files.delete(disk);
    Files.move(away, disk);
    killAndCompare(writers);
  }

  /** By SIGTERM, while blocks are written: nothing is left in the log. */
  @Test
  void itIsStoppedUnderLoad() throws Exception {
    SyncingWriters writers = write(3);
    node.daemon().stop();
    assertThat(node.complaints()).isEmpty();
    assertThat(node.marks()).isEmpty();
    killAndCompare(writers);
  }
}
