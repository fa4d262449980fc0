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
import static io.tierline.ldm.migration.Cases.block;
import static io.tierline.ldm.migration.Cases.cluster;
import static io.tierline.ldm.migration.Cases.dataset;
import static io.tierline.ldm.migration.Cases.replica;
import static io.tierline.ldm.migration.Cases.settings;
import static io.tierline.ldm.migration.Cases.uses;
import static io.tierline.ldm.migration.Cases.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.ldm.migration.MigrationSettings.Order;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MigrationPlannerTest {
  private static final double HOURS = 3_600;

  private static List<Move> plan(List<StorageState> storages, DatasetBlocks... datasets) {
    return MigrationPlanner.plan(List.of(datasets), storages, SETTINGS);
  }

  @Test
  void blockWhoseUseIsNearGoesUpInsideANode() {
    List<Move> moves = plan(cluster(4, 2, 0), dataset("/a", uses(60), block(1, 0)));
    assertThat(moves).hasSize(1);
    Move move = moves.get(0);
    assertThat(move.why()).isEqualTo(Move.Why.USE_IS_NEAR);
    assertThat(move.staysOnNode()).isTrue();
    assertThat(move.from()).isEqualTo(Medium.DISK);
    assertThat(move.to()).isEqualTo(Medium.SSD);
    assertThat(move.reason()).contains("1 coming uses").contains("60 s");
    assertThat(move.ssdBytes()).isEqualTo(BLOCK);
    assertThat(move.seconds()).isBetween(0.8, 1.0);
  }

  @Test
  void asManyReplicasGoUpAsThereAreUsesAndNoMore() {
    assertThat(plan(cluster(4, 2, 0), dataset("/a", uses(1, 2), block(1, 0)))).hasSize(2);
    assertThat(plan(cluster(4, 2, 0), dataset("/a", uses(1, 2, 3, 4, 5), block(1, 0)))).hasSize(3);
    assertThat(plan(cluster(4, 2, 0), dataset("/a", uses(1, 2), block(1, 1)))).hasSize(1);
    assertThat(plan(cluster(4, 2, 0), dataset("/a", uses(1), block(1, 3)))).isEmpty();
  }

  @Test
  void farUseCanWait() {
    assertThat(plan(cluster(4, 2, 0), dataset("/a", uses(2 * HOURS), block(1, 0)))).isEmpty();
    assertThat(plan(cluster(4, 2, 0), dataset("/a", uses(2 * HOURS), block(1, 1)))).isEmpty();
  }

  @Test
  void fastReplicasThatNobodyReadsGoDownAtOnce() {
    List<Move> moves = plan(cluster(4, 2, 0), dataset("/a", uses(), block(1, 3), block(2, 1)));
    assertThat(moves).hasSize(4);
    assertThat(moves)
        .allMatch(move -> move.why() == Move.Why.NO_USE_LEFT)
        .allMatch(move -> move.to() == Medium.DISK && !move.isUp() && move.ssdBytes() == 0);
  }

  @Test
  void tierThatIsFullTurnsSmallQuotientsAway() {
    assertThat(plan(cluster(4, 2, 0.95), dataset("/a", uses(1), block(1, 0)))).isEmpty();
    // At 85 % the threshold is 0.6: two uses reach it, one does not.
    assertThat(plan(cluster(4, 2, 0.85), dataset("/a", uses(1), block(1, 0)))).isEmpty();
    assertThat(plan(cluster(4, 2, 0.85), dataset("/a", uses(1, 1), block(1, 0)))).hasSize(2);
  }

  @Test
  void reserveOfANodeIsNotTouched() {
    List<StorageState> storages =
        List.of(
            volume(0, 2, Medium.SSD, 0.9499999),
            volume(0, 2, Medium.DISK, 0),
            volume(1, 2, Medium.DISK, 0),
            volume(2, 2, Medium.DISK, 0),
            volume(3, 2, Medium.SSD, 0));
    List<Move> moves = plan(storages, dataset("/a", uses(1), block(1, 0)));
    assertThat(moves).singleElement().satisfies(m -> assertThat(m.toNode()).isEqualTo("n3"));
  }

  @Test
  void onlyNodeLeftThatWouldCostARackIsNotTaken() {
    // n0 and n2 on /r0, n1 alone on /r1; the SSD is on n4, /r0: n1's replica may not go there.
    ManagedBlock block = block(1, 0);
    List<StorageState> storages = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      storages.add(volume(i, 2, Medium.DISK, 0));
    }
    storages.add(volume(4, 2, Medium.SSD, 0));
    List<Move> moves = plan(storages, dataset("/a", uses(1, 1, 1), block));
    assertThat(moves).hasSize(1);
    assertThat(moves.get(0).fromNode()).isIn("n0", "n2");
  }

  @Test
  void replicaOnANodeOutOfServiceStays() {
    List<StorageState> storages = new ArrayList<>(cluster(2, 2, 0));
    ManagedBlock block =
        new ManagedBlock(
            "/data/1", 1, BLOCK, List.of(replica(7, 2, Medium.SSD), replica(0, 2, Medium.DISK)));
    assertThat(plan(storages, dataset("/a", uses(), block))).isEmpty();
  }

  @Test
  void moreSavedSecondsPerByteGoFirst() {
    // Room for one block only: the small one's latency weighs more per byte.
    List<StorageState> storages = roomFor(1);
    DatasetBlocks big = dataset("/big", uses(0), block(1, 0));
    DatasetBlocks nearer = dataset("/small", uses(60), block(2, 0, 1 << 20));
    assertThat(first(storages, Order.DENSITY, big, nearer)).isEqualTo("/small");
    assertThat(first(storages, Order.QUOTIENT, big, nearer)).isEqualTo("/big");
  }

  private static String first(List<StorageState> storages, Order order, DatasetBlocks... datasets) {
    return MigrationPlanner.plan(List.of(datasets), storages, settings(order)).get(0).root();
  }

  /** One SSD with room for so many blocks, in a tier that is far from full. */
  private static List<StorageState> roomFor(int blocks) {
    List<StorageState> storages = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      storages.add(volume(i, 2, Medium.DISK, 0));
    }
    long room = blocks * BLOCK + BLOCK / 2;
    storages.add(new StorageState("n0", "/r0", Medium.SSD, 2 * room, room + room / 10));
    return storages;
  }

  @Test
  void betterDatasetDisplacesAWorseOneWhole() {
    DatasetBlocks far = dataset("/far", uses(20 * HOURS), block(1, 1), block(2, 1));
    DatasetBlocks near = dataset("/near", uses(0, 0, 0), block(3, 0), block(4, 0));
    List<StorageState> full = full(4);
    List<Move> moves = plan(full, far, near);
    assertThat(moves).hasSize(2);
    assertThat(moves)
        .allMatch(move -> move.why() == Move.Why.DISPLACED && move.root().equals("/far"))
        .allMatch(move -> move.reason().contains("/near is worth more"));
  }

  /** SSDs of four blocks each that are full: two freed bring the threshold to 0.9. */
  private static List<StorageState> full(int nodes) {
    List<StorageState> storages = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      storages.add(volume(i, 2, Medium.DISK, 0));
      storages.add(new StorageState("n" + i, "/r" + i % 2, Medium.SSD, 2 * BLOCK, 0));
    }
    return storages;
  }

  @Test
  void worseDatasetDisplacesNobody() {
    DatasetBlocks kept = dataset("/kept", uses(0, 0), block(1, 1), block(2, 1));
    DatasetBlocks other = dataset("/other", uses(60), block(3, 0), block(4, 0));
    assertThat(plan(full(4), kept, other)).isEmpty();
  }

  @Test
  void smallGainIsNotWorthDisplacing() {
    DatasetBlocks kept = dataset("/kept", uses(600, 600, 600), block(1, 1), block(2, 1));
    DatasetBlocks other = dataset("/other", uses(590, 590, 590), block(3, 0), block(4, 0));
    assertThat(plan(full(4), kept, other)).isEmpty();
  }

  @Test
  void networkNeverPaysForWhatItCannotCarry() {
    MigrationSettings greedy =
        new MigrationSettings(
            3_600, 3_600, 600, 1e6, Order.DENSITY, 10, TierSettings.DEFAULT, Network.TYPICAL);
    DatasetBlocks near = dataset("/a", uses(0), block(1, 0));
    assertThat(MigrationPlanner.plan(List.of(near), cluster(4, 2, 0), greedy)).isEmpty();
  }

  @Test
  void planHasAnEnd() {
    ManagedBlock[] blocks = new ManagedBlock[50];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = block(i, i % 2 == 0 ? 3 : 0);
    }
    MigrationSettings few =
        new MigrationSettings(
            3_600, 3_600, 600, 0, Order.DENSITY, 7, TierSettings.DEFAULT, Network.TYPICAL);
    DatasetBlocks up = dataset("/up", uses(0), blocks);
    DatasetBlocks down = dataset("/down", uses(), blocks);
    List<Move> moves = MigrationPlanner.plan(List.of(up, down), cluster(4, 2, 0), few);
    assertThat(moves).hasSize(7);
    // They take turns.
    assertThat(moves.stream().filter(Move::isUp).count()).isBetween(3L, 4L);
  }

  @Test
  void memoryOfADataNodeIsNoPlaceToMoveTo() {
    TierSettings tiers = new TierSettings(Set.of(Medium.RAM_DISK, Medium.NVDIMM), 0.7, 0.05);
    MigrationSettings settings =
        new MigrationSettings(3_600, 3_600, 600, 0, Order.DENSITY, 9, tiers, Network.TYPICAL);
    List<StorageState> storages = new ArrayList<>(cluster(3, 2, 0));
    storages.add(volume(0, 2, Medium.RAM_DISK, 0));
    storages.add(volume(1, 2, Medium.NVDIMM, 0));
    DatasetBlocks near = dataset("/a", uses(0), block(1, 0));
    List<Move> moves = MigrationPlanner.plan(List.of(near), storages, settings);
    assertThat(moves).singleElement().satisfies(m -> assertThat(m.to()).isEqualTo(Medium.NVDIMM));
  }

  @Test
  void nothingIsPlannedWithoutStorages() {
    assertThat(plan(List.of(), dataset("/a", uses(0), block(1, 0), block(2, 2)))).isEmpty();
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertRefused(0, 1, 1, 1, 1);
    assertRefused(1, -1, 1, 1, 1);
    assertRefused(1, 1, 0, 1, 1);
    assertRefused(1, 1, 1, Double.NaN, 1);
    assertRefused(1, 1, 1, 1, 0);
  }

  private static void assertRefused(
      double tau, double horizon, double job, double gain, int moves) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new MigrationSettings(
                    tau,
                    horizon,
                    job,
                    gain,
                    Order.DENSITY,
                    moves,
                    TierSettings.DEFAULT,
                    Network.TYPICAL));
  }
}
