/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

import io.tierline.bid.dataset.ScheduledReplica;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;

/**
 * The devices of one DataNode, a device for each volume. Nothing falls back to the machine's own
 * disk: what cannot be emulated is an error.
 */
public final class EmulatedDevices implements AutoCloseable {
  /**
   * Blocks of no more bytes are read from the kernel's cache, whichever volume they are on. They
   * are files of a job (its archive, configuration, splits): each container reads them in the
   * seconds after they were written, when any DataNode still has them in memory.
   */
  public static final long CACHED_BLOCK_BYTES = 1 << 20;

  private final DeviceModels models;
  private final Map<String, EmulatedDevice> devices = new ConcurrentHashMap<>();
  private ReadCache cache;

  /** None is opened yet. */
  public EmulatedDevices(DeviceModels models) {
    this.models = models;
  }

  private EmulatedDevice device(FsVolumeSpi volume) throws IOException {
    try {
      return devices.computeIfAbsent(volume.getStorageID(), storage -> open(volume));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private EmulatedDevice open(FsVolumeSpi volume) {
    try {
      return EmulatedDevice.open(models, volume.getStorageType(), volume.getBaseURI().getPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A stream of a finalized block's data that takes the device's time.
   *
   * @param block which one it is
   * @param stock HDFS's own, at that position; closed with the result
   * @param position where to begin, in bytes
   * @param blockEnd the block's length, in bytes
   */
  public InputStream reading(
      FsVolumeSpi volume, ExtendedBlock block, InputStream stock, long position, long blockEnd)
      throws IOException {
    DeviceInput.Before before = (from, memory, device) -> device.read(from, memory);
    if (models.cacheBytes() > 0 && volume.getStorageType() == StorageType.DISK) {
      ReadCache first = cache(volume.getDataset());
      before = (from, memory, device) -> first.read(block, from, blockEnd, memory, device);
    }
    return new DeviceInput(device(volume), (FileInputStream) stock, before, position, blockEnd);
  }

  /** The read cache, on the first of the DataNode's SSDs. */
  private synchronized ReadCache cache(FsDatasetSpi<?> dataset) throws IOException {
    if (cache == null) {
      try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
        for (FsVolumeSpi volume : volumes) {
          if (volume.getStorageType() == StorageType.SSD) {
            String file = new File(volume.getBaseURI().getPath(), "read-cache").getPath();
            cache = ReadCache.open(device(volume), file, models.cacheBytes());
            return cache;
          }
        }
      }
      throw new IOException("a read cache needs an SSD");
    }
    return cache;
  }

  /** Bytes that the read cache served in place of disks; 0 when there is none. */
  public synchronized long cacheHitBytes() {
    return cache == null ? 0 : cache.hitBytes();
  }

  /** The handler of a new replica, whose data takes the device's time to be written back. */
  public ReplicaHandler writing(ReplicaHandler stock) {
    return ScheduledReplica.handler(
        stock, (replica, streams) -> writing(replica.getVolume(), streams));
  }

  private ReplicaOutputStreams writing(FsVolumeSpi volume, ReplicaOutputStreams stock) {
    try {
      return new ReplicaOutputStreams(
          new DeviceOutput(device(volume), (FileOutputStream) stock.getDataOut()),
          stock.getChecksumOut(),
          stock.getChecksum(),
          volume,
          volume.getFileIoProvider());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What each has done by now. */
  public List<DeviceUse> uses() {
    return devices.values().stream().map(EmulatedDevice::use).toList();
  }

  @Override
  public synchronized void close() {
    try {
      if (cache != null) {
        cache.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      devices.values().forEach(EmulatedDevice::close);
    }
  }
}
