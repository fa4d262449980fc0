/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.rating.DeviceSpeeds;
import io.tierline.ldm.rating.Medium;
import java.util.Objects;

/**
 * One storage volume as last reported.
 *
 * @param node the DataNode's identity
 * @param rack the DataNode's network location
 * @param medium what the volume is made of
 * @param capacityBytes its size, at least 0
 * @param remainingBytes what HDFS may still use of it, from 0 to the capacity
 * @param device which volume it is and what it does
 */
public record StorageState(
    String node,
    String rack,
    Medium medium,
    long capacityBytes,
    long remainingBytes,
    Device device) {

  /**
   * The volume itself.
   *
   * @param storage its storage id; "" when it does not matter which one it is
   * @param speeds what it does
   * @param measured true when an agent has measured that, false when it is typical of the medium
   * @param worn true when nothing more is to be written to it today
   */
  public record Device(String storage, DeviceSpeeds speeds, boolean measured, boolean worn) {
    /** A volume that may be written to. */
    public Device(String storage, DeviceSpeeds speeds, boolean measured) {
      this(storage, speeds, measured, false);
    }

    /** Checks that nothing is missing. */
    public Device {
      Objects.requireNonNull(storage, "storage");
      Objects.requireNonNull(speeds, "speeds");
    }

    /** This device, worn or not. */
    public Device worn(boolean now) {
      return new Device(storage, speeds, measured, now);
    }

    /** A volume that nobody has measured. */
    public static Device typical(String storage, Medium medium) {
      return new Device(storage, DeviceSpeeds.typical(medium), false);
    }
  }

  /** Checks the ranges. */
  public StorageState {
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(rack, "rack");
    Objects.requireNonNull(medium, "medium");
    Objects.requireNonNull(device, "device");
    if (capacityBytes < 0 || remainingBytes < 0) {
      throw new IllegalArgumentException("a volume cannot hold less than nothing");
    }
  }

  /** A volume that is typical of its medium. */
  public StorageState(
      String node, String rack, Medium medium, long capacityBytes, long remainingBytes) {
    this(node, rack, medium, capacityBytes, remainingBytes, Device.typical("", medium));
  }
}
