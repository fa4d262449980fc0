/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.value;

import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.Place;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.placement.ValueModel;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** A contender's fast tier in the course of a {@link Day}. */
final class FastTier {
  private static final int RACKS = 2;
  private static final int BLOCKS_PER_TABLE = 16;
  private static final double RETENTION_SECONDS = 43_200;
  private static final long DISK_BYTES = 1L << 50;

  private final Contender contender;
  private final long ssdBytes;
  private final long[] free = new long[Day.NODES];
  private final PriorityQueue<Lease> leases =
      new PriorityQueue<>(Comparator.comparingDouble(Lease::until));
  private int nextNode;

  /** A replica on a node's SSD until some time. */
  private record Lease(double until, int node, long bytes) {}

  FastTier(Contender contender, long ssdBytesPerNode) {
    this.contender = contender;
    this.ssdBytes = ssdBytesPerNode;
    Arrays.fill(free, ssdBytesPerNode);
  }

  /** Seconds of reading that the contender saves in the day. */
  double savedSeconds(Day day) {
    double saved = 0;
    for (Day.Data data : day.datasets()) {
      expire(data.writtenAt());
      saved += write(data);
    }
    return saved;
  }

  private void expire(double now) {
    while (!leases.isEmpty() && leases.peek().until() <= now) {
      Lease lease = leases.remove();
      free[lease.node()] += lease.bytes();
    }
  }

  /** Returns the seconds of reading that the fast replicas of its blocks save. */
  private double write(Day.Data data) {
    double until = contender.keeps() ? data.writtenAt() + RETENTION_SECONDS : data.lastRead();
    double saved = 0;
    int wanted = 0;
    for (int block = 0; block < data.blocks(); block++) {
      if (block % BLOCKS_PER_TABLE == 0) {
        wanted = wanted(data);
      }
      int placed = 0;
      for (int i = 0; i < Day.NODES && placed < wanted; i++) {
        int node = nextNode++ % Day.NODES;
        if (free[node] >= data.blockBytes()) {
          free[node] -= data.blockBytes();
          leases.add(new Lease(until, node, data.blockBytes()));
          placed++;
        }
      }
      saved += data.savedSeconds(placed);
    }
    return saved;
  }

  private int wanted(Day.Data data) {
    return switch (contender) {
      case ONE_SSD, ONE_SSD_DELETED -> 1;
      case QUOTIENT -> byTable(data, ValueModel.QUOTIENT);
      case LDM -> byTable(data, ValueModel.WORK);
    };
  }

  private int byTable(Day.Data data, ValueModel value) {
    GlobalStorageTable table =
        GlobalStorageTable.of(
            storages(),
            TierSettings.DEFAULT.by(value),
            Network.TYPICAL,
            GlobalStorageTable.BLOCK_BYTES);
    return PlacementPlanner.plan(data.vertex(), Readings.REPLICAS, Place.OUTSIDE, table)
        .count(Medium.SSD);
  }

  private List<StorageState> storages() {
    List<StorageState> storages = new ArrayList<>();
    for (int i = 0; i < Day.NODES; i++) {
      String rack = "/r" + i % RACKS;
      storages.add(new StorageState("n" + i, rack, Medium.SSD, ssdBytes, free[i]));
      storages.add(new StorageState("n" + i, rack, Medium.DISK, DISK_BYTES, DISK_BYTES));
    }
    return storages;
  }
}
