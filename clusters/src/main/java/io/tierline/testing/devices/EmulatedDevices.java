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
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;

/**
 * The devices of one DataNode, a device for each volume. Nothing falls back to the machine's own
 * disk: what cannot be emulated is an error.
 */
public final class EmulatedDevices implements AutoCloseable {
  private final DeviceModels models;
  private final Map<String, EmulatedDevice> devices = new ConcurrentHashMap<>();

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
   * @param stock HDFS's own, at that position; closed with the result
   * @param position where to begin, in bytes
   * @param blockEnd the block's length, in bytes
   */
  public InputStream reading(FsVolumeSpi volume, InputStream stock, long position, long blockEnd)
      throws IOException {
    return new DeviceInput(device(volume), (FileInputStream) stock, position, blockEnd);
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
  public void close() {
    devices.values().forEach(EmulatedDevice::close);
  }
}
