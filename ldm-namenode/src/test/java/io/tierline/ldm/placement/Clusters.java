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
import io.tierline.ldm.rating.Network;
import java.util.ArrayList;
import java.util.List;

/** Storage tables of small clusters, for tests. */
final class Clusters {
  static final long BLOCK = 128L << 20;
  static final long VOLUME = 1L << 40;

  /** The default ones, but for the bound of the reserve, which would hide its share here. */
  static final TierSettings SHARES = new TierSettings(TierSettings.DEFAULT.managed(), 0.70, 0.05);

  private Clusters() {}

  /** Nodes n0, n1, … spread over racks /r0, /r1, …; the first few have an SSD, all a disk. */
  static List<StorageState> nodes(int nodes, int racks, int withSsd, double ssdFill) {
    List<StorageState> storages = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      if (i < withSsd) {
        storages.add(volume(i, racks, Medium.SSD, ssdFill));
      }
      storages.add(volume(i, racks, Medium.DISK, 0));
    }
    return storages;
  }

  static StorageState volume(int node, int racks, Medium medium, double fill) {
    long remaining = Math.round(VOLUME * (1 - fill));
    return new StorageState("n" + node, "/r" + node % racks, medium, VOLUME, remaining);
  }

  static GlobalStorageTable table(List<StorageState> storages) {
    return table(storages, Network.TYPICAL);
  }

  static GlobalStorageTable table(List<StorageState> storages, Network network) {
    return GlobalStorageTable.of(storages, SHARES, network, BLOCK);
  }
}
