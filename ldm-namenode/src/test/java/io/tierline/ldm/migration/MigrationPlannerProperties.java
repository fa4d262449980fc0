/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import static io.tierline.ldm.migration.Cases.BLOCK;
import static io.tierline.ldm.migration.Cases.SETTINGS;
import static io.tierline.ldm.migration.Cases.rack;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What holds for every plan, after each of its moves. */
class MigrationPlannerProperties {
  /** A cluster with datasets on it, made from a seed. */
  private record Scene(List<StorageState> storages, List<DatasetBlocks> datasets, int racks) {
    static Scene of(long seed, int nodes, int racks, long scale) {
      Random random = new Random(seed);
      List<StorageState> storages = new ArrayList<>();
      for (int i = 0; i < nodes; i++) {
        long ssd = scale * (BLOCK / 2 + random.nextInt(20) * BLOCK);
        long free = scale * (long) (random.nextDouble() * (ssd / scale));
        storages.add(new StorageState("n" + i, rack(i, racks), Medium.SSD, ssd, free));
        long disk = scale * random.nextInt(200) * BLOCK;
        storages.add(new StorageState("n" + i, rack(i, racks), Medium.DISK, disk, disk));
      }
      List<DatasetBlocks> datasets = new ArrayList<>();
      for (int d = 0; d < 6; d++) {
        double[] uses = random.doubles(random.nextInt(4), 0, 8_000).sorted().toArray();
        List<ManagedBlock> blocks = new ArrayList<>();
        for (int b = 0; b < 5; b++) {
          long bytes = scale * (1 + random.nextInt((int) BLOCK));
          blocks.add(block(random, 10L * d + b, bytes, nodes, racks));
        }
        datasets.add(DatasetBlocks.of("/d" + d, uses, SETTINGS.tauSeconds(), blocks));
      }
      return new Scene(storages, datasets, racks);
    }

    private static ManagedBlock block(Random random, long id, long bytes, int nodes, int racks) {
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < nodes; i++) {
        order.add(i);
      }
      Collections.shuffle(order, random);
      List<Replica> replicas = new ArrayList<>();
      for (int node : order.subList(0, Math.min(nodes, 1 + random.nextInt(4)))) {
        Medium medium = random.nextBoolean() ? Medium.SSD : Medium.DISK;
        replicas.add(new Replica("n" + node, rack(node, racks), medium));
      }
      return new ManagedBlock("/f" + id, id, bytes, replicas);
    }

    List<Move> plan() {
      return MigrationPlanner.plan(datasets, storages, SETTINGS);
    }
  }

  @Property
  void everyMoveKeepsReplicasNodesAndRacks(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 8) int nodes,
      @ForAll @IntRange(min = 1, max = 4) int racks) {
    Scene scene = Scene.of(seed, nodes, racks, 1);
    Map<Long, ManagedBlock> now = new HashMap<>();
    scene.datasets().forEach(d -> d.blocks().forEach(block -> now.put(block.id(), block)));
    for (Move move : scene.plan()) {
      ManagedBlock before = now.get(move.block());
      ManagedBlock after = applied(before, move, racks);
      assertThat(after.replicas()).hasSameSizeAs(before.replicas());
      assertThat(after.replicas().stream().map(Replica::node)).doesNotHaveDuplicates();
      assertThat(after.racks()).isGreaterThanOrEqualTo(before.racks());
      assertThat(MoveRules.isDone(after, move)).isTrue();
      now.put(move.block(), after);
    }
  }

  /** As {@link MoveRules} lets it happen: first the copy, then the deletion. */
  private static ManagedBlock applied(ManagedBlock block, Move move, int racks) {
    String rack = rack(Integer.parseInt(move.toNode().substring(1)), racks);
    assertThat(MoveRules.check(block, block.replicas().size(), move, rack)).isEmpty();
    List<Replica> replicas = new ArrayList<>(block.replicas());
    replicas.removeIf(r -> r.node().equals(move.fromNode()) && r.medium() == move.from());
    replicas.add(new Replica(move.toNode(), rack, move.to()));
    return new ManagedBlock(block.file(), block.id(), block.bytes(), replicas);
  }

  @Property
  void noVolumeTakesMoreThanItHasNorTheReserve(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int nodes) {
    Scene scene = Scene.of(seed, nodes, 2, 1);
    Map<String, Long> taken = new HashMap<>();
    scene.plan().forEach(m -> taken.merge(m.toNode() + m.to(), m.bytes(), Long::sum));
    for (StorageState storage : scene.storages()) {
      long bytes = taken.getOrDefault(storage.node() + storage.medium(), 0L);
      if (bytes > 0) {
        long reserve = Cases.TIERS.reserveBytes(storage.capacityBytes(), 1);
        assertThat(storage.remainingBytes() - bytes).isGreaterThanOrEqualTo(reserve);
      }
    }
  }

  @Property
  void onlyNearUsesGoUpAndOnlyUnreadOrDisplacedGoDown(@ForAll long seed) {
    Scene scene = Scene.of(seed, 6, 2, 1);
    Map<String, DatasetBlocks> byRoot = new HashMap<>();
    scene.datasets().forEach(d -> byRoot.put(d.root(), d));
    for (Move move : scene.plan()) {
      DatasetBlocks dataset = byRoot.get(move.root());
      if (move.isUp()) {
        assertThat(dataset.secondsToUse()).isLessThanOrEqualTo(SETTINGS.horizonSeconds());
      } else {
        assertThat(dataset.uses() == 0).isEqualTo(move.why() == Move.Why.NO_USE_LEFT);
      }
    }
  }

  @Property
  void nobodyIsMovedUpAndDownInOnePlan(@ForAll long seed) {
    List<Move> moves = Scene.of(seed, 6, 2, 1).plan();
    Set<String> up = moves.stream().filter(Move::isUp).map(Move::root).collect(Collectors.toSet());
    assertThat(moves).noneMatch(m -> !m.isUp() && up.contains(m.root()));
  }

  @Property
  void unreadBlocksAllLeaveWhereDisksHaveRoom(@ForAll long seed) {
    Scene scene = Scene.of(seed, 6, 2, 1);
    List<StorageState> storages = new ArrayList<>(scene.storages());
    storages.replaceAll(
        s ->
            s.medium() == Medium.DISK
                ? new StorageState(s.node(), s.rack(), s.medium(), 1L << 50, 1L << 50)
                : s);
    long fast =
        scene.datasets().stream()
            .filter(d -> d.uses() == 0)
            .flatMap(d -> d.blocks().stream())
            .flatMap(b -> b.replicas().stream())
            .filter(r -> r.medium() == Medium.SSD)
            .count();
    List<Move> moves = MigrationPlanner.plan(scene.datasets(), storages, SETTINGS);
    assertThat(moves.stream().filter(m -> m.why() == Move.Why.NO_USE_LEFT)).hasSize((int) fast);
  }

  /** The quotient knows no sizes, so where everything is twice as large the same goes up. */
  @Property
  void sizesScale(@ForAll long seed) {
    assertThat(ways(Scene.of(seed, 6, 2, 128))).isEqualTo(ways(Scene.of(seed, 6, 2, 64)));
  }

  private static List<String> ways(Scene scene) {
    MigrationSettings settings = Cases.settings(MigrationSettings.Order.QUOTIENT);
    return MigrationPlanner.plan(scene.datasets(), scene.storages(), settings).stream()
        .filter(m -> m.why() != Move.Why.DISPLACED)
        .map(m -> m.block() + m.fromNode() + m.from() + m.toNode() + m.to())
        .toList();
  }
}
