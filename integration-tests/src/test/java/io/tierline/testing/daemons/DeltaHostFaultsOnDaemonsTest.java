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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happens to a DataNode as a whole while its delta log has blocks: nothing may get lost. */
@Tag("integration")
class DeltaHostFaultsOnDaemonsTest {
  private static final String LOG = "TierlineBidDelta";
  private static final String IN_USE = "hsync goes to the delta log";
  private static final String SLOW = "tierline.bid.delta.slow";
  private static final int BLOCK = 1 << 20;
  private static final int DESCRIPTORS = 4096;

  /** What a DataNode needs for some clients, and not for as many. */
  private static final int SPARE_DESCRIPTORS = 24;

  private static BidNode node;

  @BeforeAll
  static void install() throws Exception {
    node = new BidNode("host-faults");
    Files.createDirectories(ssd());
    setLog(node)
        .set(Host.HDFS, "tierline.bid.delta.size", "8m")
        .set(Host.HDFS, "tierline.bid.delta.segment", "256k")
        // Nothing but what the test does brings blocks home, or has the log given up.
        .set(Host.HDFS, "tierline.bid.delta.idle", "1d")
        .set(Host.HDFS, SLOW, "1m")
        .set(Host.HDFS, "tierline.bid.read.after", "0")
        .set(Host.HDFS, "tierline.bid.read.from.cache", "false")
        .set(Host.HDFS, "dfs.heartbeat.interval", "1");
    node.cluster().nameNodeHost(1).set(Host.HDFS, "dfs.heartbeat.interval", "1");
    node.start();
  }

  private static Host setLog(BidNode node) {
    return node.host()
        .set(Host.HDFS, "tierline.bid.delta.enabled", "true")
        .set(Host.HDFS, "tierline.bid.delta.path", ssd().resolve("delta.log").toString());
  }

  @AfterAll
  static void end() throws Exception {
    node.close();
  }

  @BeforeEach
  void begin() throws Exception {
    node.restart();
    awaitLog();
  }

  private static Path ssd() {
    return node.host().home().resolve("ssd");
  }

  private static void awaitLog() throws Exception {
    node.cluster().await("the delta log", () -> node.daemon().log().contains(IN_USE));
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  private static byte[] read(String name) throws IOException {
    try (InputStream in = node.files().open(path(name))) {
      return in.readAllBytes();
    }
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** A second DataNode by a copied file of keys: it has no log, and the first one keeps its own. */
  @Test
  void twoDataNodesDoNotShareALog() throws Exception {
    try (BidNode other = new BidNode("same-log")) {
      setLog(other);
      try (FSDataOutputStream out = node.files().create(path("/shared"), true)) {
        out.write(1);
        out.hsync();
        other.start();
        other.assertToldInOneLine(
            "hsync is stock's, the delta log cannot be used", "another process has it open");
        other.assertMetric(LOG, "Unavailable", 1);
        out.write(2);
        out.hsync();
      }
    }
    assertThat(node.complaints()).isEmpty();
    node.assertMetric(LOG, "InUse", 1);
    assertThat(read("/shared")).containsExactly(1, 2);
  }

  /** Where nothing can be opened any more: what was acknowledged is there after a kill. */
  @Test
  void withoutDescriptorsNothingThatWasAcknowledgedIsLost() throws Exception {
    List<FSDataOutputStream> open = new ArrayList<>();
    int acknowledged = 0;
    limitDescriptors(node.daemon().descriptors() + SPARE_DESCRIPTORS);
    try {
      for (int i = 0; i < SPARE_DESCRIPTORS; i++) {
        FSDataOutputStream out = node.files().create(path("/many" + i), true);
        open.add(out);
        out.write(i);
        out.hsync();
        acknowledged++;
      }
    } catch (IOException full) {
      // As far as it got.
    }
    assertThat(acknowledged).isBetween(1, SPARE_DESCRIPTORS - 1);
    limitDescriptors(DESCRIPTORS);
    node.awaitServing();
    node.daemon().kill();
    node.restart();
    awaitLog();
    for (int i = 0; i < acknowledged; i++) {
      awaitEndOfLease("/many" + i);
      assertThat(read("/many" + i)).containsExactly(i);
    }
  }

  private static void limitDescriptors(int most) throws Exception {
    String limit = "--nofile=" + most + ":" + DESCRIPTORS;
    run("prlimit", "--pid", String.valueOf(node.daemon().pid()), limit);
  }

  private static void run(String... command) throws Exception {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private static void awaitEndOfLease(String name) throws Exception {
    node.cluster().await("the end of its lease", () -> node.files().recoverLease(path(name)));
  }

  /** Nobody was slow: neither the log nor its device. */
  @Test
  void aProcessThatWasStoppedUsesItsLogAllTheSame() throws Exception {
    node.host().set(Host.HDFS, SLOW, "2s");
    node.restart();
    awaitLog();
    String process = String.valueOf(node.daemon().pid());
    try (FSDataOutputStream out = node.files().create(path("/stopped"), true)) {
      AtomicBoolean ends = new AtomicBoolean();
      CountDownLatch synced = new CountDownLatch(1);
      Future<Integer> writer = CompletableFuture.supplyAsync(() -> writeAndSync(out, synced, ends));
      synced.await();
      run("kill", "-STOP", process);
      // Longer than a sync may take.
      run("sleep", "3");
      run("kill", "-CONT", process);
      ends.set(true);
      assertThat(writer.get()).isPositive();
      out.write(1);
      out.hsync();
    } finally {
      node.host().set(Host.HDFS, SLOW, "1m");
    }
    assertThat(node.complaints()).isEmpty();
    node.assertMetric(LOG, "InUse", 1);
  }

  private static int writeAndSync(
      FSDataOutputStream out, CountDownLatch synced, AtomicBoolean ends) {
    int syncs = 0;
    try {
      while (!ends.get()) {
        out.write(syncs);
        out.hsync();
        syncs++;
        synced.countDown();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return syncs;
  }

  /** The block is closed, and what the log has of it needless, when the volume is there again. */
  @Test
  void aVolumeIsTakenOutWhileTheLogHasItsBlocks() throws Exception {
    byte[] content = random(5000);
    FSDataOutputStream out = node.files().create(path("/taken"), true);
    out.write(content);
    out.hsync();
    assertThat(node.marks()).hasSize(1);
    node.swapVolumes("[SSD]ssd");
    assertThat(node.complaints()).isEmpty();
    node.daemon().kill();
    node.volumes("[SSD]ssd", "[DISK]disk").restart();
    awaitLog();
    awaitEndOfLease("/taken");
    assertThat(read("/taken")).isEqualTo(content);
  }

  /** What was announced, and is read ahead, is not there any more. */
  @Test
  void aBlockIsTruncatedWhileItIsRead() throws Exception {
    byte[] content = random(BLOCK);
    try (FSDataOutputStream out = node.files().create(path("/shorter"), true)) {
      out.write(content);
    }
    try (FSDataInputStream in = node.files().open(path("/shorter"))) {
      in.readFully(new byte[1000]);
      if (!node.files().truncate(path("/shorter"), 2000)) {
        awaitEndOfLease("/shorter");
      }
      // No other bytes than there were, however many.
      byte[] rest = new byte[BLOCK];
      int at = 1000;
      try {
        for (int read = 0; read >= 0; read = in.read(rest, at, BLOCK - at)) {
          at += read;
          if (at == BLOCK) {
            break;
          }
        }
      } catch (IOException shorter) {
        // As with stock's dataset.
      }
      assertThat(Arrays.copyOfRange(rest, 1000, at))
          .isEqualTo(Arrays.copyOfRange(content, 1000, at));
    }
    assertThat(read("/shorter")).isEqualTo(Arrays.copyOf(content, 2000));
    assertThat(node.complaints()).isEmpty();
  }
}
