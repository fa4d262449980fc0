/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.rating;

import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * What a device does when it is read and when it is written.
 *
 * @param read from a device
 * @param write to it
 */
public record DeviceSpeeds(DeviceProfile read, DeviceProfile write) {
  /** A typical idle device of that kind. */
  public static DeviceSpeeds typical(Medium medium) {
    return new DeviceSpeeds(medium.typical(), medium.typical());
  }

  /**
   * The performance rating PR of the device as a place for a block that is written once and read
   * back: the harmonic mean of what writing and reading reach, so that the seconds add up.
   *
   * @param distance how far away it is
   * @param network what the network lets a stream have
   * @param blockBytes size of the block, above 0
   * @return MiB/s, above 0
   */
  public double rating(Distance distance, Network network, long blockBytes) {
    double reading = PerformanceRating.of(read, distance, network, blockBytes);
    if (read.equals(write)) {
      return reading;
    }
    double writing = PerformanceRating.of(write, distance, network, blockBytes);
    return 2 / (1 / reading + 1 / writing);
  }

  /**
   * The device that stands for all of these: mean seconds per byte, mean latency, mean utilisation
   * and the fewest channels.
   *
   * @param all at least one
   */
  public static DeviceSpeeds average(Collection<DeviceSpeeds> all) {
    DeviceSpeeds first = all.iterator().next();
    if (all.stream().allMatch(first::equals)) {
      return first;
    }
    return new DeviceSpeeds(
        mean(all.stream().map(DeviceSpeeds::read).toList()),
        mean(all.stream().map(DeviceSpeeds::write).toList()));
  }

  private static DeviceProfile mean(Collection<DeviceProfile> all) {
    return new DeviceProfile(
        1 / mean(all, device -> 1 / device.mibPerSecond()),
        mean(all, DeviceProfile::latencySeconds),
        all.stream().mapToInt(DeviceProfile::channels).min().orElse(1),
        mean(all, DeviceProfile::utilisation));
  }

  private static double mean(
      Collection<DeviceProfile> all, ToDoubleFunction<DeviceProfile> figure) {
    return all.stream().mapToDouble(figure).average().orElse(0);
  }
}
