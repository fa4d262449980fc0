/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.cluster;

import com.google.common.base.Preconditions;
import io.tierline.testing.devices.DeviceModels;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.ReadCountingDataset;

/**
 * Describes an {@link EmbeddedCluster}. Unless told otherwise: four DataNodes on two racks, each
 * with an SSD volume of 4 GiB and a DISK volume of 32 GiB, no YARN, reads counted in {@link
 * io.tierline.testing.reads.ReadCounters}.
 */
public final class EmbeddedClusterBuilder {
  private static final long GIB = 1L << 30;

  private String[] racks = {"/rack1", "/rack1", "/rack2", "/rack2"};
  private StorageType[] storageTypes = {StorageType.SSD, StorageType.DISK};
  private long[] capacitiesBytes = {4 * GIB, 32 * GIB};
  private long blockBytes = 16L << 20;
  private int replication = 3;
  private int nodeManagers;
  private Consumer<Configuration> customizer = conf -> {};

  EmbeddedClusterBuilder() {}

  /** One DataNode per rack named; name a rack as often as it has DataNodes. */
  public EmbeddedClusterBuilder racks(String... rackOfEachDataNode) {
    Preconditions.checkArgument(rackOfEachDataNode.length > 0, "a cluster needs a DataNode");
    racks = rackOfEachDataNode.clone();
    return this;
  }

  /** That many DataNodes, dealt out to that many racks in turn. */
  public EmbeddedClusterBuilder dataNodes(int count, int rackCount) {
    return racks(
        IntStream.range(0, count)
            .mapToObj(i -> "/rack" + (1 + i % rackCount))
            .toArray(String[]::new));
  }

  /** The volumes of every DataNode, in order. Give their {@link #capacities} too. */
  public EmbeddedClusterBuilder storages(StorageType... types) {
    storageTypes = types.clone();
    return this;
  }

  /**
   * What each volume of a DataNode claims to hold, in bytes and in the order of {@link #storages}.
   * Claimed, so that how full a volume is does not depend on the disk below; the disk must still
   * have the room that is really used.
   */
  public EmbeddedClusterBuilder capacities(long... bytes) {
    capacitiesBytes = bytes.clone();
    return this;
  }

  /** The block size of new files, in bytes; at least 1,048,576 to suit HDFS's own lower bound. */
  public EmbeddedClusterBuilder blockSize(long bytes) {
    blockBytes = bytes;
    return this;
  }

  /** The replicas of new files. */
  public EmbeddedClusterBuilder replication(int count) {
    replication = count;
    return this;
  }

  /** Adds YARN with that many NodeManagers, and a job history server. */
  public EmbeddedClusterBuilder yarn(int nodeManagerCount) {
    nodeManagers = nodeManagerCount;
    return this;
  }

  /** Has each volume take the time of a modelled device. */
  public EmbeddedClusterBuilder devices(DeviceModels models) {
    return configure(models::configure);
  }

  /** Changes the configuration of all daemons after everything else; calls add up. */
  public EmbeddedClusterBuilder configure(Consumer<Configuration> change) {
    customizer = customizer.andThen(change);
    return this;
  }

  /** Starts the cluster and waits until its DataNodes are up. */
  public EmbeddedCluster start() throws IOException {
    Preconditions.checkState(
        storageTypes.length == capacitiesBytes.length,
        "%s volumes per DataNode but %s capacities",
        storageTypes.length,
        capacitiesBytes.length);
    return EmbeddedCluster.start(this);
  }

  Configuration hdfsConfiguration() {
    Configuration conf = new HdfsConfiguration();
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, blockBytes);
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, replication);
    // Placement reads the DataNodes' state from their heartbeats; the 3 s of a real cluster would
    // make every test wait.
    conf.setInt(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    ReadCountingDataset.enable(conf);
    customizer.accept(conf);
    return conf;
  }

  Configuration yarnConfiguration(Configuration hdfs) {
    Configuration conf = new Configuration(hdfs);
    SmallYarn.configure(conf);
    customizer.accept(conf);
    return conf;
  }

  int dataNodes() {
    return racks.length;
  }

  String[] racks() {
    return racks.clone();
  }

  StorageType[] storageTypes() {
    return storageTypes.clone();
  }

  long[] capacitiesBytes() {
    return Arrays.copyOf(capacitiesBytes, capacitiesBytes.length);
  }

  int nodeManagers() {
    return nodeManagers;
  }
}
