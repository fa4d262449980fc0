/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

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
 */
public record StorageState(
    String node, String rack, Medium medium, long capacityBytes, long remainingBytes) {
  /** Checks the ranges. */
  public StorageState {
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(rack, "rack");
    Objects.requireNonNull(medium, "medium");
    if (capacityBytes < 0 || remainingBytes < 0) {
      throw new IllegalArgumentException("a volume cannot hold less than nothing");
    }
  }
}
