/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.kept;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.limits.Limit;
import io.tierline.ldm.limits.UserLimits;
import io.tierline.ldm.migration.Move;
import io.tierline.ldm.migration.UserSpending;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import io.tierline.ldm.state.MemoryStore;
import io.tierline.ldm.state.SpendingRecord;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is spent for one user's datasets ends for him, not for others, and is not forgotten. */
class SpendingKeeperTest {
  private static final long MIB = 1L << 20;
  private static final long BLOCK = 10 * MIB;

  /** 1,000 MiB of SSD and much disk. */
  private static final GlobalStorageTable TABLE =
      GlobalStorageTable.of(
          List.of(
              new StorageState("n0", "/r", Medium.SSD, 1_000 * MIB, 1_000 * MIB),
              new StorageState("n0", "/r", Medium.DISK, 100_000 * MIB, 100_000 * MIB)),
          TierSettings.DEFAULT,
          Network.TYPICAL,
          BLOCK);

  private final Map<Limit, Long> limits =
      new HashMap<>(Map.of(Limit.PLACED, 10L, Limit.WRITTEN, 20L, Limit.MOVES, 5L));
  private final MemoryStore store = new MemoryStore();
  private long now = TimeUnit.HOURS.toMillis(1_000);
  private final SpendingKeeper keeper = keeper();

  private SpendingKeeper keeper() {
    return new SpendingKeeper(
        new UserSpending(() -> now), store, user -> new UserLimits(Map.copyOf(limits)));
  }

  private SpendingKeeper successor() throws IOException {
    keeper.save();
    SpendingKeeper next = keeper();
    next.read();
    next.load();
    next.settle(TABLE, BLOCK);
    return next;
  }

  private void place(String user, int blocks) {
    for (int i = 0; i < blocks; i++) {
      keeper.placed(user, 1);
    }
    keeper.settle(TABLE, BLOCK);
  }

  private static Move up(String root, int block, Medium from, Medium to) {
    return new Move(
        Move.Why.USE_IS_NEAR, "", root, root + "/f", block, BLOCK, "n0", from, "n1", to, 1);
  }

  @Test
  void whoHasHadHisShareGetsNoMoreFastReplicas() {
    place("eve", 9);
    place("ann", 1);
    assertThat(keeper.isHeld("eve")).isFalse();
    place("eve", 1);
    assertThat(keeper.isHeld("eve")).isTrue();
    assertThat(keeper.isHeld("ann")).isFalse();
    assertThat(keeper.usage("eve")).containsEntry(Limit.PLACED, 10L);
    limits.put(Limit.PLACED, 50L);
    keeper.settle(TABLE, BLOCK);
    assertThat(keeper.isHeld("eve")).isFalse();
  }

  @Test
  void hoursThatPassGiveItBack() {
    place("eve", 10);
    now += TimeUnit.HOURS.toMillis(24);
    keeper.settle(TABLE, BLOCK);
    assertThat(keeper.isHeld("eve")).isTrue();
    now += TimeUnit.HOURS.toMillis(1);
    keeper.settle(TABLE, BLOCK);
    assertThat(keeper.isHeld("eve")).isFalse();
  }

  @Test
  void movesCountAgainstWhatIsWritten() {
    for (int i = 0; i < 20; i++) {
      keeper.moved("eve", BLOCK);
    }
    keeper.settle(TABLE, BLOCK);
    assertThat(keeper.isHeld("eve")).isTrue();
  }

  @Test
  void aPlanHoldsNoMoreMovesUpThanItsUserMayHave() {
    List<Move> moves =
        List.of(
            up("/eve", 1, Medium.DISK, Medium.SSD),
            up("/eve", 2, Medium.SSD, Medium.DISK),
            up("/eve", 3, Medium.DISK, Medium.SSD),
            up("/ann", 4, Medium.DISK, Medium.SSD));
    keeper.settle(TABLE, BLOCK);
    for (int i = 0; i < 4; i++) {
      keeper.moved("eve", 1);
    }
    assertThat(keeper.within(moves, root -> root.substring(1)))
        .extracting(Move::block)
        .containsExactly(1L, 2L, 4L);
  }

  @Test
  void anotherNameNodeGoesOnCounting() throws IOException {
    place("eve", 10);
    keeper.moved("eve", BLOCK);
    SpendingKeeper next = successor();
    assertThat(next.isHeld("eve")).isTrue();
    for (Limit limit : List.of(Limit.PLACED, Limit.WRITTEN, Limit.MOVES)) {
      assertThat(next.usage("eve").get(limit)).isEqualTo(keeper.usage("eve").get(limit));
    }
    assertThat(next.usage("eve"))
        .as("where data lie is counted anew")
        .containsEntry(Limit.LYING, 0L);
  }

  @Test
  void whatCountsNoMoreIsNotKept() throws IOException {
    place("eve", 1);
    keeper.save();
    assertThat(store.records).containsOnlyKeys(SpendingRecord.name("eve"));
    now += TimeUnit.DAYS.toMillis(2);
    keeper.save();
    assertThat(store.records).isEmpty();
  }

  @Test
  void damagedRecordsArePassedOver() throws IOException {
    place("eve", 10);
    keeper.save();
    store.records.put("bad", Map.of("spending", new byte[] {1, 2}));
    SpendingKeeper next = keeper();
    next.read();
    next.load();
    next.settle(TABLE, BLOCK);
    assertThat(next.isHeld("eve")).isTrue();
  }

  @Test
  void withoutALimitNobodyIsHeld() {
    limits.clear();
    place("eve", 1_000);
    assertThat(keeper.isHeld("eve")).isFalse();
  }

  @Test
  void whoseDataTakeHisShareGetsNoMoreUntilItIsCountedThatTheyAreGone() {
    limits.clear();
    limits.put(Limit.LYING, 10L);
    place("eve", 9);
    keeper.moved("eve", BLOCK);
    keeper.settle(TABLE, BLOCK);
    assertThat(keeper.isHeld("eve")).isTrue();
    assertThat(keeper.isAnybodyFull()).isTrue();
    assertThat(keeper.usage("eve")).containsEntry(Limit.LYING, 10L);
    assertThat(keeper.within(List.of(up("/eve", 1, Medium.DISK, Medium.SSD)), root -> "eve"))
        .isEmpty();
    now += TimeUnit.DAYS.toMillis(2);
    keeper.settle(TABLE, BLOCK);
    assertThat(keeper.isHeld("eve")).as("however long ago it was placed").isTrue();
    keeper.lying().countBegins();
    keeper.lying().countEnds(Map.of("eve", 5 * BLOCK));
    keeper.settle(TABLE, BLOCK);
    assertThat(keeper.isHeld("eve")).isFalse();
    assertThat(keeper.isAnybodyFull()).isFalse();
  }
}
