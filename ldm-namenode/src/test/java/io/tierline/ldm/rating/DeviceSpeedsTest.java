/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.rating;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class DeviceSpeedsTest {
  private static final long BLOCK = 128L << 20;

  private static DeviceSpeeds speeds(double read, double write) {
    return new DeviceSpeeds(new DeviceProfile(read, 0, 1, 0), new DeviceProfile(write, 0, 1, 0));
  }

  @Test
  void ratingAddsTheSecondsOfWritingAndReading() {
    // 1 s to write 128 MiB and 3 s to read them: 128 MiB moved in 2 s on average.
    assertThat(speeds(128 / 3.0, 128).rating(Distance.NODE, Network.TYPICAL, BLOCK))
        .isEqualTo(64, within(1e-9));
  }

  @Test
  void typicalDeviceIsRatedAsItsMediumIs() {
    for (Medium medium : Medium.values()) {
      assertThat(DeviceSpeeds.typical(medium).rating(Distance.RACK, Network.TYPICAL, BLOCK))
          .isEqualTo(PerformanceRating.of(medium.typical(), Distance.RACK, Network.TYPICAL, BLOCK));
    }
  }

  @Test
  void averageIsOfSecondsAndOfTheFewestChannels() {
    DeviceSpeeds one =
        new DeviceSpeeds(new DeviceProfile(100, 0.1, 8, 0.2), new DeviceProfile(50, 0, 4, 0));
    DeviceSpeeds other =
        new DeviceSpeeds(new DeviceProfile(300, 0.3, 1, 0.4), new DeviceProfile(50, 0, 2, 0));
    DeviceSpeeds mean = DeviceSpeeds.average(List.of(one, other));
    assertThat(mean.read().mibPerSecond()).isEqualTo(150, within(1e-9));
    assertThat(mean.read().latencySeconds()).isEqualTo(0.2, within(1e-9));
    assertThat(mean.read().utilisation()).isEqualTo(0.3, within(1e-9));
    assertThat(mean.read().channels()).isEqualTo(1);
    assertThat(mean.write().channels()).isEqualTo(2);
    assertThat(DeviceSpeeds.average(List.of(one, one))).isSameAs(one);
  }

  @Property
  void ratingIsBetweenReadingAndWriting(
      @ForAll @DoubleRange(min = 1, max = 9_000) double read,
      @ForAll @DoubleRange(min = 1, max = 9_000) double write,
      @ForAll Distance distance) {
    DeviceSpeeds speeds = speeds(read, write);
    double reading = PerformanceRating.of(speeds.read(), distance, Network.TYPICAL, BLOCK);
    double writing = PerformanceRating.of(speeds.write(), distance, Network.TYPICAL, BLOCK);
    assertThat(speeds.rating(distance, Network.TYPICAL, BLOCK))
        .isBetween(Math.min(reading, writing) * 0.999_999, Math.max(reading, writing) * 1.000_001);
  }
}
