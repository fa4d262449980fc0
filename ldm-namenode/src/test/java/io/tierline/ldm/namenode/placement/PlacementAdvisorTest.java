/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.kept.LeavingDatasets;
import io.tierline.ldm.kept.LentRoom;
import io.tierline.ldm.limits.BelievedReaders;
import io.tierline.ldm.limits.Limit;
import io.tierline.ldm.limits.UserLimits;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.Place;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.ManagedDataset;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.ldm.state.StateStore;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.NodeBase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlacementAdvisorTest {
  private static final BlockStoragePolicySuite SUITE = BlockStoragePolicySuite.createDefaultSuite();
  private static final BlockStoragePolicy HOT = SUITE.getPolicy(StoragePolicy.HOT.value());
  private static final String MANAGED = "/tera/in/part-0";

  private final LdmMetrics metrics = LdmMetrics.create();
  private final LineageRegistry registry = new LineageRegistry(1);
  private final PlacementAdvisor advisor = Advisors.advisor(registry, metrics);

  @BeforeEach
  void registerTheChain() throws LineageException {
    registry.register(Samples.teraChain(), "alice");
    advisor.publish(GlobalStorageTable.reference(3));
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void managedPathIsAdvisedKeptAndCounted() {
    BlockStoragePolicy wanted = advisor.advise(MANAGED, 3, null, HOT, false);
    assertThat(wanted.chooseStorageTypes((short) 3))
        .containsExactly(StorageType.DISK, StorageType.SSD, StorageType.DISK);
    assertThat(advisor.decisions().under("/tera", 9)).hasSize(1);
    assertThat(metrics.decisionsFast.value()).isEqualTo(1);
    assertThat(advisor.hasLineage()).isTrue();
  }

  @Test
  void unmanagedPathAndOwnPolicyAreLeftToStock() {
    BlockStoragePolicy ours = advisor.advise(MANAGED, 3, null, HOT, false);
    assertThat(advisor.advise("/elsewhere", 3, null, HOT, false)).isNull();
    assertThat(advisor.advise(null, 3, null, HOT, false)).isNull();
    assertThat(advisor.advise(MANAGED, 3, null, ours, false)).isNull();
    assertThat(metrics.decisionsFast.value()).isEqualTo(1);
  }

  private static LentRoom lendingTo(String directory) throws IOException {
    LentRoom room = new LentRoom(new LeavingDatasets(StateStore.NOWHERE));
    room.look(List.of(directory), true, false, each -> true);
    return room;
  }

  @Test
  void pathWithoutLineageHasRoomThatIsLentToItsDirectory() throws Exception {
    advisor.lendBy(lendingTo("/logs"));
    BlockStoragePolicy wanted = advisor.advise("/logs/a", 3, null, HOT, false);
    assertThat(wanted.chooseStorageTypes((short) 3)).containsOnly(StorageType.SSD).hasSize(3);
    assertThat(metrics.blocksLent.value()).isEqualTo(1);
    assertThat(advisor.advise("/elsewhere", 3, null, HOT, false)).isNull();
    // A volume that is full turns a writer away: the second try is stock's.
    assertThat(advisor.advise("/logs/a", 3, null, HOT, true)).isNull();
    BlockStoragePolicy cold = SUITE.getPolicy(StoragePolicy.COLD.value());
    assertThat(advisor.advise("/logs/a", 3, null, cold, false)).isNull();
    assertThat(metrics.blocksLent.value()).isEqualTo(1);
    assertThat(metrics.decisionsFast.value()).isZero();
  }

  @Test
  void whereNoSsdHasRoomNothingIsLent() throws Exception {
    advisor.lendBy(lendingTo("/logs"));
    advisor.publish(GlobalStorageTable.EMPTY);
    assertThat(advisor.advise("/logs/a", 3, null, HOT, false)).isNull();
    assertThat(metrics.blocksLent.value()).isZero();
  }

  @Test
  void datasetThatNobodyReadsIsLeftToStock() {
    assertThat(advisor.advise("/tera/report/part-0", 3, null, HOT, false)).isNull();
    assertThat(metrics.decisionsStock.value()).isEqualTo(1);
  }

  @Test
  void readersOverTheLimitCountNothing() {
    Map<Limit, Long> most = new EnumMap<>(Limit.class);
    Set<JobId> seen = new HashSet<>();
    advisor.believeBy(new BelievedReaders(user -> new UserLimits(most), seen::contains));
    ManagedDataset dataset = registry.view().find(MANAGED);
    double[] seconds = {1};
    most.put(Limit.READERS, 1L);
    assertThat(advisor.believed(dataset, seconds)).containsExactly(1);
    assertThat(advisor.advise(MANAGED, 3, null, HOT, false)).isNotNull();
    most.put(Limit.UNSEEN_READERS, 0L);
    assertThat(advisor.believed(dataset, seconds)).isEmpty();
    assertThat(advisor.advise(MANAGED, 3, null, HOT, false)).isNull();
    seen.add(new JobId("tera", "sort"));
    assertThat(advisor.advise(MANAGED, 3, null, HOT, false)).isNotNull();
    most.put(Limit.READERS, 0L);
    assertThat(advisor.advise(MANAGED, 3, null, HOT, false)).isNull();
  }

  @Test
  void retryOfAWriterThatWasTurnedAwayIsStock() {
    assertThat(advisor.advise(MANAGED, 3, null, HOT, true)).isNull();
    assertThat(metrics.fallbacksRetry.value()).isEqualTo(1);
    assertThat(metrics.decisionsFast.value()).isZero();
  }

  @Test
  void storagePolicyThatAUserSetStands() {
    BlockStoragePolicy cold = SUITE.getPolicy(StoragePolicy.COLD.value());
    assertThat(advisor.advise(MANAGED, 3, null, cold, false)).isNull();
    assertThat(metrics.storagePolicyOfUser.value()).isEqualTo(1);
  }

  @Test
  void switchedOffPlacementIsStock() {
    Configuration off = new Configuration(false);
    off.setBoolean(PlacementKeys.ENABLED.key(), false);
    assertThat(Advisors.advisor(registry, off, metrics, null).advise(MANAGED, 3, null, HOT, false))
        .isNull();
    assertThat(metrics.fallbacksException.value()).isZero();
  }

  @Test
  void shadowModeIsStockAndNoted() {
    Configuration shadow = new Configuration(false);
    shadow.setBoolean(PlacementKeys.SHADOW.key(), true);
    PlacementAdvisor noting = Advisors.advisor(registry, shadow, metrics, PlacementPlanner::plan);
    noting.publish(GlobalStorageTable.reference(3));
    assertThat(noting.advise(MANAGED, 3, null, HOT, false)).isNull();
    assertThat(noting.advise(MANAGED, 3, null, HOT, true)).isNull();
    assertThat(noting.hasLineage()).isFalse();
    noting.shadowed(MANAGED, 3, null, HOT, 100);
    noting.shadowed("/elsewhere", 3, null, HOT, 100);
    noting.shadowed(MANAGED, 3, null, SUITE.getPolicy(StoragePolicy.COLD.value()), 100);
    assertThat(noting.shadow().ledger().total().blocksFast()).isEqualTo(1);
    assertThat(noting.shadow().ledger().byUser()).containsOnlyKeys("alice");
    assertThat(metrics.decisionsFast.value()).isZero();
    assertThat(noting.decisions().under("/", 9)).isEmpty();
  }

  @Test
  void datasetOutsideTheCanaryIsStock() {
    Configuration canary = new Configuration(false);
    canary.set(PlacementKeys.CANARY_ALLOW.key(), "/pilot");
    PlacementAdvisor careful = Advisors.advisor(registry, canary, metrics, PlacementPlanner::plan);
    careful.publish(GlobalStorageTable.reference(3));
    assertThat(careful.advise(MANAGED, 3, null, HOT, false)).isNull();
    assertThat(metrics.decisionsOutsideCanary.value()).isEqualTo(1);
    canary.set(PlacementKeys.CANARY_ALLOW.key(), "/tera/");
    careful.settings(LdmSettings.from(canary));
    assertThat(careful.advise(MANAGED, 3, null, HOT, false)).isNotNull();
    canary.set(PlacementKeys.CANARY_DENY.key(), "/tera/in");
    careful.settings(LdmSettings.from(canary));
    assertThat(careful.advise(MANAGED, 3, null, HOT, false)).isNull();
  }

  @Test
  void decisionThatThrowsIsCountedAndLeftToStock() {
    PlacementAdvisor faulty =
        Advisors.advisor(
            registry,
            new Configuration(false),
            metrics,
            (vertex, replicas, writer, table) -> {
              throw new IllegalStateException("on purpose");
            });
    assertThat(faulty.advise(MANAGED, 3, null, HOT, false)).isNull();
    assertThat(metrics.fallbacksException.value()).isEqualTo(1);
  }

  @Test
  void givingUpIsCountedByItsCause() {
    advisor.gaveUp(null);
    advisor.gaveUp(new IllegalStateException("on purpose"));
    assertThat(metrics.fallbacksTooFewTargets.value()).isEqualTo(1);
    assertThat(metrics.fallbacksException.value()).isEqualTo(1);
  }

  @Test
  void writerIsPlacedByItsNodeAndRack() {
    DatanodeID id = new DatanodeID("127.0.0.1", "h", "uuid", 1, 2, 3, 4);
    assertThat(PlacementAdvisor.placeOf(new DatanodeDescriptor(id, "/r1")))
        .isEqualTo(new Place("uuid", "/r1"));
    assertThat(PlacementAdvisor.placeOf(new NodeBase("client", "/r2")))
        .isEqualTo(new Place("", "/r2"));
    assertThat(PlacementAdvisor.placeOf(null)).isEqualTo(Place.OUTSIDE);
  }

  @Test
  void everyStorageTypeIsAMediumButProvided() {
    for (StorageType type : StorageType.values()) {
      boolean known = StorageMedium.of(type) != null;
      assertThat(known).as(type.name()).isEqualTo(type != StorageType.PROVIDED);
    }
  }
}
