/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;

/**
 * The DataNodes of a cluster as a NameNode knows them, each with one SSD and one DISK volume that
 * have room, idle and in service; there are no processes behind them.
 */
public final class PaperCluster {
  private static final long CAPACITY_BYTES = 1L << 40;
  private static final long BLOCK_BYTES = 128L << 20;
  private static final int PORT = 9866;

  private final Configuration conf = new Configuration();
  private final DFSNetworkTopology topology;
  private final Host2NodesMap hosts = new Host2NodesMap();
  private final List<DatanodeDescriptor> nodes = new ArrayList<>();

  /** A cluster of that many nodes, spread evenly over the racks of a topology of that class. */
  public PaperCluster(int size, int racks, Class<? extends DFSNetworkTopology> network) {
    conf.setClass(DFSConfigKeys.DFS_NET_TOPOLOGY_IMPL_KEY, network, DFSNetworkTopology.class);
    topology = DFSNetworkTopology.getInstance(conf);
    for (int i = 0; i < size; i++) {
      DatanodeDescriptor node = node(i, "/rack-" + i % racks);
      nodes.add(node);
      topology.add(node);
      hosts.add(node);
    }
  }

  private static DatanodeDescriptor node(int number, String rack) {
    String address = "10.0." + number / 256 + "." + number % 256;
    DatanodeID id =
        new DatanodeID(
            address, "node-" + number, "uuid-" + number, PORT, PORT + 1, PORT + 2, PORT + 3);
    DatanodeDescriptor node = new DatanodeDescriptor(id, rack);
    for (StorageType type : List.of(StorageType.SSD, StorageType.DISK)) {
      DatanodeStorage storage =
          new DatanodeStorage(type + "-" + number, DatanodeStorage.State.NORMAL, type);
      DatanodeStorageInfo info = new DatanodeStorageInfo(node, storage);
      info.setUtilizationForTesting(CAPACITY_BYTES, 0, CAPACITY_BYTES, 0);
      node.injectStorage(info);
    }
    node.updateHeartbeat(node.getStorageReports(), 0, 0, 0, 0, null);
    return node;
  }

  /** All nodes. */
  public List<DatanodeDescriptor> nodes() {
    return nodes;
  }

  /** The network they are in. */
  public DFSNetworkTopology topology() {
    return topology;
  }

  /** Readies a policy as a NameNode does. */
  public <P extends BlockPlacementPolicy> P use(P policy) {
    policy.initialize(conf, new IdleStats(nodes.size()), topology, hosts);
    return policy;
  }

  /** Stock's own policy. */
  public BlockPlacementPolicy stock() {
    return use(new BlockPlacementPolicyDefault());
  }

  /** Targets for a new block, asked for as BlockManager does when a client wants one. */
  public static DatanodeStorageInfo[] targets(
      BlockPlacementPolicy policy,
      String path,
      int replicas,
      DatanodeDescriptor writer,
      BlockStoragePolicy storagePolicy) {
    return policy.chooseTarget(
        path, replicas, writer, new HashSet<>(), BLOCK_BYTES, null, storagePolicy, null);
  }

  /** Nobody transfers anything. */
  private record IdleStats(int size) implements FSClusterStats {
    @Override
    public int getTotalLoad() {
      return 0;
    }

    @Override
    public boolean isAvoidingStaleDataNodesForWrite() {
      return false;
    }

    @Override
    public int getNumDatanodesInService() {
      return size;
    }

    @Override
    public double getInServiceXceiverAverage() {
      return 0;
    }

    @Override
    public double getInServiceXceiverAverageForVolume() {
      return 0;
    }

    @Override
    public Map<StorageType, StorageTypeStats> getStorageTypeStats() {
      return Map.of();
    }
  }
}
