/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import static io.tierline.ldm.migration.Cases.rack;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.migration.MigrationSettings.Order;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A day of reads from a fast tier that is too small, under both orders: simulated, with everything
 * on disks at first, plans every five minutes that may copy so many bytes, and reads at known
 * times. What counts is the seconds of reading that were saved in the end, as a share of what a
 * fast tier without bounds would have saved. The table in docs/ldm-migration.md is the one this
 * writes.
 */
@Tag("slow")
class OrderComparisonTest {
  private static final int NODES = 6;
  private static final int RACKS = 2;
  private static final int DATASETS = 120;
  private static final double DAY = 86_400;
  private static final double TICK = 300;
  private static final long MIB = 1L << 20;
  private static final CopyCost COST = new CopyCost(Network.TYPICAL, List.of());

  /** A dataset and the times of its reads. */
  private record Data(String root, double[] reads, List<Long> blocks) {}

  private static final class Day {
    private final List<Data> datasets = new ArrayList<>();
    private final Map<Long, ManagedBlock> blocks = new HashMap<>();
    private final Map<String, Long> free = new HashMap<>();
    private final long ssdBytes;
    private final long bytesPerTick;
    private final Order order;
    private double saved;
    private double possible;

    Day(long seed, long ssdBytes, long bytesPerTick, Order order) {
      this.ssdBytes = ssdBytes;
      this.bytesPerTick = bytesPerTick;
      this.order = order;
      Random random = new Random(seed);
      for (int d = 0; d < DATASETS; d++) {
        double first = random.nextDouble() * DAY;
        double[] reads =
            random.doubles(1 + random.nextInt(3), first, first + DAY / 12).sorted().toArray();
        // Many jobs write small parts; the latency of a disk weighs more on those.
        long size = random.nextBoolean() ? 128 * MIB : (1 + random.nextInt(8)) * MIB;
        List<Long> ids = new ArrayList<>();
        for (int b = 0; b < 4 + random.nextInt(28); b++) {
          ids.add(addBlock(random, size));
        }
        datasets.add(new Data("/d" + d, reads, ids));
      }
    }

    private long addBlock(Random random, long size) {
      long id = blocks.size();
      int first = random.nextInt(NODES);
      List<Replica> replicas = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        int node = (first + i) % NODES;
        replicas.add(new Replica("n" + node, rack(node, RACKS), Medium.DISK));
      }
      blocks.put(id, new ManagedBlock("/f" + id, id, size, replicas));
      return id;
    }

    double shareSaved() {
      for (double now = 0; now < DAY; now += TICK) {
        move(now);
        read(now);
      }
      return saved / possible;
    }

    private void move(double now) {
      List<DatasetBlocks> state = new ArrayList<>();
      for (Data data : datasets) {
        double[] left =
            Arrays.stream(data.reads()).filter(t -> t >= now).map(t -> t - now).toArray();
        state.add(
            DatasetBlocks.of(
                data.root(), left, 3_600, data.blocks().stream().map(blocks::get).toList()));
      }
      MigrationSettings settings =
          new MigrationSettings(
              3_600, 3_600, 600, 0.5, order, 100_000, TierSettings.DEFAULT, Network.TYPICAL);
      long budget = bytesPerTick;
      for (Move move : MigrationPlanner.plan(state, storages(), settings)) {
        budget -= move.bytes();
        if (budget < 0) {
          return;
        }
        apply(move);
      }
    }

    private List<StorageState> storages() {
      List<StorageState> storages = new ArrayList<>();
      for (int i = 0; i < NODES; i++) {
        String node = "n" + i;
        long left = free.getOrDefault(node, ssdBytes);
        storages.add(new StorageState(node, rack(i, RACKS), Medium.SSD, ssdBytes, left));
        storages.add(new StorageState(node, rack(i, RACKS), Medium.DISK, 1L << 50, 1L << 50));
      }
      return storages;
    }

    private void apply(Move move) {
      ManagedBlock block = blocks.get(move.block());
      List<Replica> replicas = new ArrayList<>(block.replicas());
      replicas.removeIf(r -> r.node().equals(move.fromNode()));
      String rack = rack(Integer.parseInt(move.toNode().substring(1)), RACKS);
      replicas.add(new Replica(move.toNode(), rack, move.to()));
      String node = move.isUp() ? move.toNode() : move.fromNode();
      long left = free.getOrDefault(node, ssdBytes);
      free.put(node, move.isUp() ? left - move.bytes() : left + move.bytes());
      blocks.put(block.id(), new ManagedBlock(block.file(), block.id(), block.bytes(), replicas));
    }

    private void read(double now) {
      for (Data data : datasets) {
        for (double time : data.reads()) {
          if (time >= now && time < now + TICK) {
            data.blocks().forEach(id -> readBlock(blocks.get(id)));
          }
        }
      }
    }

    private void readBlock(ManagedBlock block) {
      double seconds = COST.saved(block.bytes(), Medium.SSD, Medium.DISK);
      possible += seconds;
      saved += block.replicas().stream().anyMatch(r -> Move.isFast(r.medium())) ? seconds : 0;
    }
  }

  private static double mean(long ssdMib, long mibPerTick, Order order) {
    double sum = 0;
    for (long seed = 1; seed <= 5; seed++) {
      sum += new Day(seed, ssdMib * MIB, mibPerTick * MIB, order).shareSaved();
    }
    return sum / 5;
  }

  @Test
  void densitySavesAtLeastWhatTheQuotientSaves() throws Exception {
    StringBuilder table =
        new StringBuilder("| SSD per node, copies per 5 min | quotient | density |\n");
    double density = 0;
    double quotient = 0;
    for (long[] size : new long[][] {{256, 2_048}, {512, 2_048}, {1_024, 2_048}, {1_024, 512}}) {
      double byQuotient = mean(size[0], size[1], Order.QUOTIENT);
      double byDensity = mean(size[0], size[1], Order.DENSITY);
      table.append(
          String.format(
              Locale.ROOT,
              "| %d MiB, %d MiB | %.1f %% | %.1f %% |%n",
              size[0],
              size[1],
              100 * byQuotient,
              100 * byDensity));
      quotient += byQuotient;
      density += byDensity;
    }
    Files.createDirectories(Path.of("target"));
    Files.writeString(Path.of("target", "migration-orders.md"), table);
    assertThat(quotient).isPositive();
    assertThat(density).as(table.toString()).isGreaterThanOrEqualTo(quotient);
  }
}
