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
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A DataNode on file systems that are not made for it, or are full, and within limits that are too
 * low: it serves, and says in one line what it goes without.
 */
@Tag("integration")
@EnabledIfSystemProperty(named = "tierline.extended", matches = "true")
class MachineFaultsOnDaemonsTest {
  private static final String LOG = "TierlineBidDelta";
  private static final String DATASET = "TierlineBidDataset";
  private static final String INVALID = "InvalidKeys";
  private static final String IN_USE = "hsync goes to the delta log";
  private static final String BALANCER = "org.apache.hadoop.hdfs.tools.DiskBalancerCLI";
  private static final String SSD = "[SSD]ssd";
  private static final String DISK = "[DISK]disk1";
  private static final int LENGTH = 3_000_000;
  private static final int MEBIBYTES = 64;

  private static BidNode node;
  private static OwnMounts mounts;

  /** Of the node when nothing is wrong. */
  private static final Map<String, String> KEYS =
      Map.of(
          "tierline.bid.delta.enabled", "true",
          "tierline.bid.delta.size", "8m",
          "tierline.bid.delta.segment", "256k",
          "tierline.bid.delta.slow", "1m",
          "tierline.bid.read.after", "0",
          "tierline.bid.read.from.cache", "false",
          "tierline.bid.write.back", "64k",
          "dfs.heartbeat.interval", "1");

  private final List<String> others = new ArrayList<>();

  @BeforeAll
  static void install() throws Exception {
    node = new BidNode("machine");
    mounts = OwnMounts.of(node.host());
    node.host().write("hadoop-metrics2.properties", "*.period=1\n");
    // Its volumes are smaller than the space that HDFS leaves free by default.
    String spare = "dfs.datanode.round-robin-volume-choosing-policy.additional-available-space";
    node.host().set(Host.HDFS, spare, "0");
    node.host().jvm("-Djava.io.tmpdir=" + Files.createDirectories(temporary()));
    setKeys();
    node.cluster().nameNodeHost(1).set(Host.HDFS, "dfs.heartbeat.interval", "1");
    node.cluster()
        .host("client")
        .set(Host.HDFS, "dfs.client.block.write.locateFollowingBlock.retries", "3")
        .set(Host.HDFS, "dfs.client.block.write.retries", "0");
    node.volumes(SSD, DISK).start();
  }

  private static void setKeys() throws IOException {
    KEYS.forEach((key, value) -> node.host().set(Host.HDFS, key, value));
    Path ssd = Files.createDirectories(node.host().home().resolve("ssd"));
    node.host().set(Host.HDFS, "tierline.bid.delta.path", ssd.resolve("delta.log").toString());
  }

  @AfterAll
  static void end() throws Exception {
    if (node.files() != null) {
      node.close();
    }
  }

  @AfterEach
  void mend() throws Exception {
    node.daemon().stop();
    mounts.set();
    others.forEach(key -> node.host().remove(Host.HDFS, key));
    setKeys();
  }

  private static Path temporary() {
    return node.host().home().resolve("temporary");
  }

  private static Path data(String volume) {
    return node.host().home().resolve("data").resolve(volume);
  }

  private void set(String key, String value) {
    others.add(key);
    node.host().set(Host.HDFS, key, value);
  }

  private static void awaitLog() throws Exception {
    node.cluster().await("the delta log", () -> node.daemon().log().contains(IN_USE));
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  private static byte[] random(String name) {
    byte[] bytes = new byte[LENGTH];
    new Random(name.hashCode()).nextBytes(bytes);
    return bytes;
  }

  /** Written in pieces, each synced. */
  private static void write(String name) throws IOException {
    byte[] bytes = random(name);
    try (FSDataOutputStream out = node.files().create(path(name), true)) {
      for (int at = 0; at < LENGTH; at += LENGTH / 4) {
        out.write(bytes, at, LENGTH / 4);
        out.hsync();
      }
    }
  }

  private static void assertWhole(String name) throws IOException {
    assertThat(read(path(name))).isEqualTo(random(name));
  }

  private static byte[] read(org.apache.hadoop.fs.Path path) throws IOException {
    try (InputStream in = node.files().open(path)) {
      return in.readAllBytes();
    }
  }

  // ---- file systems

  @Test
  void volumesInMemoryAndInAContainerAreScheduled() throws Exception {
    mounts.set(OwnMounts.inMemory(data("memory"), MEBIBYTES), OwnMounts.overlay(data("overlay")));
    node.volumes(SSD, "[DISK]memory", "[DISK]overlay").restart();
    awaitLog();
    for (int i = 0; i < 4; i++) {
      write("/kinds" + i);
    }
    for (int i = 0; i < 4; i++) {
      assertWhole("/kinds" + i);
      node.files().delete(path("/kinds" + i), false);
    }
    node.assertMetric(DATASET, "VolumesScheduled", 2);
    node.assertMetricAtLeast(LOG, "SyncsByLog", 1);
    assertThat(node.complaints()).isEmpty();
  }

  /** Whose clients are told, and what they had synced is there. */
  @Test
  void aDiskIsFullWhileClientsSync() throws Exception {
    mounts.set(OwnMounts.inMemory(data("full"), MEBIBYTES));
    set("dfs.datanode.du.reserved", "0");
    node.volumes(SSD, "[DISK]full").restart();
    awaitLog();
    SyncingWriters writers = new SyncingWriters(node.files(), 1, false).goingOn();
    writers.write(50);
    Path filler = OwnMounts.seenBy(node.daemon(), data("full").resolve("filler"));
    fill(filler);
    node.cluster()
        .await("a write that fails", () -> node.daemon().log().contains("No space left on device"));
    Files.delete(filler);
    writers.await(50);
    // HDFS recovers no block that has part of a write until the DataNode is started again.
    for (Written file : writers.stop()) {
      byte[] found = read(file.path());
      assertThat(found.length).isGreaterThanOrEqualTo(file.acknowledged().get());
      assertThat(found).isEqualTo(Arrays.copyOf(file.content(), found.length));
    }
    node.awaitServing();
    assertThat(node.complaints()).isEmpty();
  }

  private static void fill(Path filler) throws IOException {
    byte[] bytes = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(bytes);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }

  /** Its blocks lie on one disk; another one is added, and gets some while they are read. */
  @Test
  void theDiskBalancerMovesBlocks() throws Exception {
    mounts.set(
        OwnMounts.inMemory(data("old"), MEBIBYTES), OwnMounts.inMemory(data("new"), MEBIBYTES));
    set("dfs.disk.balancer.block.tolerance.percent", "5");
    node.volumes(SSD, "[DISK]old").restart();
    awaitLog();
    for (int i = 0; i < 8; i++) {
      write("/balanced" + i);
    }
    node.swapVolumes(SSD, "[DISK]old", "[DISK]new");
    String id = node.files().getDataNodeStats()[0].getDatanodeUuid();
    node.run(BALANCER, "-plan", id, "-out", "/plan");
    String address = "127.0.0.1:" + node.files().getDataNodeStats()[0].getIpcPort();
    node.run(BALANCER, "-execute", "/plan/" + id + ".plan.json");
    node.cluster()
        .await(
            "the end of the plan",
            () -> node.run(BALANCER, "-query", address).contains("PLAN_DONE"));
    assertThat(blocks("new")).isPositive();
    assertThat(blocks("old")).isPositive();
    for (int i = 0; i < 8; i++) {
      assertWhole("/balanced" + i);
    }
    assertThat(node.complaints()).isEmpty();
  }

  private static long blocks(String volume) throws IOException {
    try (var all = Files.walk(OwnMounts.seenBy(node.daemon(), data(volume)))) {
      return all.filter(file -> file.getFileName().toString().startsWith("blk_")).count();
    }
  }

  /** Where nothing can be executed the library cannot be loaded. */
  @Test
  void aLibraryThatMayNotBeExecutedIsToldOfOnce() throws Exception {
    mounts.set(OwnMounts.inMemory(temporary(), MEBIBYTES, ",noexec"));
    node.volumes(SSD, DISK).restart();
    node.assertToldInOneLine("hsync is stock's", "its library in C is not used");
    node.assertMetric(LOG, "Unavailable", 1);
    node.assertMetric(DATASET, "VolumesByJava", 1);
    write("/java");
    assertWhole("/java");
  }

  @Test
  void aLibraryThatThereIsNoRoomForIsToldOfOnce() throws Exception {
    mounts.set(
        OwnMounts.inMemory(temporary(), 1),
        "head -c 1000000 /dev/zero > '" + temporary() + "/filler'");
    node.volumes(SSD, DISK).restart();
    node.assertToldInOneLine("hsync is stock's", "its library in C is not used");
    node.assertMetric(DATASET, "VolumesByJava", 1);
  }

  // ---- limits

  @Test
  void lowLimitsOfLockedMemoryAndDescriptorsAreEnough() throws Exception {
    mounts.set("ulimit -l 64", "ulimit -n 400");
    node.volumes(SSD, DISK).restart();
    awaitLog();
    List<FSDataOutputStream> open = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      write("/limits" + i);
      FSDataOutputStream out = node.files().create(path("/open" + i), true);
      open.add(out);
      out.write(i);
      out.hsync();
    }
    for (int i = 0; i < 8; i++) {
      assertWhole("/limits" + i);
      open.get(i).close();
    }
    node.assertMetric(DATASET, "VolumesScheduled", 1);
    assertThat(node.complaints()).isEmpty();
  }

  /** Another program takes all the room that is left: the log has its own since it was made. */
  @Test
  void theLogsDeviceIsFull() throws Exception {
    Path ssd = node.host().home().resolve("ssd");
    mounts.set(OwnMounts.inMemory(ssd, MEBIBYTES), OwnMounts.inMemory(data("disk1"), MEBIBYTES));
    node.volumes(SSD, DISK).restart();
    awaitLog();
    fill(OwnMounts.seenBy(node.daemon(), ssd.resolve("filler")));
    // More than the log has room for: it goes round.
    for (int i = 0; i < 400; i++) {
      byte[] bytes = Arrays.copyOf(random("/full" + i), 30_000);
      try (FSDataOutputStream out = node.files().create(path("/full"), true)) {
        out.write(bytes);
        out.hsync();
      }
      assertThat(read(path("/full"))).isEqualTo(bytes);
    }
    node.assertMetricAtLeast(LOG, "SyncsByLog", 400);
    node.assertMetric(LOG, "SyncsAtHome", 0);
    assertThat(node.complaints()).isEmpty();
  }

  // ---- keys

  /** All that there are, of the dataset, of the log and of the agent. */
  @Test
  void everyKeyHasABadValue() throws Exception {
    String[] ofDataset = {
      "volumes", "engine", "emulated.time.scale", "read.after", "read.from.cache", "read.direct",
      "write.back", "delta.enabled", "delta.path", "delta.size", "delta.segment", "delta.slow",
      "delta.wait", "delta.idle", "delta.budget"
    };
    String[] ofAgent = {
      "devices.interval",
      "devices.requests",
      "report.interval",
      "report.timeout",
      "report.namenodes"
    };
    set("dfs.datanode.plugins", "io.tierline.bid.agent.BidAgent");
    for (String key : Arrays.asList(concat(ofDataset, ofAgent))) {
      set("tierline.bid." + key, ":bad");
    }
    node.volumes(SSD, DISK).restart();
    node.cluster().await("two lines", () -> node.complaints().size() == 2);
    assertThat(node.complaints()).anySatisfy(line -> assertThat(line).contains(ofDataset));
    assertThat(node.complaints()).anySatisfy(line -> assertThat(line).contains(ofAgent));
    node.assertMetric(DATASET, INVALID, ofDataset.length);
    // Which tells of all that it knows.
    node.assertMetric("TierlineBidAgent", INVALID, ofDataset.length + ofAgent.length);
    write("/stock");
    assertWhole("/stock");
    assertThat(node.complaints()).hasSize(2);
    assertThat(node.marks()).isEmpty();
  }

  private static String[] concat(String[] some, String[] others) {
    return Stream.concat(Arrays.stream(some), Arrays.stream(others)).toArray(String[]::new);
  }
}
