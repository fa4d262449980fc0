/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.bid.delta.DeltaLog;
import io.tierline.bid.delta.DeltaMark;
import io.tierline.bid.delta.DeltaStatistics;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.TierlineDataset;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stock DataNode whose hsync goes to the delta log. */
@Tag("integration")
class DeltaOnClusterTest {
  private static final int RECORD = 1000;
  private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/synced");

  @TempDir Path folder;

  private final ExecutorService syncing = Executors.newFixedThreadPool(4);

  @AfterEach
  void end() {
    syncing.shutdownNow();
  }

  private Path log() {
    return folder.resolve("delta.log");
  }

  private MiniDFSCluster start() throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set("dfs.datanode.fsdataset.factory", TierlineDatasetFactory.class.getName());
    conf.set("tierline.bid.delta.enabled", "true");
    conf.set("tierline.bid.delta.path", log().toString());
    conf.set("tierline.bid.delta.size", "2m");
    conf.set("tierline.bid.delta.segment", "256k");
    conf.set("tierline.bid.delta.slow", "10m");
    conf.set("tierline.bid.delta.idle", "10m");
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder.resolve("dfs").toFile())
            .numDataNodes(1)
            .storagesPerDatanode(1)
            .build();
    cluster.waitActive();
    return cluster;
  }

  private static Optional<DeltaLog> logOf(MiniDFSCluster cluster) {
    TierlineDataset dataset = (TierlineDataset) cluster.getDataNodes().get(0).getFSDataset();
    return ((DatasetIo) dataset.schedules()).deltaLog();
  }

  private static DeltaStatistics statistics(MiniDFSCluster cluster) {
    return logOf(cluster).orElseThrow().statistics();
  }

  private static void awaitLog(MiniDFSCluster cluster) throws Exception {
    GenericTestUtils.waitFor(() -> logOf(cluster).isPresent(), 10, 60_000);
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(5).nextBytes(bytes);
    return bytes;
  }

  private static void writeAndSync(FSDataOutputStream out, byte[] content, int from, int to)
      throws IOException {
    for (int at = from; at < to; at += RECORD) {
      out.write(content, at, Math.min(RECORD, to - at));
      ((HdfsDataOutputStream) out).hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
    }
  }

  private static byte[] read(DistributedFileSystem fs) throws IOException {
    try (InputStream in = fs.open(FILE)) {
      return in.readAllBytes();
    }
  }

  private List<Path> beingWritten() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("dfs"))) {
      return all.filter(path -> path.getParent().endsWith("rbw"))
          .filter(path -> path.getFileName().toString().startsWith("blk_"))
          .toList();
    }
  }

  /** The log as it was at the last sync, and disks that have nothing of the block. */
  @Test
  void whatWasSyncedIsThereAfterAPowerFailure() throws Exception {
    byte[] content = random(20 * RECORD + 77);
    Path image = folder.resolve("image");
    try (MiniDFSCluster cluster = start()) {
      awaitLog(cluster);
      DistributedFileSystem fs = cluster.getFileSystem();
      FSDataOutputStream out = fs.create(FILE, (short) 1);
      writeAndSync(out, content, 0, content.length);
      DeltaStatistics after = statistics(cluster);
      assertThat(after.syncs()).isEqualTo(21);
      assertThat(after.homes()).isZero();
      out.write(1);
      out.hflush();
      Files.copy(log(), image);
      MiniDFSCluster.DataNodeProperties node = cluster.stopDataNode(0);
      for (Path file : beingWritten()) {
        try (RandomAccessFile lost = new RandomAccessFile(file.toFile(), "rw")) {
          lost.setLength(0);
        }
      }
      Files.move(image, log(), StandardCopyOption.REPLACE_EXISTING);
      cluster.restartDataNode(node, true);
      cluster.waitActive();
      assertThat(logOf(cluster).orElseThrow().recovery().replayed()).isEqualTo(1);
      GenericTestUtils.waitFor(() -> isClosed(fs), 100, 120_000);
      assertThat(read(fs)).isEqualTo(content);
    }
  }

  /** As HBase's log does it: a record is written while those before it are being synced. */
  @Test
  void syncsOfOneFileShareWritesToTheLog() throws Exception {
    try (MiniDFSCluster cluster = start()) {
      awaitLog(cluster);
      byte[] content = random(4 * 40 * 100);
      try (FSDataOutputStream out = cluster.getFileSystem().create(FILE, (short) 1)) {
        AtomicInteger at = new AtomicInteger();
        List<Callable<Void>> writers =
            Collections.nCopies(4, () -> writeAndSyncRecords(out, content, at));
        for (Future<Void> each : syncing.invokeAll(writers)) {
          each.get();
        }
        DeltaStatistics now = statistics(cluster);
        assertThat(now.syncs()).isPositive();
        assertThat(now.commits()).isLessThan(now.syncs());
      }
      assertThat(read(cluster.getFileSystem())).isEqualTo(content);
    }
  }

  private static Void writeAndSyncRecords(FSDataOutputStream out, byte[] content, AtomicInteger at)
      throws IOException {
    while (at.get() < content.length) {
      synchronized (at) {
        if (at.get() < content.length) {
          out.write(content, at.getAndAdd(100), 100);
        }
      }
      out.hsync();
    }
    return null;
  }

  private List<Path> marks() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("dfs"))) {
      return all.filter(path -> path.endsWith(DeltaMark.NAME)).toList();
    }
  }

  /** The log's device is not mounted after a power failure, and the disks lack what was synced. */
  @Test
  void aLogThatIsMissedIsWaitedFor() throws Exception {
    byte[] content = random(20 * RECORD + 77);
    Path image = folder.resolve("image");
    try (MiniDFSCluster cluster = start()) {
      awaitLog(cluster);
      DistributedFileSystem fs = cluster.getFileSystem();
      FSDataOutputStream out = fs.create(FILE, (short) 1);
      writeAndSync(out, content, 0, content.length);
      Files.copy(log(), image);
      assertThat(marks()).hasSize(1);
      Path mark = marks().get(0);
      byte[] marked = Files.readAllBytes(mark);
      MiniDFSCluster.DataNodeProperties node = cluster.stopDataNode(0);
      assertThat(marks()).as("brought home").isEmpty();
      for (Path file : beingWritten()) {
        try (RandomAccessFile lost = new RandomAccessFile(file.toFile(), "rw")) {
          lost.setLength(0);
        }
      }
      Files.delete(log());
      Files.write(mark, marked);
      cluster.restartDataNode(node, true);
      cluster.waitActive();
      assertThat(log()).as("no new log is made").doesNotExist();
      assertThat(logOf(cluster)).isEmpty();
      DataNode unlogged = cluster.getDataNodes().get(0);
      assertThat(VolumeReports.log(unlogged.getFSDataset()).orElseThrow().held())
          .containsExactly(mark.getParent().toString());
      assertThatThrownBy(
              () -> unlogged.getFSDataset().initReplicaRecovery(recovering(fs, unlogged)))
          .hasMessageContaining("may lack bytes");
      node = cluster.stopDataNode(0);
      Files.move(image, log());
      cluster.restartDataNode(node, true);
      cluster.waitActive();
      assertThat(logOf(cluster).orElseThrow().recovery().replayed()).isEqualTo(1);
      assertThat(marks()).isEmpty();
      GenericTestUtils.waitFor(() -> isClosed(fs), 100, 120_000);
      assertThat(read(fs)).isEqualTo(content);
    }
  }

  /** What the NameNode would ask of the DataNode to close the file. */
  private static RecoveringBlock recovering(DistributedFileSystem fs, DataNode node)
      throws IOException {
    LocatedBlock block = fs.getClient().getLocatedBlocks(FILE.toString(), 0).getLastLocatedBlock();
    return new RecoveringBlock(
        block.getBlock(),
        new DatanodeInfo[] {new DatanodeInfoBuilder().setNodeID(node.getDatanodeId()).build()},
        block.getBlock().getGenerationStamp() + 1);
  }

  private static boolean isClosed(DistributedFileSystem fs) {
    try {
      return fs.recoverLease(FILE);
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void blocksAreClosedAppendedToAndTruncated() throws Exception {
    byte[] content = random(150_000);
    try (MiniDFSCluster cluster = start()) {
      awaitLog(cluster);
      DistributedFileSystem fs = cluster.getFileSystem();
      try (FSDataOutputStream out = fs.create(FILE, (short) 1)) {
        writeAndSync(out, content, 0, 3 * RECORD + 1);
      }
      assertThat(statistics(cluster).homes()).as("synced when it was closed").isEqualTo(1);
      try (FSDataOutputStream out = fs.append(FILE)) {
        writeAndSync(out, content, 3 * RECORD + 1, 9 * RECORD);
        out.write(content, 9 * RECORD, 100_000);
        out.hsync();
        writeAndSync(out, content, 9 * RECORD + 100_000, content.length);
      }
      assertThat(statistics(cluster).tooLong()).isEqualTo(1);
      assertThat(read(fs)).isEqualTo(content);
      if (!fs.truncate(FILE, 70_001)) {
        GenericTestUtils.waitFor(() -> isClosed(fs), 100, 120_000);
      }
      try (FSDataOutputStream out = fs.append(FILE)) {
        writeAndSync(out, content, 70_001, 90_000);
      }
      assertThat(read(fs)).isEqualTo(Arrays.copyOf(content, 90_000));
      assertThat(statistics(cluster).failed()).isZero();
      assertThat(statistics(cluster).homeFailures()).isZero();
    }
  }

  @Test
  void aFileThatIsNoLogLeavesStocksSyncs() throws Exception {
    Files.writeString(log(), "not a log");
    byte[] content = random(3 * RECORD);
    try (MiniDFSCluster cluster = start()) {
      assertThat(logOf(cluster)).isEmpty();
      DistributedFileSystem fs = cluster.getFileSystem();
      try (FSDataOutputStream out = fs.create(FILE, (short) 1)) {
        writeAndSync(out, content, 0, content.length);
      }
      assertThat(read(fs)).isEqualTo(content);
    }
    assertThat(Files.readString(log())).isEqualTo("not a log");
  }
}
