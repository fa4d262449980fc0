/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo.strip;

import io.tierline.testing.devices.DeviceUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.fs.StorageType;

/** Looks at the devices of a cluster again and again: at all they moved, and at arms. */
public final class DeviceLog implements AutoCloseable {
  private static final double MIB = 1 << 20;

  private final Supplier<List<DeviceUse>> devices;
  private final Map<String, Device> seen = new TreeMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "device-log");
            thread.setDaemon(true);
            return thread;
          });
  private int looks;

  private static final class Device {
    private final StorageType type;
    private final List<Double> mib = new ArrayList<>();
    private final List<Integer> arm = new ArrayList<>();
    private long bytesBefore;

    Device(StorageType type) {
      this.type = type;
    }

    /** One that was not there before has done nothing by then. */
    void look(DeviceUse now, int looks) {
      while (type == StorageType.DISK && arm.size() < looks - 1) {
        arm.add(0);
      }
      if (type == StorageType.DISK) {
        arm.add((int) now.armPerMille());
      }
      if (looks % Strip.LOOKS == 0) {
        while (mib.size() < looks / Strip.LOOKS - 1) {
          mib.add(0.0);
        }
        mib.add((bytes(now) - bytesBefore) / MIB);
        bytesBefore = bytes(now);
      }
    }
  }

  /** Begins to look; what was moved before does not count. */
  public DeviceLog(Supplier<List<DeviceUse>> devices) {
    this.devices = devices;
    devices.get().forEach(use -> device(use).bytesBefore = bytes(use));
    long every = TimeUnit.SECONDS.toNanos(1) / Strip.LOOKS;
    clock.scheduleAtFixedRate(this::look, every, every, TimeUnit.NANOSECONDS);
  }

  private Device device(DeviceUse use) {
    return seen.computeIfAbsent(use.volume(), volume -> new Device(use.type()));
  }

  private static long bytes(DeviceUse device) {
    return device.bytesRead() + device.bytesWritten();
  }

  private synchronized void look() {
    looks++;
    devices.get().forEach(use -> device(use).look(use, looks));
  }

  /** What it has seen, disks first, in the order of their volumes. */
  public synchronized List<Strip> strips() {
    List<Strip> strips = new ArrayList<>();
    seen.values().forEach(device -> strips.add(new Strip(device.type, device.mib, device.arm)));
    strips.sort((one, other) -> other.type().compareTo(one.type()));
    return strips;
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
