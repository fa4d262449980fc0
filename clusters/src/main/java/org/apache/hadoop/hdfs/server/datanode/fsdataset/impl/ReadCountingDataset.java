/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import io.tierline.testing.devices.DeviceModels;
import io.tierline.testing.devices.DeviceUse;
import io.tierline.testing.devices.EmulatedDevices;
import io.tierline.testing.reads.ReadCounters;
import io.tierline.testing.reads.Reader;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;

/**
 * The stock dataset, with the bytes read counted in {@link ReadCounters}, and on emulated devices
 * if the configuration names some. In this package because the stock dataset and its constructor
 * are not visible elsewhere.
 */
public final class ReadCountingDataset extends FsDatasetImpl {
  private final Optional<EmulatedDevices> devices;

  private ReadCountingDataset(DataNode dataNode, DataStorage storage, Configuration conf)
      throws IOException {
    super(dataNode, storage, conf);
    devices = DeviceModels.of(conf).map(EmulatedDevices::new);
  }

  /** What the emulated devices of a DataNode have done by now; nothing where there are none. */
  public static List<DeviceUse> uses(DataNode dataNode) {
    return dataNode.getFSDataset() instanceof ReadCountingDataset dataset
        ? dataset.devices.map(EmulatedDevices::uses).orElse(List.of())
        : List.of();
  }

  /** Bytes that a DataNode's read cache served in place of disks; 0 where there is none. */
  public static long cacheHitBytes(DataNode dataNode) {
    return dataNode.getFSDataset() instanceof ReadCountingDataset dataset
        ? dataset.devices.map(EmulatedDevices::cacheHitBytes).orElse(0L)
        : 0;
  }

  /** Makes DataNodes with that configuration count. */
  public static void enable(Configuration conf) {
    conf.setClass(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY,
        Factory.class,
        FsDatasetSpi.Factory.class);
    // A zero-copy transfer would hand the file to the kernel past our stream.
    conf.setBoolean(DFSConfigKeys.DFS_DATANODE_TRANSFERTO_ALLOWED_KEY, false);
  }

  @Override
  public InputStream getBlockInputStream(ExtendedBlock block, long offset) throws IOException {
    InputStream stream = super.getBlockInputStream(block, offset);
    FsVolumeImpl volume = getVolume(block);
    if (volume == null) {
      // Deleted between the two calls; the open stream still serves its reader.
      return stream;
    }
    if (devices.isPresent()) {
      ReplicaInfo replica = volumeMap.get(block.getBlockPoolId(), block.getLocalBlock());
      if (replica != null
          && replica.getState() == ReplicaState.FINALIZED
          && replica.getBytesOnDisk() > EmulatedDevices.CACHED_BLOCK_BYTES) {
        stream = devices.get().reading(volume, block, stream, offset, replica.getBytesOnDisk());
      }
    }
    Reader reader = Reader.ofThread(Thread.currentThread().getName());
    return new CountingStream(
        stream, ReadCounters.counter(volume.getStorageType(), block.getBlockId(), reader));
  }

  @Override
  public ReplicaHandler createRbw(
      StorageType type, String storage, ExtendedBlock block, boolean lazyPersist, long newStamp)
      throws IOException {
    return written(super.createRbw(type, storage, block, lazyPersist, newStamp));
  }

  @Override
  public ReplicaHandler createTemporary(
      StorageType type, String storage, ExtendedBlock block, boolean isTransfer)
      throws IOException {
    return written(super.createTemporary(type, storage, block, isTransfer));
  }

  private ReplicaHandler written(ReplicaHandler stock) {
    return devices.map(all -> all.writing(stock)).orElse(stock);
  }

  @Override
  public void shutdown() {
    try {
      super.shutdown();
    } finally {
      devices.ifPresent(EmulatedDevices::close);
    }
  }

  /** Made by HDFS from {@code dfs.datanode.fsdataset.factory}. */
  public static final class Factory extends FsDatasetSpi.Factory<FsDatasetImpl> {
    @Override
    public FsDatasetImpl newInstance(DataNode dataNode, DataStorage storage, Configuration conf)
        throws IOException {
      return new ReadCountingDataset(dataNode, storage, conf);
    }
  }
}
