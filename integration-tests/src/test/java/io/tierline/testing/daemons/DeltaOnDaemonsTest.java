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
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A DataNode of its own with the delta log, killed (kill -9) while clients sync by it. Whatever was
 * acknowledged is there after its next start, and no record is torn.
 */
@Tag("integration")
class DeltaOnDaemonsTest {
  /** Of each kind. */
  private static final int KILLS =
      Integer.getInteger("tierline.kills", Boolean.getBoolean("tierline.extended") ? 200 : 2);

  private static final long SEED = Long.getLong("tierline.seed", 1);
  private static final int RECORDS_MAX = 400;
  private static final int SECTOR = 512;
  private static final String NODE = "datanode1";
  private static final String PATH = "tierline.bid.delta.path";
  private static final Pattern IN_USE =
      Pattern.compile("hsync goes to the delta log .*: (\\d+) blocks needed it, (\\d+) got bytes");

  private static DaemonCluster cluster;
  private static DistributedFileSystem files;
  private static Path scheduler;

  @BeforeAll
  static void install() throws Exception {
    Path root = Files.createDirectories(Path.of("target/daemons"));
    cluster = new DaemonCluster(Files.createTempDirectory(root.toAbsolutePath(), "delta-"), 1, 1);
    Files.createDirectories(ssd());
    DiskInSysfs disk = DiskInSysfs.make(cluster.host(NODE));
    scheduler = disk.scheduler();
    cluster
        .host(NODE)
        .copyJar("bid-agent", "share/hadoop/hdfs/lib")
        .set(
            Host.HDFS,
            "dfs.datanode.fsdataset.factory",
            "io.tierline.bid.dataset.TierlineDatasetFactory")
        .set(Host.HDFS, "tierline.bid.delta.enabled", "true")
        .set(Host.HDFS, "tierline.bid.delta.segment", "256k")
        // Nothing but what the test does brings blocks home, or has the log given up.
        .set(Host.HDFS, "tierline.bid.delta.idle", "1d")
        .set(Host.HDFS, "tierline.bid.delta.slow", "2m")
        .set(Host.HDFS, "dfs.datanode.plugins", "io.tierline.bid.agent.BidAgent")
        .set(Host.HDFS, "tierline.bid.devices.sysfs", disk.sysfs().toString())
        .set(Host.HDFS, "tierline.bid.devices.scheduler", "none")
        .set(Host.HDFS, "tierline.bid.devices.interval", "100ms")
        .set(Host.HDFS, "dfs.heartbeat.interval", "1");
    cluster.nameNodeHost(1).set(Host.HDFS, "dfs.heartbeat.interval", "1");
    // A writer without a DataNode ends soon.
    cluster
        .host("client")
        .set(Host.HDFS, "dfs.client.block.write.locateFollowingBlock.retries", "3")
        .set(Host.HDFS, "dfs.client.block.write.retries", "0");
    useLog("small", "2m");
    cluster.startDataNode(NODE);
    cluster.formatAndStartNameNodes();
    files = cluster.superuser();
    awaitNode();
    awaitLog();
  }

  @AfterAll
  static void end() throws Exception {
    files.close();
    cluster.close();
  }

  private static Path ssd() {
    return cluster.host(NODE).home().resolve("ssd");
  }

  /** A log of that name, once the DataNode is started. */
  private static Path useLog(String name, String size) {
    Path log = ssd().resolve(name);
    cluster
        .host(NODE)
        .set(Host.HDFS, PATH, log.toString())
        .set(Host.HDFS, "tierline.bid.delta.size", size);
    return log;
  }

  private static void awaitNode() throws Exception {
    cluster.awaitDataNodes(1, files);
  }

  private static void awaitLog() throws Exception {
    cluster.await("the delta log", () -> IN_USE.matcher(cluster.daemon(NODE).log()).find());
  }

  /** Starts the DataNode again; what it has logged is of this life alone. */
  private static void restart() throws Exception {
    cluster.clearLog(NODE);
    Files.writeString(scheduler, DiskInSysfs.AT_BOOT);
    cluster.startDataNode(NODE);
    awaitNode();
  }

  private static boolean schedulerIs(String name) throws IOException {
    return Files.readString(scheduler).strip().equals(name);
  }

  /**
   * As an operator stops it, by a signal: nothing of the log is needed any more, and the kernel's
   * queue is as it was.
   */
  private static void stop() throws Exception {
    cluster.await("the agent's setting", () -> schedulerIs("none"));
    cluster.daemon(NODE).stop();
    assertThat(scheduler).content().startsWith("bfq");
    assertThat(onTheDisk(path -> path.endsWith("tierline-bid-delta.mark"))).isEmpty();
  }

  private static void switchTo(String name, String size) throws Exception {
    stop();
    useLog(name, size);
    restart();
    awaitLog();
  }

  /** Blocks that got bytes from the log when the DataNode was started. */
  private static int replayed() throws IOException {
    Matcher line = IN_USE.matcher(cluster.daemon(NODE).log());
    assertThat(line.find()).as("the log is in use").isTrue();
    return Integer.parseInt(line.group(2));
  }

  private static List<Written> writeAndKill(long seed, boolean closes) throws Exception {
    SyncingWriters writers = new SyncingWriters(files, seed, closes);
    writers.write(1 + new Random(seed).nextInt(RECORDS_MAX));
    cluster.daemon(NODE).kill();
    return writers.end();
  }

  /** The log is so small that it goes round while blocks are written, closed and begun. */
  @Test
  void whatWasSyncedIsThereAfterAKill() throws Exception {
    switchTo("small", "2m");
    for (long seed = SEED; seed < SEED + KILLS; seed++) {
      List<Written> written = writeAndKill(seed, true);
      restart();
      awaitLog();
      SyncingWriters.assertSynced(written, cluster, files);
    }
  }

  /** As when power is lost: of what only the kernel's cache had, the disk has any sectors. */
  @Test
  void whatWasSyncedIsThereAfterALossOfPower() throws Exception {
    switchTo("large", "32m");
    int replayed = 0;
    for (long seed = SEED; seed < SEED + KILLS; seed++) {
      List<Written> written = writeAndKill(-seed, false);
      loseWhatIsNotDurable(new Random(seed));
      restart();
      awaitLog();
      replayed += replayed();
      SyncingWriters.assertSynced(written, cluster, files);
    }
    assertThat(replayed).isPositive();
  }

  private static void loseWhatIsNotDurable(Random random) throws IOException {
    for (Path file : beingWritten()) {
      try (RandomAccessFile lost = new RandomAccessFile(file.toFile(), "rw")) {
        lost.setLength(random.nextLong(lost.length() + 1));
        for (long at = 0; at < lost.length(); at += SECTOR) {
          if (random.nextBoolean()) {
            lost.seek(at);
            lost.write(new byte[(int) Math.min(SECTOR, lost.length() - at)]);
          }
        }
      }
    }
  }

  /** Files of blocks none of which was synced at home, as the log has room for all of them. */
  private static List<Path> beingWritten() throws IOException {
    return onTheDisk(
        path ->
            path.getParent().endsWith("rbw") && path.getFileName().toString().startsWith("blk_"));
  }

  private static List<Path> onTheDisk(Predicate<Path> which) throws IOException {
    try (Stream<Path> all = Files.walk(cluster.host(NODE).home().resolve("data/disk"))) {
      return all.filter(which).sorted().toList();
    }
  }

  /** Without its log a volume does not pass for whole; with it nothing is lost, wherever it is. */
  @Test
  void aLogThatIsNotThereIsWaitedFor() throws Exception {
    switchTo("large", "32m");
    switchTo("mounted", "8m");
    Path log = ssd().resolve("mounted");
    List<Written> written = writeAndKill(SEED, false);
    loseWhatIsNotDurable(new Random(SEED));
    Path away = ssd().resolve("away");
    Files.move(log, away);
    restart();
    assertHeld();
    assertThat(log).as("no new log is made").doesNotExist();
    // Asked for again half a minute later at the earliest: one file is enough.
    assertNotRecovered(written.get(0).path());
    cluster.daemon(NODE).kill();
    // Another machine's, at the same path.
    Files.copy(ssd().resolve("large"), log);
    restart();
    assertHeld();
    cluster.daemon(NODE).stop();
    Files.move(away, useLog("moved", "8m"));
    restart();
    awaitLog();
    assertThat(replayed()).isPositive();
    Collections.rotate(written, -1);
    SyncingWriters.assertSynced(written, cluster, files);
  }

  /** The DataNode says so in two lines and serves as stock. */
  private static void assertHeld() throws Exception {
    assertThat(cluster.daemon(NODE).log())
        .containsOnlyOnce("the delta log cannot be used")
        .containsOnlyOnce("may need the delta log");
    awaitNode();
  }

  /** A file that may lack bytes stays open. */
  private static void assertNotRecovered(org.apache.hadoop.fs.Path path) throws Exception {
    cluster.await(
        "a refusal to recover " + path,
        () -> {
          assertThat(files.recoverLease(path)).isFalse();
          return cluster.daemon(NODE).log().contains("may lack bytes that a delta log has");
        });
  }
}
