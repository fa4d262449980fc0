/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tierline.testing.devices.DeviceUse;
import io.tierline.testing.devices.DeviceWaits;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;

class JobTimeTest {
  private static final long SECOND = 1_000_000_000;

  private static DeviceUse use(String volume, StorageType type, long busy, long positioning) {
    return new DeviceUse(volume, type, busy / 100, busy / 50, busy, 0, positioning, 0, 0);
  }

  @Test
  void secondsAreDividedAndDisksAreOfTheJobAlone() {
    var waited =
        new DeviceWaits.Waited(
            16 * SECOND, 3 * SECOND, 14 * SECOND, 4 * SECOND, 5 * SECOND, SECOND);
    JobTime time =
        JobTime.of(
            waited,
            List.of(use("/a", StorageType.DISK, SECOND, 0)),
            List.of(
                use("/a", StorageType.DISK, 2 * SECOND, SECOND / 2),
                use("/b", StorageType.DISK, SECOND, 3 * SECOND),
                use("/c", StorageType.SSD, SECOND, 0)));
    assertThat(time.starting()).isCloseTo(5, within(1e-9));
    assertThat(time.waiting()).isCloseTo(4, within(1e-9));
    assertThat(time.computing()).isCloseTo(7, within(1e-9));
    assertThat(time.reading()).isCloseTo(5, within(1e-9));
    assertThat(time.writing()).isCloseTo(1, within(1e-9));
    // Two seconds of the devices are sixteen of ours, and there are two disks. One that writes out
    // its
    // own cache positions, and is not busy.
    assertThat(time.disksBusy()).isCloseTo(0.5, within(1e-9));
    assertThat(time.positioning()).isCloseTo(0.875, within(1e-9));
    assertThat(time.diskBytes()).isEqualTo(2 * SECOND * 3 / 100);
  }

  @Test
  void withoutEmulatedDisksNothingIsKnown() {
    var waited = new DeviceWaits.Waited(SECOND, SECOND, SECOND, 0, 0, 0);
    assertThat(JobTime.of(waited, List.of(), List.of())).isEqualTo(JobTime.UNKNOWN);
  }
}
