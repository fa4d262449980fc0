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
import java.nio.file.Files;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** BID's dataset in a DataNode of its own, by the files that docs/bid-datanode.md names. */
@Tag("integration")
class DatasetOnDaemonsTest {
  private static final String NODE = "datanode1";
  private static final String HDFS_JARS = "share/hadoop/hdfs/lib";
  private static final String FACTORY = "dfs.datanode.fsdataset.factory";
  private static final String SCHEDULED = " (DISK) is scheduled, engine ";
  private static final int LENGTH = 3_000_000;
  private static final int KILLS = Boolean.getBoolean("tierline.extended") ? 200 : 3;

  private static DaemonCluster cluster;
  private static DistributedFileSystem files;

  @BeforeAll
  static void install() throws Exception {
    java.nio.file.Path root = Files.createDirectories(java.nio.file.Path.of("target/daemons"));
    cluster = new DaemonCluster(Files.createTempDirectory(root.toAbsolutePath(), "bid-"), 1, 1);
    cluster.host(NODE).copyJar("bid-agent", HDFS_JARS);
    cluster.host(NODE).set(Host.HDFS, FACTORY, "io.tierline.bid.dataset.TierlineDatasetFactory");
    cluster.host(NODE).set(Host.HDFS, "tierline.bid.read.from.cache", "false");
    cluster.host(NODE).set(Host.HDFS, "tierline.bid.write.back", "64k");
    cluster.startDataNode(NODE);
    cluster.formatAndStartNameNodes();
    files = cluster.superuser();
    awaitNode();
  }

  private static void awaitNode() throws Exception {
    cluster.awaitDataNodes(1, files);
  }

  @AfterAll
  static void end() throws Exception {
    files.close();
    cluster.close();
  }

  private static byte[] read(Path path) throws IOException {
    try (InputStream in = files.open(path)) {
      return in.readAllBytes();
    }
  }

  private static byte[] random(int seed) {
    byte[] bytes = new byte[LENGTH];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Kill -9 at a random record; then the same files with stock's dataset, and back. */
  @Test
  void whatWasSyncedIsThereAfterAKillAndWithStocksDatasetToo() throws Exception {
    for (int seed = 1; seed <= KILLS; seed++) {
      byte[] content = random(seed);
      Path path = new Path("/killed" + seed);
      int synced = writeUntilKilled(path, content, new Random(seed).nextInt(LENGTH));
      cluster.startDataNode(NODE);
      awaitNode();
      cluster.await("the end of the lease", () -> files.recoverLease(path));
      byte[] found = read(path);
      assertThat(found.length).as("seed %d", seed).isGreaterThanOrEqualTo(synced);
      assertThat(found).as("seed %d", seed).isEqualTo(Arrays.copyOf(content, found.length));
    }
    assertThat(cluster.daemon(NODE).log()).contains(SCHEDULED);
    Path whole = new Path("/whole");
    try (FSDataOutputStream out = files.create(whole)) {
      out.write(random(9));
    }
    assertThat(read(whole)).isEqualTo(random(9));
    cluster.daemon(NODE).stop();
    cluster.clearLog(NODE);
    cluster.host(NODE).remove(Host.HDFS, FACTORY).removeJars(HDFS_JARS);
    cluster.startDataNode(NODE);
    awaitNode();
    assertThat(cluster.daemon(NODE).log()).doesNotContain("BID");
    assertThat(read(whole)).isEqualTo(random(9));
    cluster.daemon(NODE).stop();
    cluster.host(NODE).copyJar("bid-agent", HDFS_JARS).olderJava(true);
    cluster.host(NODE).set(Host.HDFS, FACTORY, "io.tierline.bid.dataset.TierlineDatasetFactory");
    cluster.startDataNode(NODE);
    awaitNode();
    assertThat(cluster.daemon(NODE).log()).contains("BID schedules no volume of this DataNode");
    assertThat(read(whole)).isEqualTo(random(9));
  }

  /** How much was acknowledged as durable before the node was gone. */
  private static int writeUntilKilled(Path path, byte[] content, int killAt) throws Exception {
    int synced = 0;
    FSDataOutputStream out = files.create(path);
    try {
      for (int at = 0; at < LENGTH; at += 10_000) {
        if (at >= killAt) {
          cluster.daemon(NODE).kill();
        }
        out.write(content, at, Math.min(10_000, LENGTH - at));
        ((HdfsDataOutputStream) out).hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
        synced = out.size();
      }
      out.close();
    } catch (IOException gone) {
      assertThat(synced).isLessThan(LENGTH);
    }
    cluster.daemon(NODE).kill();
    return synced;
  }
}
