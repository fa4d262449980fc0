/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.tierline.ldm.kept.LeavingDatasets;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.placement.Advisors;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.placement.SurplusBlock;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.ldm.state.StateStore;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.FSClusterStats;
import org.apache.hadoop.hdfs.server.blockmanagement.Storages;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The policy over HDFS's own node objects: four nodes on two racks, each with SSD and DISK. */
class LineageBlockPlacementPolicyTest {
  private static final BlockStoragePolicy HOT =
      BlockStoragePolicySuite.createDefaultSuite().getPolicy(StoragePolicy.HOT.value());
  private static final long BLOCK = 128L << 20;

  private final LdmMetrics metrics = LdmMetrics.create();
  private final LineageRegistry registry = new LineageRegistry(1);
  private final PlacementAdvisor advisor = Advisors.advisor(registry, metrics);
  private final NetworkTopology topology = Advisors.topology();
  private final LineageBlockPlacementPolicy policy = new LineageBlockPlacementPolicy();
  private final List<DatanodeDescriptor> nodes = new ArrayList<>();

  @BeforeEach
  void startCluster() throws LineageException {
    for (int i = 0; i < 4; i++) {
      nodes.add(Storages.node(i, "/r" + i / 2, SSD, DISK));
      topology.add(nodes.get(i));
    }
    FSClusterStats stats = mock(FSClusterStats.class);
    when(stats.getNumDatanodesInService()).thenReturn(nodes.size());
    Storages.initialize(policy, stats, topology);
    registry.register(Samples.teraChain(), "alice");
    advisor.publish(GlobalStorageTable.reference(3));
  }

  @AfterEach
  void stop() {
    LdmInstances.detach(topology);
    metrics.close();
  }

  @Test
  void stockAnswersWithoutAService() {
    assertThat(typesFor("/tera/in/part-0")).containsExactly(DISK, DISK, DISK);
  }

  @Test
  void managedPathGetsItsFastReplicaOnTwoRacks() {
    LdmInstances.attach(topology, advisor);
    DatanodeStorageInfo[] targets = targets("/tera/in/part-0");
    assertThat(DatanodeStorageInfo.toStorageTypes(targets))
        .containsExactlyInAnyOrder(SSD, DISK, DISK);
    assertThat(racks(targets)).hasSize(2);
    assertThat(metrics.fastReplicasMissed.value()).isZero();
  }

  /** The reference table has six nodes: fast ones with room in both racks. */
  @Test
  void writersOwnNodeTakesAReplicaOnDisk() {
    LdmInstances.attach(topology, advisor);
    for (int i = 0; i < 20; i++) {
      DatanodeStorageInfo[] targets = targets("/tera/in/part-" + i);
      assertThat(targets[0].getDatanodeDescriptor()).isSameAs(nodes.get(0));
      assertThat(targets[0].getStorageType()).isEqualTo(DISK);
      assertThat(DatanodeStorageInfo.toStorageTypes(targets)).contains(SSD);
    }
  }

  /** A client excludes a node that turned it away for all later blocks of the file. */
  @Test
  void laterBlocksOfAFileWhoseWriterWasTurnedAwayArePlacedAsAnyOther() {
    LdmInstances.attach(topology, advisor);
    Set<Node> excluded = new HashSet<>(Set.of(nodes.get(3)));
    assertThat(typesWithout("/tera/in/part-0", excluded)).containsExactly(DISK, DISK, DISK);
    assertThat(typesWithout("/tera/in/part-0", excluded)).contains(SSD);
    assertThat(typesWithout("/tera/in/part-0", excluded)).contains(SSD);
    // Turned away again; and of another file nothing is known.
    Set<Node> more = new HashSet<>(Set.of(nodes.get(3), nodes.get(2)));
    assertThat(typesWithout("/tera/in/part-0", more)).doesNotContain(SSD);
    assertThat(typesWithout("/tera/in/part-1", excluded)).doesNotContain(SSD);
  }

  private List<StorageType> typesWithout(String path, Set<Node> excluded) {
    return List.of(
        DatanodeStorageInfo.toStorageTypes(
            policy.chooseTarget(
                path,
                3,
                nodes.get(0),
                new ArrayList<>(),
                false,
                new HashSet<>(excluded),
                BLOCK,
                HOT,
                EnumSet.noneOf(AddBlockFlag.class))));
  }

  /** HDFS counts what is being written, but not what was completed after the last report. */
  @Test
  void fastVolumeThatWasGivenAllItsRoomTakesNoMore() {
    LdmInstances.attach(topology, advisor);
    for (DatanodeDescriptor node : nodes) {
      advisor.unreported().give(node.getDatanodeUuid(), Medium.SSD, 1L << 40);
    }
    assertThat(typesFor("/tera/in/part-0")).containsExactly(DISK, DISK, DISK);
  }

  /** Stock excludes nodes whose SSDs are full for disks, too. */
  @Test
  void blockHasAllReplicasWhereOtherNodesHaveFullSsds() {
    LdmInstances.attach(topology, advisor);
    for (int full = 1; full < nodes.size(); full++) {
      advisor.unreported().give(nodes.get(full).getDatanodeUuid(), Medium.SSD, 1L << 40);
      for (int i = 0; i < 20; i++) {
        DatanodeStorageInfo[] targets = targets("/tera/in/part-" + full + "-" + i);
        assertThat(targets).hasSize(3);
        assertThat(racks(targets)).hasSize(2);
      }
    }
    assertThat(metrics.fallbacksTooFewTargets.value()).isZero();
  }

  @Test
  void roomOnFastMediaIsNotedWhoeverGivesIt() {
    LdmInstances.attach(topology, advisor);
    targets("/tera/in/part-0");
    assertThat(givenOnSsds()).isEqualTo(BLOCK);
    targets("/elsewhere/part-0");
    assertThat(givenOnSsds()).isEqualTo(BLOCK);
    BlockStoragePolicy allSsd =
        BlockStoragePolicySuite.createDefaultSuite().getPolicy(StoragePolicy.ALL_SSD.value());
    policy.chooseTarget(
        "/elsewhere/part-1",
        3,
        nodes.get(0),
        new ArrayList<>(),
        false,
        null,
        BLOCK,
        allSsd,
        EnumSet.noneOf(AddBlockFlag.class));
    assertThat(givenOnSsds()).isEqualTo(4 * BLOCK);
  }

  private long givenOnSsds() {
    return nodes.stream()
        .mapToLong(node -> advisor.unreported().of(node.getDatanodeUuid(), Medium.SSD, 0, 0))
        .sum();
  }

  @Test
  void unmanagedPathIsStockWithAService() {
    LdmInstances.attach(topology, advisor);
    assertThat(typesFor("/elsewhere/part-0")).containsExactly(DISK, DISK, DISK);
  }

  @Test
  void stockAnswersAgainOnceTheServiceHasStopped() {
    LdmInstances.attach(topology, advisor);
    assertThat(typesFor("/tera/in/part-0")).contains(SSD);
    LdmInstances.detach(topology);
    assertThat(typesFor("/tera/in/part-0")).containsExactly(DISK, DISK, DISK);
  }

  @Test
  void surplusOfAManagedBlockComesFromTheDisks() {
    List<DatanodeStorageInfo> replicas = new ArrayList<>();
    for (DatanodeDescriptor node : nodes) {
      StorageType type = replicas.isEmpty() ? SSD : DISK;
      for (DatanodeStorageInfo storage : node.getStorageInfos()) {
        if (storage.getStorageType() == type) {
          replicas.add(storage);
        }
      }
    }
    assertThat(typeToDelete(replicas)).isEqualTo(SSD);
    LdmInstances.attach(topology, advisor);
    assertThat(typeToDelete(replicas)).as("of a block that is not known").isEqualTo(SSD);
    isOf("/elsewhere/part-0");
    assertThat(typeToDelete(replicas)).as("of another file").isEqualTo(SSD);
    isOf("/tera/in/part-0");
    assertThat(typeToDelete(replicas)).isEqualTo(DISK);
    assertThat(metrics.surplusFastKept.value()).isEqualTo(1);
  }

  @Test
  void oldCopyOfAMoveUnderWayIsTheOneToGo() {
    List<DatanodeStorageInfo> replicas = new ArrayList<>();
    for (DatanodeDescriptor node : nodes) {
      replicas.add(storage(node, node == nodes.get(1) ? SSD : DISK));
    }
    DatanodeDescriptor from = nodes.get(0);
    DatanodeDescriptor to = nodes.get(1);
    LdmInstances.attach(topology, advisor);
    assertThat(toDelete(replicas, to, from)).isEqualTo(to);
    isOf("/left/part-0");
    advisor.surplus().movesInFlight().begin(from.getDatanodeUuid(), to.getDatanodeUuid(), 2);
    assertThat(toDelete(replicas, to, from)).as("of another block").isEqualTo(to);
    advisor.surplus().movesInFlight().begin(from.getDatanodeUuid(), to.getDatanodeUuid(), 1);
    assertThat(toDelete(replicas, to, from)).isEqualTo(from);
    assertThat(toDelete(replicas, from, to)).isEqualTo(to);
    advisor.surplus().movesInFlight().end(from.getDatanodeUuid(), to.getDatanodeUuid(), 1);
    assertThat(toDelete(replicas, to, from)).isEqualTo(to);
  }

  @Test
  void replicaTooManyGoesThoughTheKindToGoIsAloneOnItsRack() {
    // The DISK is what ALL_SSD does not want, and what the rack rule keeps.
    nodes.add(Storages.node(4, "/r1", SSD, DISK));
    topology.add(nodes.get(4));
    List<DatanodeStorageInfo> replicas = new ArrayList<>();
    for (DatanodeDescriptor node :
        List.of(nodes.get(0), nodes.get(2), nodes.get(3), nodes.get(4))) {
      replicas.add(storage(node, replicas.isEmpty() ? DISK : SSD));
    }
    assertThat(surplus(replicas, DISK)).isEmpty();
    LdmInstances.attach(topology, advisor);
    isOf("/elsewhere/part-0");
    assertThat(surplus(replicas, DISK)).as("of another file").isEmpty();
    isOf("/tera/in/part-0");
    assertThat(surplus(replicas, DISK))
        .singleElement()
        .satisfies(gone -> assertThat(replicas.indexOf(gone)).isPositive());
    assertThat(metrics.surplusOfOtherTypes.value()).isEqualTo(1);
    assertThat(surplus(replicas, SSD)).hasSize(1);
    assertThat(metrics.surplusOfOtherTypes.value()).isEqualTo(1);
  }

  @Test
  void whatHasLeftTheLineageLosesItsReplicaTooManyAsWell() throws Exception {
    // A volume that comes back brings the SSD replica that was replaced meanwhile.
    nodes.add(Storages.node(4, "/r1", SSD, DISK));
    topology.add(nodes.get(4));
    List<DatanodeStorageInfo> replicas = new ArrayList<>();
    for (DatanodeDescriptor node :
        List.of(nodes.get(0), nodes.get(2), nodes.get(3), nodes.get(4))) {
      replicas.add(storage(node, replicas.isEmpty() ? SSD : DISK));
    }
    LeavingDatasets leaving = new LeavingDatasets(StateStore.NOWHERE);
    advisor.surplus().knowsWhatLeaves(leaving);
    registry.withdraw(Samples.teraChain().id());
    LdmInstances.attach(topology, advisor);
    isOf("/tera/in/part-0");
    assertThat(surplus(replicas, SSD)).as("of what has left").isEmpty();
    leaving.add("/tera/in");
    assertThat(surplus(replicas, SSD))
        .singleElement()
        .satisfies(gone -> assertThat(gone.getStorageType()).isEqualTo(DISK));
    isOf("/tera/inner/part-0");
    assertThat(surplus(replicas, SSD)).as("of another file").isEmpty();
    isOf("/tera/in/part-0");
    advisor.offWhile(() -> true);
    assertThat(surplus(replicas, SSD)).as("while LDM is taken out").isEmpty();
  }

  @Test
  void shadowModeChoosesWhatStockWouldAndCountsNewBlocks() throws Exception {
    Configuration conf = new Configuration(false);
    conf.setBoolean(PlacementKeys.SHADOW.key(), true);
    advisor.settings(LdmSettings.from(conf));
    for (int seed = 0; seed < 50; seed++) {
      roll(seed);
      List<DatanodeStorageInfo> stock = List.of(targets("/tera/in/part-0"));
      LdmInstances.attach(topology, advisor);
      roll(seed);
      assertThat(targets("/tera/in/part-0")).as("seed %d", seed).containsExactlyElementsOf(stock);
      LdmInstances.detach(topology);
    }
    assertThat(advisor.shadow().ledger().total().blocksFast()).isEqualTo(50);
    LdmInstances.attach(topology, advisor);
    List<DatanodeStorageInfo> there = new ArrayList<>(List.of(storage(nodes.get(1), DISK)));
    policy.chooseTarget(
        "/tera/in/part-0",
        1,
        nodes.get(0),
        there,
        false,
        new HashSet<>(),
        BLOCK,
        HOT,
        EnumSet.noneOf(AddBlockFlag.class));
    assertThat(advisor.shadow().ledger().total().blocks()).as("no new block").isEqualTo(50);
    assertThat(metrics.decisionsFast.value()).isZero();
  }

  /** Has HDFS's topology draw the same nodes again. */
  private static void roll(long seed) throws ReflectiveOperationException {
    Field ofNodes = NetworkTopology.class.getDeclaredField("RANDOM_REF");
    ofNodes.setAccessible(true);
    @SuppressWarnings("unchecked")
    AtomicReference<Random> drawn = (AtomicReference<Random>) ofNodes.get(null);
    drawn.set(new Random(seed));
    Field ofTypes = DFSNetworkTopology.class.getDeclaredField("RANDOM");
    ofTypes.setAccessible(true);
    ((Random) ofTypes.get(null)).setSeed(seed);
  }

  /** Whatever block a surplus is chosen of, it is number 1, of that file. */
  private void isOf(String path) {
    advisor
        .surplus()
        .knowsBlocks((candidates, count, added) -> Optional.of(new SurplusBlock.Known(1, path)));
  }

  private List<DatanodeStorageInfo> surplus(
      List<DatanodeStorageInfo> replicas, StorageType unwanted) {
    return policy.chooseReplicasToDelete(
        replicas, replicas, 3, new ArrayList<>(List.of(unwanted)), null, null);
  }

  private static DatanodeStorageInfo storage(DatanodeDescriptor node, StorageType type) {
    for (DatanodeStorageInfo storage : node.getStorageInfos()) {
      if (storage.getStorageType() == type) {
        return storage;
      }
    }
    throw new AssertionError(node + " has no " + type);
  }

  private DatanodeDescriptor toDelete(
      List<DatanodeStorageInfo> replicas, DatanodeDescriptor added, DatanodeDescriptor hint) {
    return policy
        .chooseReplicasToDelete(replicas, replicas, 3, new ArrayList<>(List.of(SSD)), added, hint)
        .get(0)
        .getDatanodeDescriptor();
  }

  private StorageType typeToDelete(List<DatanodeStorageInfo> replicas) {
    return policy
        .chooseReplicasToDelete(replicas, replicas, 3, new ArrayList<>(List.of(SSD)), null, null)
        .get(0)
        .getStorageType();
  }

  private DatanodeStorageInfo[] targets(String path) {
    return policy.chooseTarget(
        path,
        3,
        nodes.get(0),
        new ArrayList<>(),
        false,
        new HashSet<>(),
        BLOCK,
        HOT,
        EnumSet.noneOf(AddBlockFlag.class));
  }

  private List<StorageType> typesFor(String path) {
    return List.of(DatanodeStorageInfo.toStorageTypes(targets(path)));
  }

  private static Set<String> racks(DatanodeStorageInfo[] targets) {
    Set<String> racks = new HashSet<>();
    for (DatanodeStorageInfo target : targets) {
      racks.add(target.getDatanodeDescriptor().getNetworkLocation());
    }
    return racks;
  }
}
