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

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.TierlineDataset;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stock DataNodes with a volume on a disk and one on an SSD, whose disk is scheduled. */
@Tag("integration")
class TierlineDatasetTest {
  private static final short REPLICAS = 2;

  private static final int BLOCK = 8 << 20;
  private static final int LENGTH = 2 * BLOCK + 12_345;

  private static Configuration conf(String... pairs) {
    Configuration conf = new HdfsConfiguration();
    conf.set("dfs.datanode.fsdataset.factory", TierlineDatasetFactory.class.getName());
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    conf.setInt(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    conf.set(DatasetKeys.READ_FROM_CACHE.key(), "false");
    conf.set(DatasetKeys.WRITE_BACK.key(), "1m");
    for (int at = 0; at < pairs.length; at += 2) {
      conf.set(pairs[at], pairs[at + 1]);
    }
    return conf;
  }

  private static MiniDFSCluster start(int nodes, String... pairs) throws IOException {
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf(pairs))
            .numDataNodes(nodes)
            .storageTypes(new StorageType[] {StorageType.DISK, StorageType.SSD})
            .build();
    cluster.waitActive();
    return cluster;
  }

  private static List<ObjectName> sources() throws JMException {
    return List.copyOf(
        ManagementFactory.getPlatformMBeanServer()
            .queryNames(new ObjectName("Hadoop:service=DataNode,name=TierlineBidVolume*"), null));
  }

  private static long ofDataset(String attribute) {
    try {
      ObjectName name = new ObjectName("Hadoop:service=DataNode,name=" + DatasetMetrics.SOURCE);
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      return ((Number) server.getAttribute(name, attribute)).longValue();
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int sourcesLeft() {
    try {
      return sources().size();
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Hadoop answers with figures that are up to ten seconds old. */
  private static void awaitPositive(String attribute) throws Exception {
    GenericTestUtils.waitFor(() -> sum(attribute) > 0, 100, 60_000);
  }

  private static long sum(String attribute) {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      long sum = 0;
      for (ObjectName name : sources()) {
        sum += ((Number) server.getAttribute(name, attribute)).longValue();
      }
      return sum;
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] random(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static void write(DistributedFileSystem fs, Path path, int nodes, byte[] content)
      throws IOException {
    try (FSDataOutputStream out = fs.create(path, (short) nodes)) {
      out.write(content);
    }
  }

  private static byte[] read(DistributedFileSystem fs, Path path) throws IOException {
    try (InputStream in = fs.open(path)) {
      return in.readAllBytes();
    }
  }

  private static byte[] readUnchecked(DistributedFileSystem fs, Path path) {
    try {
      return read(fs, path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isClosed(DistributedFileSystem fs, Path path) {
    try {
      return fs.isFileClosed(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isReplicated(DistributedFileSystem fs, Path path) {
    try {
      return DFSTestUtil.getAllBlocks(fs, path).stream()
          .allMatch(block -> block.getLocations().length == REPLICAS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int descriptors() {
    return new File("/proc/self/fd").list().length;
  }

  /** As with HDFS's own: its scanner looks at the block at once, and the NameNode is told. */
  @Test
  void aBlockThatHasBecomeShorterIsFoundByItsReader() throws Exception {
    try (MiniDFSCluster cluster = start(1)) {
      DistributedFileSystem fs = cluster.getFileSystem();
      Path path = new Path("/shorter");
      write(fs, path, 1, random(LENGTH, 3));
      File block = cluster.getBlockFile(0, DFSTestUtil.getFirstBlock(fs, path));
      try (RandomAccessFile file = new RandomAccessFile(block, "rw")) {
        file.setLength(1000);
      }
      assertThatThrownBy(() -> read(fs, path)).isInstanceOf(IOException.class);
      GenericTestUtils.waitFor(() -> isCorrupt(fs), 100, 60_000);
    }
  }

  private static boolean isCorrupt(DistributedFileSystem fs) {
    try {
      return fs.listCorruptFileBlocks(new Path("/")).hasNext();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void filesAreWhatWasWrittenWhateverIsDoneToThem() throws Exception {
    try (MiniDFSCluster cluster = start(2)) {
      DistributedFileSystem fs = cluster.getFileSystem();
      byte[] content = random(LENGTH, 1);
      Path path = new Path("/file");
      assertThat(sources()).as("the disks' alone").hasSize(2);
      try (FSDataOutputStream out = fs.create(path, REPLICAS)) {
        out.write(content, 0, 5_000_000);
        out.hflush();
        try (FSDataInputStream in = fs.open(path)) {
          assertThat(in.readNBytes(5_000_000)).isEqualTo(Arrays.copyOf(content, 5_000_000));
        }
        out.write(content, 5_000_000, BLOCK);
        ((HdfsDataOutputStream) out).hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
        assertThat(fs.getFileStatus(path).getLen()).isEqualTo(5_000_000 + BLOCK);
        out.write(content, 5_000_000 + BLOCK, LENGTH - BLOCK - 5_000_000);
      }
      assertThat(read(fs, path)).isEqualTo(content);
      awaitPositive("BytesWrittenBack");
      awaitPositive("BytesReadForeground");
      byte[] more = Arrays.copyOf(content, LENGTH + 3_000_000);
      System.arraycopy(random(3_000_000, 2), 0, more, LENGTH, 3_000_000);
      // HDFS appends only when all replicas were reported, which a closed file does not say.
      GenericTestUtils.waitFor(() -> isReplicated(fs, path), 50, 180_000);
      try (FSDataOutputStream out = fs.append(path)) {
        out.write(more, LENGTH, 3_000_000);
      }
      assertThat(read(fs, path)).isEqualTo(more);
      if (!fs.truncate(path, BLOCK + 1_234_567)) {
        GenericTestUtils.waitFor(() -> isClosed(fs, path), 100, 60_000);
      }
      assertThat(read(fs, path)).isEqualTo(Arrays.copyOf(content, BLOCK + 1_234_567));
      Path flash = new Path("/flash");
      fs.mkdirs(flash);
      fs.setStoragePolicy(flash, HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
      write(fs, new Path(flash, "file"), 2, content);
      assertThat(read(fs, new Path(flash, "file"))).isEqualTo(content);
      assertThat(sum("Fallbacks")).isZero();
    }
    assertThat(sources()).isEmpty();
  }

  @Test
  void copiesAreBackgroundAndNothingIsLeftOpen() throws Exception {
    try (MiniDFSCluster cluster = start(2)) {
      DistributedFileSystem fs = cluster.getFileSystem();
      byte[] content = random(LENGTH, 3);
      Path path = new Path("/file");
      write(fs, path, 1, content);
      fs.setReplication(path, (short) 2);
      DFSTestUtil.waitReplication(fs, path, (short) 2);
      awaitPositive("BytesReadBackground");
      read(fs, path);
      int before = descriptors();
      for (int round = 0; round < 50; round++) {
        try (FSDataInputStream in = fs.open(path)) {
          in.seek(round * 1000L);
          in.readNBytes(1 << 20);
        }
      }
      GenericTestUtils.waitFor(() -> descriptors() <= before + 10, 100, 60_000);
      GenericTestUtils.waitFor(() -> sum("Streams") == 0, 100, 60_000);
    }
  }

  @Test
  void corruptReplicasAreReportedAndReadElsewhere() throws Exception {
    try (MiniDFSCluster cluster = start(2)) {
      DistributedFileSystem fs = cluster.getFileSystem();
      byte[] content = random(BLOCK, 4);
      Path path = new Path("/file");
      write(fs, path, 2, content);
      // Until the second one is reported there is no other to read.
      DFSTestUtil.waitReplication(fs, path, (short) 2);
      var block = DFSTestUtil.getFirstBlock(fs, path);
      File file = cluster.getBlockFile(0, block);
      try (RandomAccessFile raf = new RandomAccessFile(file, "rw")) {
        raf.seek(1 << 20);
        raf.write(new byte[1000]);
      }
      GenericTestUtils.waitFor(
          () -> {
            assertThat(readUnchecked(fs, path)).isEqualTo(content);
            return cluster.getNamesystem().getCorruptReplicaBlocks() > 0 || !file.exists();
          },
          100,
          60_000);
    }
  }

  @Test
  void whatCannotBeScheduledIsStocks() throws Exception {
    byte[] content = random(BLOCK, 5);
    for (String[] pair :
        new String[][] {
          {"tierline.bid.engine", "fastest"},
          {"tierline.bid.volumes", "none"},
          {"tierline.bid.emulated.time.scale", "soon"}
        }) {
      try (MiniDFSCluster cluster = start(1, pair)) {
        assertThat(sources()).as(pair[0]).isEmpty();
        long invalid = pair[0].endsWith("volumes") ? 0 : 1;
        GenericTestUtils.waitFor(() -> ofDataset("InvalidKeys") == invalid, 100, 60_000);
        write(cluster.getFileSystem(), new Path("/file"), 1, content);
        assertThat(read(cluster.getFileSystem(), new Path("/file"))).isEqualTo(content);
      }
    }
  }

  /** A modelled disk that there is none of stands for an engine that cannot be had. */
  @Test
  void volumesWithoutTheirEngineAreStocksAndCounted() throws Exception {
    byte[] content = random(BLOCK, 8);
    try (MiniDFSCluster cluster =
        start(1, "tierline.bid.engine", "emulated", "tierline.bid.emulated.model", "none")) {
      assertThat(sources()).isEmpty();
      GenericTestUtils.waitFor(() -> ofDataset("VolumesRefused") == 1, 100, 60_000);
      write(cluster.getFileSystem(), new Path("/file"), 1, content);
      assertThat(read(cluster.getFileSystem(), new Path("/file"))).isEqualTo(content);
    }
  }

  @Test
  void volumesComeAndGo() throws Exception {
    try (MiniDFSCluster cluster = start(1)) {
      DataNode node = cluster.getDataNodes().get(0);
      assertThat(node.getFSDataset()).isInstanceOf(TierlineDataset.class);
      String all = node.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY);
      String flash =
          Arrays.stream(all.split(",")).filter(dir -> dir.contains("SSD")).findFirst().get();
      write(cluster.getFileSystem(), new Path("/file"), 1, random(BLOCK, 6));
      assertThat(sources()).hasSize(1);
      node.reconfigurePropertyImpl(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, flash);
      assertThat(sources()).isEmpty();
      assertThatThrownBy(() -> read(cluster.getFileSystem(), new Path("/file")))
          .isInstanceOf(IOException.class);
      node.reconfigurePropertyImpl(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, all);
      assertThat(sources()).hasSize(1);
      cluster.triggerBlockReports();
      byte[] content = random(BLOCK, 7);
      write(cluster.getFileSystem(), new Path("/second"), 1, content);
      assertThat(read(cluster.getFileSystem(), new Path("/second"))).isEqualTo(content);
    }
  }

  /** As when a disk check has failed. */
  @Test
  void failedVolumesAreClosed() throws Exception {
    try (MiniDFSCluster cluster = start(1, "dfs.datanode.failed.volumes.tolerated", "1")) {
      DataNode node = cluster.getDataNodes().get(0);
      FsVolumeSpi disk = null;
      try (var volumes = node.getFSDataset().getFsVolumeReferences()) {
        for (FsVolumeSpi volume : volumes) {
          disk = volume.getStorageType() == StorageType.DISK ? volume : disk;
        }
      }
      node.getFSDataset().handleVolumeFailures(java.util.Set.of(disk));
      GenericTestUtils.waitFor(() -> sourcesLeft() == 0, 10, 60_000);
    }
  }
}
