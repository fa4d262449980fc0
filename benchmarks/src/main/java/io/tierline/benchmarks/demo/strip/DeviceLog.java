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

/** Looks at the devices of a cluster once a second. */
public final class DeviceLog implements AutoCloseable {
  private static final double MIB = 1 << 20;

  private final Supplier<List<DeviceUse>> devices;
  private final Map<String, Long> bytesBefore = new TreeMap<>();
  private final Map<String, DeviceUse> last = new TreeMap<>();
  private final Map<String, List<Double>> moved = new TreeMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "device-log");
            thread.setDaemon(true);
            return thread;
          });
  private int seconds;

  /** Begins to look; what was moved before does not count. */
  public DeviceLog(Supplier<List<DeviceUse>> devices) {
    this.devices = devices;
    devices.get().forEach(device -> bytesBefore.put(device.volume(), bytes(device)));
    clock.scheduleAtFixedRate(this::look, 1, 1, TimeUnit.SECONDS);
  }

  private static long bytes(DeviceUse device) {
    return device.bytesRead() + device.bytesWritten();
  }

  private synchronized void look() {
    for (DeviceUse device : devices.get()) {
      long bytes = bytes(device);
      Long before = bytesBefore.put(device.volume(), bytes);
      List<Double> strip = moved.computeIfAbsent(device.volume(), volume -> new ArrayList<>());
      while (strip.size() < seconds) {
        strip.add(0.0);
      }
      strip.add((bytes - (before == null ? 0 : before)) / MIB);
      last.put(device.volume(), device);
    }
    seconds++;
  }

  /** What it has seen, disks first, in the order of their volumes. */
  public synchronized List<Strip> strips() {
    List<Strip> strips = new ArrayList<>();
    moved.forEach((volume, mib) -> strips.add(new Strip(last.get(volume).type(), mib)));
    strips.sort((one, other) -> other.type().compareTo(one.type()));
    return strips;
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
