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
 * The media that HDFS tells apart, named as its storage types are, with what a typical device of
 * the kind does when no agent has measured it.
 */
public enum Medium {
  /** Memory of a DataNode. Not durable: a replica in it is one a crash takes. */
  RAM_DISK(6_000, 1e-6, 16),
  /** Non-volatile memory on the memory bus. */
  NVDIMM(2_500, 2e-6, 16),
  /** Flash; the figures are those of a SATA drive, the slowest that is sold. */
  SSD(500, 1e-4, 1),
  /** A 7,200 rpm disk: 8.5 ms seek, half a turn of 4.2 ms. */
  DISK(150, 12.7e-3, 1),
  /** A dense, slow disk for cold data. */
  ARCHIVE(100, 15e-3, 1);

  private final DeviceProfile typical;

  Medium(double mibPerSecond, double latencySeconds, int channels) {
    typical = new DeviceProfile(mibPerSecond, latencySeconds, channels, 0);
  }

  /** A typical idle device of this kind. */
  public DeviceProfile typical() {
    return typical;
  }
}
