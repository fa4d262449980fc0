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

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The delta log is switched off while it alone has what clients have synced, and bringing that home
 * is killed.
 */
@Tag("integration")
class DeltaDrainOnDaemonsTest {
  private static final String ENABLED = "tierline.bid.delta.enabled";
  private static final int FILES = 8;
  private static final int LENGTH = 3000;

  /** So many writes and syncs a drain makes at least: of each block both files are synced. */
  private static final int CALLS = 2 * FILES;

  private static final int STEP = Boolean.getBoolean("tierline.extended") ? 1 : 8;

  private static BidNode node;
  private static FaultyDevice device;
  private final List<String> names = new ArrayList<>();

  @BeforeAll
  static void install() throws Exception {
    node = new BidNode("drain");
    device = FaultyDevice.of(node.host());
    Path ssd = Files.createDirectories(node.host().home().resolve("ssd"));
    node.host()
        .set(Host.HDFS, ENABLED, "true")
        .set(Host.HDFS, "tierline.bid.delta.path", ssd.resolve("delta.log").toString())
        .set(Host.HDFS, "tierline.bid.delta.size", "8m")
        .set(Host.HDFS, "tierline.bid.delta.segment", "256k")
        .set(Host.HDFS, "tierline.bid.delta.idle", "1d")
        .set(Host.HDFS, "tierline.bid.delta.slow", "1m")
        .set(Host.HDFS, "dfs.heartbeat.interval", "1");
    node.cluster().nameNodeHost(1).set(Host.HDFS, "dfs.heartbeat.interval", "1");
    node.start();
  }

  @AfterAll
  static void end() throws Exception {
    node.close();
  }

  /** Clients have synced; then the machine loses power, and the disk has none of it. */
  @BeforeEach
  void loseWhatTheDiskHad() throws Exception {
    device.set("");
    node.host().set(Host.HDFS, ENABLED, "true");
    node.restart();
    node.cluster()
        .await("the delta log", () -> node.daemon().log().contains("hsync goes to the delta log"));
    for (int i = 0; i < FILES; i++) {
      String name = "/drained-" + System.nanoTime();
      names.add(name);
      FSDataOutputStream out = node.files().create(path(name), true);
      out.write(content(name));
      out.hsync();
    }
    node.daemon().kill();
    for (Path file : beingWritten()) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(0);
      }
    }
    node.host().set(Host.HDFS, ENABLED, "false");
    node.cluster().clearLog(BidNode.NAME);
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  private static byte[] content(String name) {
    byte[] bytes = new byte[LENGTH];
    new Random(name.hashCode()).nextBytes(bytes);
    return bytes;
  }

  /** The files of blocks that are not closed. */
  private static List<Path> beingWritten() throws IOException {
    try (Stream<Path> all = Files.walk(node.host().home().resolve("data"))) {
      return all.filter(path -> path.getParent().endsWith("rbw") && Files.isRegularFile(path))
          .toList();
    }
  }

  /** What befalls blocks that are not closed. */
  private static String device(String fault, int after) {
    return "path /rbw/blk_ " + fault + " after " + after;
  }

  private static long broughtHome() throws IOException {
    long count = 0;
    for (Path file : beingWritten()) {
      count += Files.size(file) > 0 ? 1 : 0;
    }
    return count;
  }

  private void assertAllIsThere() throws Exception {
    node.awaitServing();
    assertThat(node.daemon().log()).contains("the delta log is off");
    assertThat(node.marks()).isEmpty();
    for (String name : names) {
      node.cluster().await("the end of its lease", () -> node.files().recoverLease(path(name)));
      try (InputStream in = node.files().open(path(name))) {
        assertThat(in.readAllBytes()).isEqualTo(content(name));
      }
    }
  }

  /** Each time a write or a sync later, so that blocks are there, in part and not at all. */
  @Test
  void aDrainThatIsKilledIsDoneOnceMore() throws Exception {
    long calls = 0;
    for (int after = 0; after < CALLS; after += STEP) {
      device.set(device("hang", after));
      node.cluster().startDataNode(BidNode.NAME);
      node.cluster().await("a call that hangs", device::hangs);
      node.daemon().kill();
      assertThat(node.marks()).as("the log is needed after %d calls", after).isNotEmpty();
      calls += after;
      assertThat(broughtHome()).isLessThanOrEqualTo(calls);
    }
    assertThat(broughtHome()).isPositive();
    mendAndStart();
    assertAllIsThere();
    assertThat(node.complaints()).isEmpty();
  }

  private static void mendAndStart() throws Exception {
    device.set("");
    node.cluster().clearLog(BidNode.NAME);
    node.cluster().startDataNode(BidNode.NAME);
  }

  /** The DataNode serves, and what the log alone has waits for the disk. */
  @Test
  @EnabledIfSystemProperty(named = "tierline.extended", matches = "true")
  void aDiskThatFailsAmidADrainKeepsTheLog() throws Exception {
    device.set(device("error 5", CALLS / 2));
    node.cluster().startDataNode(BidNode.NAME);
    node.cluster().await("two lines", () -> node.complaints().size() == 2);
    assertThat(node.complaints().get(0)).contains("is off and not empty", "Input/output error");
    assertThat(node.complaints().get(1)).contains("may need the delta log");
    node.assertMetric("TierlineBidDelta", "VolumesHeld", 1);
    assertThat(node.marks()).isNotEmpty();
    node.daemon().kill();
    mendAndStart();
    assertAllIsThere();
    assertThat(node.complaints()).isEmpty();
  }
}
