/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.bid.device.DeviceNumber;
import io.tierline.bid.device.DiskCounters;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeviceMeterTest {
  private static final long MIB = 1 << 20;
  private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

  private final DeviceMeter meter = new DeviceMeter(128 * MIB);

  private Optional<DeviceFigures> read(long readMib, long readMs, long writtenMib, long writeMs) {
    return meter.read(
        new DiskCounters(0, readMib * MIB, readMs, 0, writtenMib * MIB, writeMs, 0, 0), NOON);
  }

  @Test
  void countersOfTheKernelAreFoundByDeviceNumber() {
    var devices =
        DiskCounters.parse(
            List.of(
                "   8       0 sda 100 5 2048 70 200 6 4096 90 0 100 160 0 0 0 0 3 4",
                " 259 1 nvme0n1p1 1 0 8 2 0 0 0 0 0 0 0",
                "no line of it",
                "8 1 sda1 x x x x x x x x x x x"));
    assertThat(devices)
        .containsOnlyKeys("8:0", "259:1")
        .containsEntry("8:0", new DiskCounters(100, 1 << 20, 70, 200, 2 << 20, 90, 0, 100));
  }

  @Test
  void numbersAreUnpackedAsLinuxPacksThem() {
    assertThat(DeviceNumber.of(0x801)).isEqualTo("8:1");
    assertThat(DeviceNumber.of(259L << 8 | 1)).isEqualTo("259:1");
    assertThat(DeviceNumber.of(0x501L << 12 & ~0xfffffL | 0xfffL << 8 | 1)).isEqualTo("4095:1281");
  }

  @Test
  void timeOfABlockIsWhatItsBytesTook() {
    assertThat(read(1_000, 5_000, 500, 9_000)).isEmpty();
    DeviceFigures figures = read(1_128, 6_000, 564, 9_250).orElseThrow();
    assertThat(figures.readSeconds()).isEqualTo(1.0);
    assertThat(figures.writeSeconds()).isEqualTo(0.5);
    assertThat(figures.measuredAt()).isEqualTo(NOON);
  }

  @Test
  void fewBytesAreGatheredUntilTheySaySomething() {
    read(0, 0, 0, 0);
    assertThat(read(31, 100, 0, 0)).isEmpty();
    DeviceFigures figures = read(64, 250, 31, 10).orElseThrow();
    assertThat(figures.readSeconds()).isEqualTo(0.5);
    assertThat(figures.writeSeconds()).isNaN();
  }

  @Test
  void whatNoDeviceDoesIsNotReported() {
    read(0, 0, 0, 0);
    assertThat(read(64, 0, 0, 0)).isEmpty();
    assertThat(read(128, 10_000_000, 0, 0)).isEmpty();
    assertThat(read(64, 1, 0, 0)).as("counters begin anew").isEmpty();
    assertThat(read(128, 65, 0, 0)).isPresent();
  }
}
