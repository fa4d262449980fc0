/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.testing.reads.ReadCounters;
import io.tierline.testing.reads.ReadSnapshot;
import io.tierline.testing.reads.Reader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class EmbeddedClusterTest {
  private static final long SSD_BYTES = 200L << 20;
  private static final long DISK_BYTES = 900L << 20;
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster =
        EmbeddedCluster.builder()
            .dataNodes(3, 2)
            .capacities(SSD_BYTES, DISK_BYTES)
            .blockSize(1 << 20)
            .start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void volumesClaimWhatTheyWereGiven() throws IOException {
    DatanodeStorageReport[] nodes =
        cluster
            .fileSystem()
            .getClient()
            .getNamenode()
            .getDatanodeStorageReport(DatanodeReportType.LIVE);
    assertThat(nodes).hasSize(3);
    for (DatanodeStorageReport node : nodes) {
      for (StorageReport volume : node.getStorageReports()) {
        boolean fast = volume.getStorage().getStorageType() == StorageType.SSD;
        assertThat(volume.getCapacity()).isEqualTo(fast ? SSD_BYTES : DISK_BYTES);
      }
    }
  }

  @Test
  void readsAreCountedPerTierBlockAndReader() throws Exception {
    Path file = new Path("/data/file");
    write(file, (3 << 20) / 2);
    // Replicas of the last block are reported after the file's end.
    GenericTestUtils.waitFor(() -> replicas(file) == 6, 50, 180_000);
    ReplicaCensus census = ReplicaCensus.of(cluster.fileSystem(), new Path("/data"));
    assertThat(census.blocks()).hasSize(2);
    assertThat(census.replicasPerTier()).containsExactly(Map.entry(StorageType.DISK, 6));
    assertThat(census.blocks()).allMatch(block -> block.racks() == 2);

    ReadSnapshot before = ReadCounters.snapshot();
    try (InputStream in = cluster.fileSystem().open(file)) {
      in.readAllBytes();
    }
    ReadSnapshot reads = ReadCounters.snapshot().since(before);
    assertThat(reads.perTier(read -> census.blockIds().contains(read.blockId())))
        .containsExactly(Map.entry(StorageType.DISK, census.bytes()));
    assertThat(reads.bytes().keySet()).allMatch(read -> read.reader().kind() == Reader.Kind.CLIENT);
    assertThat(FsckReport.of(cluster.configuration(), new Path("/data")).isClean()).isTrue();
  }

  private static int replicas(Path file) {
    try {
      return ReplicaCensus.of(cluster.fileSystem(), file).blocks().stream()
          .mapToInt(block -> block.replicas().size())
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, int bytes) throws IOException {
    try (OutputStream out = cluster.fileSystem().create(file)) {
      out.write(new byte[bytes]);
    }
  }
}
