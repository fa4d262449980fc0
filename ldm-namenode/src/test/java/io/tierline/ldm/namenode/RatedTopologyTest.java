/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.placement.Advisors;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.DeviceProfile;
import io.tierline.ldm.rating.DeviceSpeeds;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.settings.PlacementKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes n0 and n1 share rack /r0, n2 and n3 rack /r1. */
class RatedTopologyTest {
  private static final Consumer<List<DatanodeInfoWithStorage>> NO_SECOND_SORT = null;

  private final LdmMetrics metrics = LdmMetrics.create();
  private final NetworkTopology topology = Advisors.topology();
  private final List<DatanodeDescriptor> nodes = new ArrayList<>();

  @BeforeEach
  void addNodes() {
    for (int i = 0; i < 4; i++) {
      DatanodeID id = new DatanodeID("10.0.0." + i, "n" + i, "uuid" + i, 1, 2, 3, 4);
      nodes.add(new DatanodeDescriptor(id, "/r" + i / 2));
      topology.add(nodes.get(i));
    }
  }

  @AfterEach
  void detach() {
    LdmInstances.detach(topology);
    metrics.close();
  }

  @Test
  void flashInAnotherRackComesBeforeALocalDisk() {
    attach(new Configuration(false));
    assertThat(sorted(nodes.get(0), disk(0), disk(1), ssd(3))).containsExactly("n3", "n0", "n1");
    assertThat(metrics.readsOrdered.value()).isEqualTo(1);
  }

  @Test
  void localDiskComesFirstAtOneGigabit() {
    Configuration slow = new Configuration(false);
    slow.set(PlacementKeys.RACK_MIBPS.key(), "119");
    slow.set(PlacementKeys.CORE_MIBPS.key(), "60");
    attach(slow);
    assertThat(sorted(nodes.get(0), ssd(3), disk(1), disk(0))).containsExactly("n0", "n1", "n3");
  }

  @Test
  void stockOrdersWithoutAService() {
    assertThat(sorted(nodes.get(0), ssd(3), disk(1), disk(0))).containsExactly("n0", "n1", "n3");
  }

  @Test
  void switchLeavesTheOrderToStock() {
    Configuration off = new Configuration(false);
    off.setBoolean(PlacementKeys.READS_BY_RATING.key(), false);
    attach(off);
    assertThat(sorted(nodes.get(0), ssd(3), disk(1), disk(0))).containsExactly("n0", "n1", "n3");
    assertThat(metrics.readsOrdered.value()).isZero();
  }

  @Test
  void shadowModeLeavesTheOrderToStockAndCounts() {
    Configuration shadow = new Configuration(false);
    shadow.setBoolean(PlacementKeys.SHADOW.key(), true);
    attach(shadow);
    assertThat(sorted(nodes.get(0), ssd(3), disk(1), disk(0))).containsExactly("n0", "n1", "n3");
    assertThat(sorted(nodes.get(0), disk(1), disk(0))).containsExactly("n0", "n1");
    assertThat(metrics.shadowReadsReordered.value()).isEqualTo(1);
    assertThat(metrics.readsOrdered.value()).isZero();
  }

  @Test
  void nodesThatStockPutsLastStayLast() {
    attach(new Configuration(false));
    DatanodeInfoWithStorage[] replicas = {disk(0), disk(1), ssd(3)};
    topology.sortByDistance(nodes.get(0), replicas, 2, NO_SECOND_SORT);
    assertThat(names(replicas)).containsExactly("n0", "n1", "n3");
  }

  @Test
  void singleReplicaNeedsNoOrder() {
    attach(new Configuration(false));
    assertThat(sorted(nodes.get(0), ssd(3))).containsExactly("n3");
    assertThat(metrics.readsOrdered.value()).isZero();
  }

  @Test
  void readerOutsideTheClusterGetsFlashFirst() {
    attach(new Configuration(false));
    DatanodeInfoWithStorage[] replicas = {disk(0), disk(1), ssd(3)};
    topology.sortByDistanceUsingNetworkLocation(
        new NodeBase("client", "/r0"), replicas, 3, NO_SECOND_SORT);
    assertThat(names(replicas).get(0)).isEqualTo("n3");
  }

  @Test
  void unknownReaderAndUnknownMediaAreOrderedToo() {
    attach(new Configuration(false));
    assertThat(sorted(null, replica(0, StorageType.PROVIDED), disk(1), ssd(2)))
        .containsExactly("n2", "n1", "n0");
    assertThat(sorted(null, replica(0, null), ssd(2))).containsExactly("n2", "n0");
  }

  @Test
  void ssdThatWasMeasuredSlowComesAfterADisk() {
    attach(new Configuration(false));
    DeviceProfile slow = new DeviceProfile(40, 0, 1, 0);
    StorageState.Device device = new StorageState.Device("s3", new DeviceSpeeds(slow, slow), true);
    StorageState volume = new StorageState("uuid3", "/r1", Medium.SSD, 1L << 40, 1L << 40, device);
    new LdmInstances.Link()
        .get(topology)
        .publish(
            GlobalStorageTable.of(
                List.of(volume), TierSettings.DEFAULT, Network.TYPICAL, 128L << 20));
    assertThat(sorted(nodes.get(0), ssd(3), disk(0), disk(1))).containsExactly("n0", "n1", "n3");
    assertThat(sorted(nodes.get(0), disk(0), ssd(3), ssd(2))).containsExactly("n2", "n0", "n3");
  }

  private void attach(Configuration conf) {
    LdmInstances.attach(
        topology, Advisors.advisor(new LineageRegistry(1), conf, metrics, PlacementPlanner::plan));
  }

  private List<String> sorted(Node reader, DatanodeInfoWithStorage... replicas) {
    topology.sortByDistance(reader, replicas, replicas.length, NO_SECOND_SORT);
    return names(replicas);
  }

  private static List<String> names(DatanodeInfoWithStorage[] replicas) {
    return List.of(replicas).stream().map(DatanodeInfoWithStorage::getHostName).toList();
  }

  private DatanodeInfoWithStorage disk(int node) {
    return replica(node, StorageType.DISK);
  }

  private DatanodeInfoWithStorage ssd(int node) {
    return replica(node, StorageType.SSD);
  }

  private DatanodeInfoWithStorage replica(int node, StorageType type) {
    return new DatanodeInfoWithStorage(nodes.get(node), "s" + node, type);
  }
}
