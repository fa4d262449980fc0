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

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.placement.Advisors;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.placement.SurplusBlock;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.settings.PlacementKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.FSClusterStats;
import org.apache.hadoop.hdfs.server.blockmanagement.Storages;
import org.apache.hadoop.net.NetworkTopology;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The choice of surplus replicas against stock's, over the same nodes, call for call. */
class SurplusAsStockTest {
  private static final int CALLS = 5_000;

  /** Every block is one of a managed path, and none that is being moved. */
  private static final SurplusBlock MANAGED =
      (candidates, count, added) -> Optional.of(new SurplusBlock.Known(2, "/tera/in/f"));

  private final LdmMetrics metrics = LdmMetrics.create();
  private final LineageRegistry registry = new LineageRegistry(1);
  private final PlacementAdvisor advisor = Advisors.advisor(registry, metrics);
  private final NetworkTopology topology = Advisors.topology();
  private final LineageBlockPlacementPolicy ours = new LineageBlockPlacementPolicy();
  private final BlockPlacementPolicyDefault stock = Storages.stock();
  private final List<DatanodeDescriptor> nodes = new ArrayList<>();
  private final Random random = new Random(3);
  private int differing;

  @AfterEach
  void stop() {
    LdmInstances.detach(topology);
    metrics.close();
  }

  private void compare(SurplusBlock blocks) throws LineageException {
    for (int i = 0; i < 8; i++) {
      nodes.add(Storages.node(i, "/r" + i % 3, SSD, DISK));
      topology.add(nodes.get(i));
    }
    Storages.initialize(ours, mock(FSClusterStats.class), topology);
    Storages.initialize(stock, mock(FSClusterStats.class), topology);
    registry.register(Samples.teraChain(), "alice");
    advisor.publish(GlobalStorageTable.reference(3));
    advisor.surplus().knowsBlocks(blocks);
    advisor.surplus().movesInFlight().begin("uuid0", "uuid1", 1);
    LdmInstances.attach(topology, advisor);
    for (int i = 0; i < CALLS; i++) {
      call();
    }
  }

  private void call() {
    List<DatanodeStorageInfo> replicas = new ArrayList<>();
    for (DatanodeDescriptor node : nodes) {
      if (random.nextInt(2) == 0) {
        replicas.add(node.getStorageInfos()[random.nextInt(2)]);
      }
    }
    List<StorageType> excess = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      excess.add(random.nextBoolean() ? SSD : DISK);
    }
    DatanodeDescriptor added = random.nextInt(3) == 0 ? null : node();
    DatanodeDescriptor hint = random.nextInt(3) == 0 ? node() : null;
    int expected = 1 + random.nextInt(3);
    if (replicas.size() > expected) {
      List<StorageType> left = new ArrayList<>(excess);
      List<StorageType> leftByStock = new ArrayList<>(excess);
      var chosen = ours.chooseReplicasToDelete(replicas, replicas, expected, left, added, hint);
      var chosenByStock =
          stock.chooseReplicasToDelete(replicas, replicas, expected, leftByStock, added, hint);
      differing += chosen.equals(chosenByStock) && left.equals(leftByStock) ? 0 : 1;
    }
  }

  private DatanodeDescriptor node() {
    return nodes.get(random.nextInt(nodes.size()));
  }

  @Test
  void unmanagedFilesAreStocks() throws LineageException {
    compare((candidates, count, added) -> Optional.of(new SurplusBlock.Known(2, "/elsewhere/f")));
    assertThat(differing).isZero();
  }

  @Test
  void blocksThatAreNotKnownAreStocks() throws LineageException {
    compare(SurplusBlock.UNKNOWN);
    assertThat(differing).isZero();
  }

  @Test
  void managedFilesAreStocksInShadowMode() throws LineageException {
    Configuration shadow = new Configuration(false);
    shadow.setBoolean(PlacementKeys.SHADOW.key(), true);
    advisor.settings(LdmSettings.from(shadow));
    compare(MANAGED);
    assertThat(differing).isZero();
  }

  @Test
  void managedFilesAreStocksWhileLdmIsTakenOut() throws LineageException {
    advisor.offWhile(() -> true);
    compare(MANAGED);
    assertThat(differing).isZero();
  }

  @Test
  void managedFilesAreNotElse() throws LineageException {
    compare(MANAGED);
    assertThat(differing).isPositive();
  }

  /** So that the first two are not true of everything. */
  @Test
  void managedBlocksAreNot() throws LineageException {
    compare((candidates, count, added) -> Optional.of(new SurplusBlock.Known(1, "/tera/in/f")));
    assertThat(differing).isPositive();
  }
}
