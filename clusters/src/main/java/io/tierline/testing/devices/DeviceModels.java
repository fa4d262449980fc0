/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.devices;

import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;

/**
 * What the volumes of an embedded cluster pretend to lie on.
 *
 * @param disk the model of DISK volumes: a preset of docs/bid-simulator.md
 * @param ssd that of SSD volumes
 * @param timeScale so many seconds of the devices pass in one; less than 1 is slower
 * @param scheduling who orders what the disks do; SSDs are served as they are asked
 * @param dirtyBytes that wait to be written back to a volume before its writers wait
 * @param cacheBytes that a read cache on each DataNode's SSD may hold; 0: there is none
 */
public record DeviceModels(
    String disk,
    String ssd,
    double timeScale,
    Scheduling scheduling,
    long dirtyBytes,
    long cacheBytes) {
  private static final String DISK = "tierline.testing.devices.disk";
  private static final String SSD = "tierline.testing.devices.ssd";
  private static final String TIME_SCALE = "tierline.testing.devices.time.scale";
  private static final String SCHEDULING = "tierline.testing.devices.scheduling";
  private static final String DIRTY = "tierline.testing.devices.dirty";
  private static final String CACHE = "tierline.testing.devices.cache";

  /** Checks that nothing is missing. */
  public DeviceModels {
    Objects.requireNonNull(disk, "disk");
    Objects.requireNonNull(ssd, "ssd");
    Objects.requireNonNull(scheduling, "scheduling");
  }

  /** Devices without a read cache. */
  public DeviceModels(
      String disk, String ssd, double timeScale, Scheduling scheduling, long dirtyBytes) {
    this(disk, ssd, timeScale, scheduling, dirtyBytes, 0);
  }

  /** The same with a read cache on each DataNode's SSD. */
  public DeviceModels withCache(long bytes) {
    return new DeviceModels(disk, ssd, timeScale, scheduling, dirtyBytes, bytes);
  }

  /** Has DataNodes with that configuration use these devices. */
  public void configure(Configuration conf) {
    conf.set(DISK, disk);
    conf.set(SSD, ssd);
    conf.setDouble(TIME_SCALE, timeScale);
    conf.setEnum(SCHEDULING, scheduling);
    conf.setLong(DIRTY, dirtyBytes);
    conf.setLong(CACHE, cacheBytes);
    // Packets to readers are no larger than that; with 4 KiB the processor is what is measured.
    conf.setInt("io.file.buffer.size", 128 << 10);
  }

  /** The devices that a configuration names, if it does. */
  public static Optional<DeviceModels> of(Configuration conf) {
    return conf.get(DISK) == null
        ? Optional.empty()
        : Optional.of(
            new DeviceModels(
                conf.get(DISK),
                conf.get(SSD),
                conf.getDouble(TIME_SCALE, 1),
                conf.getEnum(SCHEDULING, Scheduling.LINUX),
                conf.getLong(DIRTY, Long.MAX_VALUE),
                conf.getLong(CACHE, 0)));
  }

  /** The model of a volume of that type. */
  String model(StorageType type) {
    return type == StorageType.SSD ? ssd : disk;
  }

  /** The scheduler of a volume of that type. */
  String policy(StorageType type) {
    return type == StorageType.SSD ? "noop" : scheduling.policy();
  }
}
