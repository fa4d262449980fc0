/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import static io.tierline.ldm.rating.Medium.DISK;
import static io.tierline.ldm.rating.Medium.SSD;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Room that nothing to come will want spares disks the writing; all other room is kept. */
class SpareRoomProperties {
  private static final DatasetPath DATA = DatasetPath.of("/data");
  private static final Place WRITER = new Place("n0", "/r0");
  private static final long TIER = 6 * Clusters.VOLUME;

  private static Vertex read(int readers) {
    return read(DATA, readers);
  }

  private static Vertex read(DatasetPath dataset, int readers) {
    return new Vertex(
        dataset,
        List.of(new JobId("w", "writer")),
        Collections.nCopies(readers, new JobId("w", "reader")),
        0,
        0,
        List.of());
  }

  private static PlacementPlan plan(int readers, double fill, ValueModel value, Outlook outlook) {
    GlobalStorageTable table =
        GlobalStorageTable.of(
            Clusters.nodes(6, 2, 6, fill),
            Clusters.SHARES.by(value),
            Network.TYPICAL,
            Clusters.BLOCK);
    return PlacementPlanner.plan(
        read(readers),
        3,
        WRITER,
        outlook == null ? table : table.foreseeing(Map.of(DATA, outlook)));
  }

  private static PlacementPlan plan(double fill, Outlook outlook) {
    return plan(1, fill, ValueModel.WORK, outlook);
  }

  @Example
  void blockReadOnceHasAllReplicasFastWhereThereIsRoomForAll() {
    PlacementPlan plan = plan(0, new Outlook(TIER / 10, TIER / 10, true));
    assertThat(plan.count(SSD)).isEqualTo(3);
    assertThat(plan.claimed(SSD)).isEqualTo(1);
    assertThat(plan.spared()).isEqualTo(2);
  }

  @Example
  void roomForFirstReplicasToComeIsKept() {
    assertThat(plan(0, new Outlook(TIER / 10, TIER, true)).count(SSD)).isEqualTo(1);
    assertThat(plan(0, new Outlook(TIER, 0, true)).count(SSD)).isEqualTo(1);
  }

  @Example
  void allBlocksToComeGetAsManyFastReplicasAsThereIsRoomFor() {
    // 95 % may be used: 40 for the first ones, 40 for the second ones, and 15 are too few.
    assertThat(plan(0, new Outlook(TIER * 4 / 10, 0, true)).count(SSD)).isEqualTo(2);
  }

  private static GlobalStorageTable table(double fill, ValueModel value, Outlook outlook) {
    return GlobalStorageTable.of(
            Clusters.nodes(6, 2, 6, fill),
            Clusters.SHARES.by(value),
            Network.TYPICAL,
            Clusters.BLOCK)
        .foreseeing(outlook == null ? Map.of() : Map.of(DATA, outlook));
  }

  @Example
  void whatIsLeftBesideAllReplicasToComeMayBeLent() {
    // 95 % may be used, and 3 replicas of 30 do not fit beside others.
    assertThat(table(0, ValueModel.WORK, null).hasRoomToLend()).isTrue();
    assertThat(table(0, ValueModel.WORK, new Outlook(TIER / 5, TIER / 10, true)).hasRoomToLend())
        .isTrue();
    assertThat(table(0.1, ValueModel.WORK, new Outlook(TIER / 5, TIER / 10, true)).hasRoomToLend())
        .isFalse();
    assertThat(table(0, ValueModel.QUOTIENT, null).hasRoomToLend()).isFalse();
    assertThat(table(0.96, ValueModel.WORK, null).hasRoomToLend()).isFalse();
  }

  @Example
  void roomIsWantedBackWhereWhatIsToComeHasTooLittle() {
    Outlook outlook = new Outlook(TIER / 5, TIER / 10, true);
    assertThat(table(0, ValueModel.WORK, outlook).wantsLentRoom()).isFalse();
    assertThat(table(0.1, ValueModel.WORK, outlook).wantsLentRoom()).isTrue();
    assertThat(table(0.99, ValueModel.WORK, null).wantsLentRoom()).isFalse();
  }

  @Example
  void blockWithoutLineageHasAllReplicasInLentRoom() {
    PlacementPlan plan = PlacementPlanner.lent(3, WRITER, table(0, ValueModel.WORK, null));
    assertThat(plan.count(SSD)).isEqualTo(3);
    assertThat(plan.spared()).isEqualTo(3);
    assertThat(PlacementPlanner.lent(3, WRITER, table(0.96, ValueModel.WORK, null)).isStock())
        .isTrue();
  }

  /** What comes later spares disks as much: who is first does not take it all. */
  @Example
  void spareRoomIsSharedWithWhatIsToCome() {
    // 95 % may be used: 20 and 30 for first ones, and 45 are too few for second ones of both.
    assertThat(plan(0, new Outlook(TIER * 2 / 10, TIER * 3 / 10, true)).count(SSD)).isEqualTo(1);
    assertThat(plan(0, new Outlook(TIER * 2 / 10, TIER * 2 / 10, true)).count(SSD)).isEqualTo(2);
  }

  @Example
  void withoutAnOutlookNothingIsSpare() {
    assertThat(plan(0, null).count(SSD)).isEqualTo(1);
  }

  @Example
  void thresholdsKeepRoomOnlyForWhatIsToCome() {
    assertThat(plan(0.9, new Outlook(0, 0, false)).claimed(SSD)).isZero();
    assertThat(plan(0.9, new Outlook(0, 0, true)).claimed(SSD)).isEqualTo(1);
    assertThat(plan(0.951, new Outlook(0, 0, true)).count(SSD)).isZero();
  }

  @Example
  void wornVolumesAreSparedToo() {
    List<StorageState> volumes = Clusters.nodes(6, 2, 6, 0);
    StorageState worn = volumes.remove(0);
    assertThat(worn.medium()).isEqualTo(SSD);
    volumes.add(
        new StorageState(
            worn.node(),
            worn.rack(),
            SSD,
            worn.capacityBytes(),
            worn.remainingBytes(),
            worn.device().worn(true)));
    GlobalStorageTable table =
        Clusters.table(volumes).foreseeing(Map.of(DATA, new Outlook(0, 0, true)));
    assertThat(PlacementPlanner.plan(read(1), 3, WRITER, table).count(SSD)).isEqualTo(1);
  }

  @Example
  void nothingIsSpareWhereNothingIsKnownOfWhatIsToCome() {
    assertThat(plan(0, new Outlook(0, 0, true)).count(SSD)).isEqualTo(1);
  }

  /** A look holds for what it foresees, for all tables that go by it. */
  @Property(tries = 200)
  void looksGiveNoMoreRoomThanTheyFoundToSpare(
      @ForAll @LongRange(min = 0, max = 2_000) long ownBlocks,
      @ForAll @LongRange(min = 0, max = 2_000) long otherBlocks,
      @ForAll @DoubleRange(min = 0, max = 1) double fill,
      @ForAll @IntRange(min = 1, max = 500) int blocksForATable) {
    long block = TIER / 2_000;
    Outlook outlook = new Outlook(ownBlocks * block, otherBlocks * block, true);
    Outlooks looked = new Outlooks(Map.of(DATA, outlook));
    long room = (long) ((0.95 - fill) * TIER);
    long spared = 0;
    GlobalStorageTable table = null;
    for (int i = 0; i < 5_000; i++) {
      if (i % blocksForATable == 0) {
        // A table that does not know of what was placed since the first one.
        table = table(fill, ValueModel.WORK, null).foreseeing(looked, block);
      }
      PlacementPlan plan = PlacementPlanner.plan(read(1), 3, WRITER, table);
      table.placed(DATA, plan);
      spared += plan.spared();
    }
    assertThat(spared)
        .isLessThanOrEqualTo(ownBlocks * outlook.furtherReplicas(room + block, 2))
        .isLessThanOrEqualTo(Math.max(0, room / block - ownBlocks - otherBlocks) + 2);
  }

  /** Jobs that are not linked do not foresee each other's data. */
  @Example
  void datasetsOfUnlinkedJobsShareWhatIsSpare() {
    long block = TIER / 2_000;
    Map<DatasetPath, Outlook> outlooks = new HashMap<>();
    for (int i = 0; i < 10; i++) {
      outlooks.put(DatasetPath.of("/data" + i), new Outlook(TIER / 4, 0, true));
    }
    GlobalStorageTable table =
        table(0, ValueModel.WORK, null).foreseeing(new Outlooks(outlooks), block);
    long spared = 0;
    for (int i = 0; i < 5_000; i++) {
      DatasetPath dataset = DatasetPath.of("/data" + i % 10);
      PlacementPlan plan = PlacementPlanner.plan(read(dataset, 1), 3, WRITER, table);
      table.placed(dataset, plan);
      spared += plan.spared();
    }
    // 95 % may be used, and 25 are for first ones.
    assertThat(spared).isBetween(1_398L, 1_402L);
  }

  @Property
  void whatNobodyReadsStaysOnDisks(
      @ForAll @DoubleRange(min = 0, max = 1) double fill, @ForAll boolean isUnrivalled) {
    assertThat(plan(0, fill, ValueModel.WORK, new Outlook(0, 0, isUnrivalled)).count(DISK))
        .isEqualTo(3);
  }

  @Property
  void theSourcesQuotientKnowsNoSpareRoom(
      @ForAll @IntRange(max = 5) int readers, @ForAll @DoubleRange(min = 0, max = 1) double fill) {
    assertThat(plan(readers, fill, ValueModel.QUOTIENT, new Outlook(0, 0, true)))
        .isEqualTo(plan(readers, fill, ValueModel.QUOTIENT, null));
  }

  @Property
  void outlookNeverTakesAReplicaFromReadersNorTouchesTheReserve(
      @ForAll @IntRange(max = 5) int readers,
      @ForAll @DoubleRange(min = 0, max = 1) double fill,
      @ForAll @LongRange(min = 0, max = 1L << 44) long own,
      @ForAll @LongRange(min = 0, max = 1L << 44) long others,
      @ForAll boolean isUnrivalled) {
    PlacementPlan without = plan(readers, fill, ValueModel.WORK, null);
    PlacementPlan with =
        plan(readers, fill, ValueModel.WORK, new Outlook(own, others, isUnrivalled));
    assertThat(with.count(SSD)).isGreaterThanOrEqualTo(without.count(SSD));
    assertThat(with.claimed(SSD)).isGreaterThanOrEqualTo(without.claimed(SSD));
    if (fill > 0.95) {
      assertThat(with.count(SSD)).isZero();
    }
    if ((double) own + others > TIER * (0.95 - fill)) {
      assertThat(with.spared()).isZero();
    }
  }

  /** Tables follow each other, and the last ones of a term do not know what was placed since. */
  @Property(tries = 200)
  void roomIsHeldForThoseThatWaitLonger(
      @ForAll @DoubleRange(min = 0, max = 1.2) double heldShare,
      @ForAll @DoubleRange(min = 0, max = 0.9) double fill,
      @ForAll boolean isUnrivalled) {
    long block = TIER / 2_000;
    long held = 1 + (long) (heldShare * TIER);
    Outlook outlook = new Outlook(TIER, held, held, isUnrivalled);
    GlobalStorageTable table =
        table(fill, ValueModel.WORK, null).foreseeing(new Outlooks(Map.of(DATA, outlook)), block);
    long fast = 0;
    for (int i = 0; i < 2_500; i++) {
      PlacementPlan plan = PlacementPlanner.plan(read(1), 3, WRITER, table);
      table.placed(DATA, plan);
      fast += plan.fast();
    }
    double beside = Math.max(0, (0.95 - fill) * TIER - held);
    assertThat((double) fast * block).isLessThanOrEqualTo(beside + block);
    if (isUnrivalled) {
      assertThat((double) fast * block).isGreaterThanOrEqualTo(Math.min(beside, TIER) - block);
    }
    // Those that it is held for are as they were.
    assertThat(PlacementPlanner.plan(read(DatasetPath.of("/other"), 1), 3, WRITER, table))
        .isEqualTo(
            PlacementPlanner.plan(
                read(DatasetPath.of("/other"), 1), 3, WRITER, table(fill, ValueModel.WORK, null)));
  }

  /** A dataset of known size that is written into a tier, the outlook looked at with each block. */
  @Property(tries = 200)
  void whatIsSpareIsSpentAndAllFirstReplicasFit(
      @ForAll @DoubleRange(min = 0.02, max = 1.5) double share,
      @ForAll @DoubleRange(min = 0, max = 0.9) double fill) {
    long total = (long) (share * TIER);
    long block = TIER / 2_000;
    long used = (long) (fill * TIER);
    int withoutFirst = 0;
    for (long written = 0; written < total; written += block) {
      PlacementPlan plan =
          plan(Math.min(1, (double) used / TIER), new Outlook(total - written, 0, true));
      withoutFirst += plan.claimed(SSD) == 0 ? 1 : 0;
      used += plan.count(Medium.SSD) * block;
    }
    long room = (long) (0.95 * TIER) - (long) (fill * TIER);
    double mayFill = Math.min(room, 3.0 * total);
    assertThat((double) used - (long) (fill * TIER))
        .isBetween(mayFill - 4.0 * block, mayFill + 4.0 * block);
    if (total < room) {
      assertThat(withoutFirst).isLessThanOrEqualTo(2);
    }
  }
}
