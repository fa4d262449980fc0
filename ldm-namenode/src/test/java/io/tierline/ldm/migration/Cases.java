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
import io.tierline.ldm.rating.Network;
import java.util.ArrayList;
import java.util.List;

/** Small clusters, blocks and settings for tests of migration. */
final class Cases {
  static final long BLOCK = 128L << 20;
  static final long VOLUME = 1L << 40;

  /** Without a bound of the reserve: whether sizes are large or small makes no difference. */
  static final TierSettings TIERS = new TierSettings(TierSettings.DEFAULT.managed(), 0.70, 0.05);

  static final MigrationSettings SETTINGS = settings(MigrationSettings.Order.DENSITY);

  private Cases() {}

  static MigrationSettings settings(MigrationSettings.Order order) {
    return new MigrationSettings(3_600, 3_600, 600, 0.5, order, 1_000, TIERS, Network.TYPICAL);
  }

  /** Nodes n0, n1, … on racks in turn, each with an SSD of that fill and an empty disk. */
  static List<StorageState> cluster(int nodes, int racks, double ssdFill) {
    List<StorageState> storages = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      storages.add(volume(i, racks, Medium.SSD, ssdFill));
      storages.add(volume(i, racks, Medium.DISK, 0));
    }
    return storages;
  }

  static StorageState volume(int node, int racks, Medium medium, double fill) {
    long remaining = Math.round(VOLUME * (1 - fill));
    return new StorageState("n" + node, rack(node, racks), medium, VOLUME, remaining);
  }

  static String rack(int node, int racks) {
    return "/r" + node % racks;
  }

  static Replica replica(int node, int racks, Medium medium) {
    return new Replica("n" + node, rack(node, racks), medium);
  }

  /** A block of three replicas on n0, n1, n2 over two racks, the first few on SSD. */
  static ManagedBlock block(long id, int fast) {
    return block(id, fast, BLOCK);
  }

  static ManagedBlock block(long id, int fast, long bytes) {
    List<Replica> replicas = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      replicas.add(replica(i, 2, i < fast ? Medium.SSD : Medium.DISK));
    }
    return new ManagedBlock("/data/" + id, id, bytes, replicas);
  }

  static DatasetBlocks dataset(String root, double[] secondsToUses, ManagedBlock... blocks) {
    return DatasetBlocks.of(root, secondsToUses, SETTINGS.tauSeconds(), List.of(blocks));
  }

  static double[] uses(double... seconds) {
    return seconds;
  }
}
