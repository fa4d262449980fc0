/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.rating;

/**
 * The performance rating PR of a device, and the refactored PR: the same seen from where the task
 * runs.
 *
 * <p>Source: Mishra 2018, chapter 5, where PR is a unit-less score that falls with network
 * distance. Ours is an effective bandwidth in MiB/s, block size over the expected seconds to move
 * one block, so that "local disk or remote flash" is arithmetic: {@code queueing + latency + size /
 * min(device bandwidth, path bandwidth)}. The queueing term is Sakasegawa's approximation of the
 * mean wait in an M/M/c queue (H. Sakasegawa, 1977).
 */
public final class PerformanceRating {
  private static final double MIB = 1024 * 1024;

  private PerformanceRating() {}

  /**
   * The rating of a device from that distance.
   *
   * @param device what the device can do and how busy it is
   * @param distance how far away it is
   * @param network what the network lets a stream have
   * @param blockBytes size of the block to move, above 0
   * @return MiB/s, above 0
   */
  public static double of(
      DeviceProfile device, Distance distance, Network network, long blockBytes) {
    if (blockBytes <= 0) {
      throw new IllegalArgumentException("a block has bytes: " + blockBytes);
    }
    double mib = blockBytes / MIB;
    double path = network.mibPerSecond(distance);
    double service = device.latencySeconds() + mib / device.mibPerSecond();
    double transfer = mib / Math.min(device.mibPerSecond(), path);
    return mib / (queueing(device, service) + device.latencySeconds() + transfer);
  }

  private static double queueing(DeviceProfile device, double serviceSeconds) {
    double busy = device.utilisation();
    int channels = device.channels();
    return busy == 0
        ? 0
        : serviceSeconds
            * Math.pow(busy, Math.sqrt(2.0 * (channels + 1)) - 1)
            / (channels * (1 - busy));
  }
}
