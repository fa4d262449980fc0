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
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The free space of the cluster while a plan is made: what the plan takes is gone, what it frees
 * comes only once it has been applied.
 */
final class Room {
  /** All volumes of one medium in one node. */
  private static final class Shelf {
    private long capacity;
    private long remaining;
    private long largestVolumeRemaining;
    private int volumes;
    private boolean worn;
  }

  private final TierSettings tiers;
  private final Map<String, String> racks = new TreeMap<>();
  private final Map<Medium, Map<String, Shelf>> shelves = new EnumMap<>(Medium.class);
  private final Map<Medium, Shelf> sums = new EnumMap<>(Medium.class);

  Room(Collection<StorageState> storages, TierSettings tiers) {
    this.tiers = tiers;
    for (StorageState storage : storages) {
      racks.put(storage.node(), storage.rack());
      Shelf shelf =
          shelves
              .computeIfAbsent(storage.medium(), m -> new TreeMap<>())
              .computeIfAbsent(storage.node(), n -> new Shelf());
      add(shelf, storage);
      add(sums.computeIfAbsent(storage.medium(), m -> new Shelf()), storage);
    }
  }

  private static void add(Shelf shelf, StorageState storage) {
    long remaining = Math.min(storage.remainingBytes(), storage.capacityBytes());
    shelf.worn |= storage.device().worn();
    shelf.volumes++;
    shelf.capacity += storage.capacityBytes();
    shelf.remaining += remaining;
    shelf.largestVolumeRemaining = Math.max(shelf.largestVolumeRemaining, remaining);
  }

  /** The rack of a node in service; empty for any other node. */
  Optional<String> rack(String node) {
    return Optional.ofNullable(racks.get(node));
  }

  /** The admission threshold of a tier at its fill now, or when so many bytes have left it. */
  double threshold(Medium medium, long freedBytes) {
    Shelf sum = sums.get(medium);
    return sum == null ? 1 : tiers.threshold(sum.remaining + freedBytes, sum.capacity, sum.volumes);
  }

  /** True when the node can take so many bytes on that medium, keeps the reserve, is not worn. */
  boolean hasRoom(String node, Medium medium, long bytes) {
    Shelf shelf = shelves.getOrDefault(medium, Map.of()).get(node);
    return shelf != null
        && !shelf.worn
        && shelf.largestVolumeRemaining >= bytes
        && shelf.remaining - bytes >= tiers.reserveBytes(shelf.capacity, shelf.volumes);
  }

  void take(String node, Medium medium, long bytes) {
    Shelf shelf = Objects.requireNonNull(shelves.getOrDefault(medium, Map.of()).get(node), node);
    shelf.remaining -= bytes;
    shelf.largestVolumeRemaining = Math.min(shelf.largestVolumeRemaining, shelf.remaining);
    Objects.requireNonNull(sums.get(medium), "a medium with a shelf has a sum").remaining -= bytes;
  }

  /** The node with most room among those that may take it. */
  Optional<String> roomiest(Medium medium, long bytes, Predicate<String> may) {
    String best = null;
    long most = -1;
    for (var shelf : shelves.getOrDefault(medium, Map.of()).entrySet()) {
      boolean more = shelf.getValue().remaining > most;
      if (more && hasRoom(shelf.getKey(), medium, bytes) && may.test(shelf.getKey())) {
        best = shelf.getKey();
        most = shelf.getValue().remaining;
      }
    }
    return Optional.ofNullable(best);
  }
}
