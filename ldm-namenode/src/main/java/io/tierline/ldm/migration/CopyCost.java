/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.rating.DeviceProfile;
import io.tierline.ldm.rating.DeviceSpeeds;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import io.tierline.ldm.rating.PerformanceRating;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What reading and copying cost by the performance ratings: of each medium, the mean of its volumes
 * as agents have measured them, with those that nobody measured taken for typical ones.
 */
public final class CopyCost {
  private static final double MIB = 1024 * 1024;

  private final Network network;
  private final Map<Medium, DeviceSpeeds> speeds = new EnumMap<>(Medium.class);

  /**
   * The costs of a cluster.
   *
   * @param storages its volumes; a medium of which there is none is typical
   */
  public CopyCost(Network network, Collection<StorageState> storages) {
    this.network = network;
    Map<Medium, List<DeviceSpeeds>> byMedium = new EnumMap<>(Medium.class);
    for (StorageState storage : storages) {
      byMedium
          .computeIfAbsent(storage.medium(), medium -> new ArrayList<>())
          .add(storage.device().speeds());
    }
    for (Medium medium : Medium.values()) {
      List<DeviceSpeeds> members = byMedium.getOrDefault(medium, List.of());
      speeds.put(
          medium, members.isEmpty() ? DeviceSpeeds.typical(medium) : DeviceSpeeds.average(members));
    }
  }

  private DeviceSpeeds of(Medium medium) {
    return Objects.requireNonNull(speeds.get(medium), "every medium has speeds");
  }

  private double seconds(long bytes, DeviceProfile device, Distance distance) {
    return bytes == 0
        ? 0
        : bytes / MIB / PerformanceRating.of(device, distance, network, Math.max(1, bytes));
  }

  /** Seconds that a reader in the same node takes for a block on that medium. */
  public double reading(long bytes, Medium medium) {
    return seconds(bytes, of(medium).read(), Distance.NODE);
  }

  /** Seconds that one reading of the block is shorter from that medium than from the other. */
  public double saved(long bytes, Medium fast, Medium slow) {
    return Math.max(0, reading(bytes, slow) - reading(bytes, fast));
  }

  /** Seconds of a copy: the slower of its two ends. */
  public double copy(long bytes, Medium from, Medium to, boolean sameNode) {
    Distance distance = sameNode ? Distance.NODE : Distance.REMOTE;
    return Math.max(
        seconds(bytes, of(from).read(), distance), seconds(bytes, of(to).write(), distance));
  }
}
