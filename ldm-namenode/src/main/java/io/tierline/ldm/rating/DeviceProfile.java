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
 * What a storage device can do.
 *
 * @param mibPerSecond sequential bandwidth in MiB/s, above 0
 * @param latencySeconds time from a request to its first byte, in seconds, at least 0
 * @param channels requests served at once: 1 for SATA and SAS, 8 to 16 for NVMe
 * @param utilisation share of its time the device is busy, from 0 to below 1; 0 when not known
 */
public record DeviceProfile(
    double mibPerSecond, double latencySeconds, int channels, double utilisation) {
  /** Checks the ranges. */
  public DeviceProfile {
    if (!(mibPerSecond > 0) || !(latencySeconds >= 0) || channels < 1) {
      throw new IllegalArgumentException(
          "no such device: %s MiB/s, %s s, %d channels"
              .formatted(mibPerSecond, latencySeconds, channels));
    }
    if (!(utilisation >= 0 && utilisation < 1)) {
      throw new IllegalArgumentException("utilisation is from 0 to below 1: " + utilisation);
    }
  }
}
