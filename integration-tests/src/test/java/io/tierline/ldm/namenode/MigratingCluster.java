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

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.testing.cluster.BlockReplicas;
import io.tierline.testing.cluster.EmbeddedCluster;
import io.tierline.testing.cluster.EmbeddedClusterBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;

/** An {@link LdmCluster} that migrates every second, and what the tests of migration ask of it. */
final class MigratingCluster implements AutoCloseable {
  private final LdmCluster cluster;

  private MigratingCluster(LdmCluster cluster) {
    this.cluster = cluster;
  }

  /** Four DataNodes on two racks, each with an SSD and a disk. */
  static MigratingCluster start(String mode, Consumer<Configuration> change) throws IOException {
    return start(b -> b, mode, change);
  }

  /** The same with other DataNodes. */
  static MigratingCluster start(
      UnaryOperator<EmbeddedClusterBuilder> nodes, String mode, Consumer<Configuration> change)
      throws IOException {
    return new MigratingCluster(
        LdmCluster.start(
            b ->
                nodes
                    .apply(b)
                    .configure(
                        conf -> {
                          conf.set(MigrationKeys.MODE.key(), mode);
                          conf.set(MigrationKeys.INTERVAL.key(), "1s");
                          conf.setInt("dfs.namenode.heartbeat.recheck-interval", 1_000);
                          conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
                          // How often it is seen whether a node may leave or rest.
                          conf.setInt("dfs.namenode.decommission.interval", 1);
                        })
                    .configure(change)));
  }

  LdmCluster ldm() {
    return cluster;
  }

  EmbeddedCluster embedded() {
    return cluster.embedded();
  }

  /** Writes bytes that differ from block to block, and returns their checksum. */
  FileChecksum write(String path, int blocks) throws Exception {
    byte[] data = new byte[blocks * LdmCluster.BLOCK];
    new Random(path.hashCode()).nextBytes(data);
    try (OutputStream out = cluster.fileSystem().create(new Path(path))) {
      out.write(data);
    }
    cluster.awaitReplicas(path);
    return checksum(path);
  }

  FileChecksum checksum(String path) throws IOException {
    return cluster.fileSystem().getFileChecksum(new Path(path));
  }

  /** True when every block has so many replicas on SSD and on disk, and is on both racks. */
  boolean isOn(String path, int ssd, int disk) {
    try {
      return cluster.census(path).blocks().stream().allMatch(block -> isOn(block, ssd, disk));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isOn(BlockReplicas block, int ssd, int disk) {
    return block.on(StorageType.SSD) == ssd
        && block.on(StorageType.DISK) == disk
        && block.racks() == 2;
  }

  void awaitOn(String path, int ssd, int disk) throws Exception {
    LdmCluster.await(
        "%s with %d on SSD and %d on DISK".formatted(path, ssd, disk), () -> isOn(path, ssd, disk));
  }

  int onSsd(String path) throws IOException {
    return cluster.census(path).replicasPerTier().getOrDefault(StorageType.SSD, 0);
  }

  /** Has the NameNode look for replicas that are missing or too many. */
  void checkRedundancy() throws Exception {
    var blocks = embedded().hdfs().getNamesystem().getBlockManager();
    BlockManagerTestUtil.checkRedundancy(blocks);
    BlockManagerTestUtil.computeAllPendingWork(blocks);
    for (var node : embedded().hdfs().getDataNodes()) {
      DataNodeTestUtils.triggerHeartbeat(node);
      DataNodeTestUtils.triggerBlockReport(node);
    }
  }

  String state(String plan) {
    try {
      return cluster.client().plan(plan).get("state").asText();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int count(String plan, String status) {
    try {
      JsonNode counts = cluster.client().plan(plan).get("statuses");
      return counts.path(status).asInt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void awaitState(String plan, String state) throws Exception {
    LdmCluster.await("plan " + state, () -> state(plan).equals(state));
  }

  void assertWhole(String path, FileChecksum before) throws Exception {
    assertThat(checksum(path)).isEqualTo(before);
    cluster.assertClean("/");
  }

  @Override
  public void close() {
    cluster.close();
  }
}
