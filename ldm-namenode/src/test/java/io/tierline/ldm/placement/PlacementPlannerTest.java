/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import static io.tierline.ldm.placement.Clusters.nodes;
import static io.tierline.ldm.placement.Clusters.table;
import static io.tierline.ldm.placement.Clusters.volume;
import static io.tierline.ldm.rating.Medium.DISK;
import static io.tierline.ldm.rating.Medium.NVDIMM;
import static io.tierline.ldm.rating.Medium.SSD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tierline.ldm.graph.BlockGraph;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementPlannerTest {
  private static final Network ONE_GBIT = new Network(119, 60);
  private static final Place ON_N0 = new Place("n0", "/r0");

  /** Four nodes on two racks, an empty SSD and a disk in each: the demo's cluster. */
  private final GlobalStorageTable fourNodes = table(nodes(4, 2, 4, 0));

  @Test
  void blockNobodyReadsStaysOnDisk() {
    assertThat(media(0, 3, fourNodes)).containsExactly(DISK, DISK, DISK);
    assertThat(PlacementPlanner.plan(0, 0, 3, ON_N0, fourNodes).isStock()).isTrue();
  }

  @Test
  void blockReadOnceGetsOneFastReplica() {
    assertThat(media(1, 3, fourNodes)).containsExactly(SSD, DISK, DISK);
    assertThat(PlacementPlanner.plan(1, 0, 3, ON_N0, fourNodes).isStock()).isFalse();
  }

  @Test
  void blockReadTwiceGetsTwoFastReplicas() {
    assertThat(media(2, 3, fourNodes)).containsExactly(SSD, SSD, DISK);
  }

  @Test
  void blockReadThreeTimesGetsThreeFastReplicas() {
    assertThat(media(3, 3, fourNodes)).containsExactly(SSD, SSD, SSD);
  }

  @Test
  void quotientAndRatingOfEachReplicaAreKept() {
    PlacementPlan plan = PlacementPlanner.plan(2, 1, 3, ON_N0, fourNodes);
    assertThat(plan.reusability()).isEqualTo(2);
    assertThat(plan.slack()).isEqualTo(1);
    assertThat(plan.replicas())
        .extracting(ReplicaChoice::quotient)
        .containsExactly(0.5, 1 / 3.0, 0.0);
    assertThat(plan.replicas().get(0).rating()).isEqualTo(500, within(1.0));
    assertThat(plan.replicas().get(2).rating()).isEqualTo(148, within(1.0));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void chainGetsOneFastReplicaWhereItIsReadOnce(int replicas) throws LineageException {
    List<Long> fast = new ArrayList<>();
    TaskGraph tasks = TaskGraph.of(Samples.teraChain());
    for (Vertex vertex : BlockGraph.of(tasks, Set.of()).vertices()) {
      PlacementPlan plan = PlacementPlanner.plan(vertex, replicas, ON_N0, fourNodes);
      assertThat(plan.replicas()).hasSize(replicas);
      fast.add((long) plan.count(SSD));
    }
    assertThat(fast).containsExactly(1L, 1L, 0L);
  }

  private static List<Medium> nodeByNode(int readers, int replicas, GlobalStorageTable table) {
    return PlacementPlanner.plan(readers, 0, replicas, ON_N0, table).media();
  }

  /** Tasks are spread evenly, other nodes are drawn by lot. */
  @Test
  void writersOwnNodeTakesAReplicaOnDisk() {
    assertThat(nodeByNode(1, 3, fourNodes)).containsExactly(DISK, SSD, DISK);
    assertThat(nodeByNode(2, 3, fourNodes)).containsExactly(DISK, SSD, SSD);
    assertThat(nodeByNode(3, 3, fourNodes)).containsExactly(SSD, SSD, SSD);
    assertThat(nodeByNode(0, 3, fourNodes)).containsExactly(DISK, DISK, DISK);
    assertThat(nodeByNode(1, 1, fourNodes)).containsExactly(SSD);
    assertThat(nodeByNode(1, 0, fourNodes)).isEmpty();
  }

  @Test
  void writersOwnNodeTakesTheFastOneWhereOtherNodesMayHaveNoRoomForIt() {
    // No fast nodes in the other rack; one where two are wanted; both nearly full.
    assertThat(nodeByNode(1, 3, table(nodes(4, 2, 1, 0)))).containsExactly(SSD, DISK, DISK);
    assertThat(nodeByNode(2, 3, table(nodes(4, 2, 3, 0)))).containsExactly(SSD, SSD, DISK);
    double full = 1 - 7.5 * Clusters.BLOCK / Clusters.VOLUME;
    GlobalStorageTable nearlyFull =
        GlobalStorageTable.of(
            nodes(4, 2, 4, full),
            new TierSettings(Set.of(SSD), 0.999999, 0),
            Network.TYPICAL,
            Clusters.BLOCK);
    assertThat(nodeByNode(1, 3, nearlyFull)).containsExactly(SSD, DISK, DISK);
  }

  @Test
  void whereThereIsOneRackItsOtherNodesTakeThem() {
    assertThat(nodeByNode(2, 3, table(nodes(3, 1, 3, 0)))).containsExactly(DISK, SSD, SSD);
    assertThat(nodeByNode(2, 3, table(nodes(3, 1, 2, 0)))).containsExactly(SSD, SSD, DISK);
  }

  @Test
  void clusterWithoutFastStorageStaysOnDisk() {
    assertThat(media(3, 3, table(nodes(4, 2, 0, 0)))).containsOnly(DISK);
  }

  @Test
  void tableThatKnowsNothingYetStaysOnDisk() {
    PlacementPlan plan = PlacementPlanner.plan(3, 0, 3, ON_N0, GlobalStorageTable.EMPTY);
    assertThat(plan.count(DISK)).isEqualTo(3);
    assertThat(plan.replicas()).extracting(ReplicaChoice::rating).containsOnly(0.0);
  }

  @Test
  void replicasOnFlashNeverOutnumberItsNodes() {
    assertThat(media(5, 5, table(nodes(6, 2, 2, 0)))).containsExactly(SSD, SSD, DISK, DISK, DISK);
  }

  @Test
  void nodeWithoutRoomForABlockDoesNotCount() {
    List<StorageState> storages = nodes(4, 2, 1, 0);
    storages.add(new StorageState("n1", "/r1", SSD, 1L << 40, Clusters.BLOCK - 1));
    GlobalStorageTable table =
        GlobalStorageTable.of(
            storages, new TierSettings(Set.of(SSD), 0.98, 0), Network.TYPICAL, Clusters.BLOCK);
    assertThat(media(3, 3, table)).containsExactly(SSD, DISK, DISK);
  }

  @ParameterizedTest
  @CsvSource({
    // fill, fast replicas of a block with R = 3 (LQ 0.75, 0.67, 0.5); thresholds rise from 70 %
    "0.70, 3",
    "0.80, 3",
    "0.84, 2",
    "0.88, 1",
    "0.90, 0",
    "0.95, 0",
    "1, 0",
  })
  void fullerTierAdmitsFewer(double fill, int fast) {
    assertThat(media(3, 3, table(nodes(4, 2, 4, fill)))).filteredOn(SSD::equals).hasSize(fast);
  }

  @Test
  void urgentBlockIsAdmittedWhereALazyOneIsNot() {
    GlobalStorageTable table = table(nodes(4, 2, 4, 0.8));
    assertThat(PlacementPlanner.plan(1, 0, 3, ON_N0, table).count(SSD)).isEqualTo(1);
    assertThat(PlacementPlanner.plan(1, 1, 3, ON_N0, table).count(SSD)).isZero();
  }

  @Test
  void oneRackIsNoObstacle() {
    assertThat(media(2, 3, table(nodes(3, 1, 3, 0)))).containsExactly(SSD, SSD, DISK);
    PlacementPlan plan = PlacementPlanner.plan(2, 0, 2, ON_N0, table(nodes(3, 1, 3, 0), ONE_GBIT));
    assertThat(plan.replicas().get(1).rating()).isEqualTo(119, within(0.5));
  }

  @Test
  void localDiskBeatsRemoteFlashAtOneGigabit() {
    List<StorageState> flashElsewhere = nodes(4, 2, 0, 0);
    flashElsewhere.add(volume(2, 2, SSD, 0));
    flashElsewhere.add(volume(3, 2, SSD, 0));
    assertThat(media(1, 3, table(flashElsewhere, ONE_GBIT))).containsOnly(DISK);
    assertThat(media(1, 3, table(flashElsewhere))).containsExactly(SSD, DISK, DISK);
  }

  @Test
  void writerOutsideTheClusterSeesEverythingFromAfar() {
    PlacementPlan plan =
        PlacementPlanner.plan(1, 0, 1, Place.OUTSIDE, table(nodes(4, 2, 4, 0), ONE_GBIT));
    assertThat(plan.replicas().get(0).medium()).isEqualTo(SSD);
    assertThat(plan.replicas().get(0).rating()).isEqualTo(60, within(0.5));
  }

  @Test
  void thirdReplicaIsSeenFromTheRackOfTheSecond() {
    // All flash is in the rack that the writer is not in.
    List<StorageState> storages = nodes(6, 2, 0, 0);
    storages.add(volume(1, 2, SSD, 0));
    storages.add(volume(3, 2, SSD, 0));
    storages.add(volume(5, 2, SSD, 0));
    PlacementPlan plan = PlacementPlanner.plan(3, 0, 3, ON_N0, table(storages, ONE_GBIT));
    assertThat(plan.replicas()).extracting(ReplicaChoice::medium).containsExactly(DISK, SSD, SSD);
    assertThat(plan.replicas().get(2).rating()).isEqualTo(119, within(0.5));
  }

  @Test
  void fastestManagedMediumComesFirst() {
    List<StorageState> storages = nodes(4, 2, 4, 0);
    storages.add(volume(1, 2, NVDIMM, 0));
    storages.add(volume(2, 2, Medium.RAM_DISK, 0));
    assertThat(media(3, 3, table(storages))).containsExactly(NVDIMM, SSD, SSD);
    assertThat(table(storages).tiers()).extracting(Tier::medium).containsExactly(NVDIMM, SSD, DISK);
  }

  @Test
  void referenceClusterHasRoomForEveryReplica() {
    for (int replicas = 0; replicas <= 5; replicas++) {
      GlobalStorageTable reference = GlobalStorageTable.reference(replicas);
      PlacementPlan plan = PlacementPlanner.plan(9, 0, replicas, Place.OUTSIDE, reference);
      assertThat(plan.count(SSD)).isEqualTo(replicas);
      assertThat(reference.rackCount()).isEqualTo(2);
      assertThat(reference.nodeCount()).isEqualTo(2 * Math.max(1, replicas));
    }
  }

  private static List<Medium> media(int reusability, int replicas, GlobalStorageTable table) {
    return PlacementPlanner.plan(reusability, 0, replicas, ON_N0, table).replicas().stream()
        .map(ReplicaChoice::medium)
        .toList();
  }
}
