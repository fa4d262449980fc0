/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo.strip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.testing.devices.DeviceUse;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DeviceLogTest {
  private static final long MIB = 1 << 20;

  private static DeviceUse use(String volume, StorageType type, long looks) {
    return new DeviceUse(volume, type, looks * MIB, looks * MIB, 1, 0, 0, 0, looks % 1000);
  }

  /** Devices that move 2 MiB between two looks, and an SSD that comes later. */
  private static List<DeviceUse> devices(long looks) {
    List<DeviceUse> disks =
        List.of(use("/b", StorageType.SSD, looks), use("/c", StorageType.DISK, looks));
    return looks < 5
        ? disks
        : List.of(disks.get(0), disks.get(1), use("/a", StorageType.SSD, looks));
  }

  @Test
  @Timeout(60)
  void bytesAreOfSecondsAndArmsOfEachLook() {
    AtomicLong looks = new AtomicLong();
    List<Strip> strips;
    try (DeviceLog log = new DeviceLog(() -> devices(looks.getAndIncrement()))) {
      do {
        strips = log.strips();
      } while (strips.get(0).mib().isEmpty());
    }
    assertThat(strips)
        .extracting(Strip::type)
        .containsExactly(StorageType.DISK, StorageType.SSD, StorageType.SSD);
    Strip disk = strips.get(0);
    assertThat(disk.mib().get(0)).isEqualTo(2.0 * Strip.LOOKS);
    assertThat(disk.arm()).startsWith(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assertThat(strips.get(1).arm()).isEmpty();
    assertThat(ArmSvg.busiest(strips)).contains(disk);
  }
}
