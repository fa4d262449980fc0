/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import io.tierline.ldm.rating.PerformanceRating;

/** What reading and copying cost on typical idle devices, by their performance ratings. */
final class CopyCost {
  private static final double MIB = 1024 * 1024;

  private final Network network;

  CopyCost(Network network) {
    this.network = network;
  }

  /** Seconds to read a block from a device in the reader's node. */
  private double reading(long bytes, Medium medium, Distance distance) {
    return bytes == 0
        ? 0
        : bytes
            / MIB
            / PerformanceRating.of(medium.typical(), distance, network, Math.max(1, bytes));
  }

  /** Seconds that one reading of the block is shorter from that medium than from the other. */
  double saved(long bytes, Medium fast, Medium slow) {
    return Math.max(0, reading(bytes, slow, Distance.NODE) - reading(bytes, fast, Distance.NODE));
  }

  /** Seconds of a copy: the slower of its two ends. */
  double copy(long bytes, Medium from, Medium to, boolean sameNode) {
    Distance distance = sameNode ? Distance.NODE : Distance.REMOTE;
    return Math.max(reading(bytes, from, distance), reading(bytes, to, distance));
  }
}
