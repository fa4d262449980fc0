/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.datanode;

import io.tierline.testing.devices.DeviceModels;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.ReadCountingDataset;

/** In this process, on a modelled disk in real time. */
final class EmulatedNode implements Node {
  /** What the kernel lets wait to be written back before writers wait. */
  private static final long DIRTY_BYTES = 32L << 20;

  private final MiniDFSCluster cluster;
  private final DistributedFileSystem files;

  private EmulatedNode(MiniDFSCluster cluster) throws IOException {
    this.cluster = cluster;
    files = cluster.getFileSystem();
  }

  static Node start(Contender contender, String disk, long blockBytes, Path folder)
      throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setLong("dfs.blocksize", blockBytes);
    if (contender != Contender.OURS) {
      new DeviceModels(disk, disk, 1, contender.scheduling, DIRTY_BYTES).configure(conf);
      ReadCountingDataset.enable(conf);
    } else {
      conf.set(Contender.FACTORY_KEY, Contender.FACTORY);
      conf.set("tierline.bid.engine", "emulated");
      conf.set("tierline.bid.emulated.model", disk);
      // All reads are of the modelled disk, as stock's here.
      conf.set("tierline.bid.read.after", "0");
      conf.set("tierline.bid.read.from.cache", "false");
      conf.setInt("io.file.buffer.size", 128 << 10);
    }
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder.toFile())
            .numDataNodes(1)
            .storagesPerDatanode(1)
            .storageTypes(new StorageType[] {StorageType.DISK})
            .build();
    cluster.waitActive();
    return new EmulatedNode(cluster);
  }

  @Override
  public DistributedFileSystem files() {
    return files;
  }

  @Override
  public long processorNanos() {
    return 0;
  }

  @Override
  public void close() {
    cluster.shutdown();
  }
}
