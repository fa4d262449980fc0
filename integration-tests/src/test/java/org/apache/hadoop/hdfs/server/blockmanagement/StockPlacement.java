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
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockType;

/** What stock HDFS, in place of the placement policy that is configured, does in a cluster. */
public final class StockPlacement {
  private StockPlacement() {}

  /** Racks that stock gives a new block of the file system's default storage policy just now. */
  public static int racks(BlockManager blocks, int replicas, long blockBytes) {
    DatanodeStorageInfo[] targets =
        stock(blocks)
            .chooseTarget(
                "/stock",
                replicas,
                null,
                new ArrayList<>(),
                false,
                null,
                blockBytes,
                blocks.getStoragePolicy("HOT"),
                EnumSet.noneOf(AddBlockFlag.class));
    return (int)
        Arrays.stream(targets)
            .map(target -> target.getDatanodeDescriptor().getNetworkLocation())
            .distinct()
            .count();
  }

  /**
   * Whether a block has more replicas than its file asks for, of which stock deletes none: each of
   * a storage type that is one too many is kept by the rack rule.
   *
   * @param policy the storage policy of its file
   */
  public static boolean keepsSurplus(BlockManager blocks, long blockId, String policy) {
    BlockInfo block = blocks.getStoredBlock(new Block(blockId));
    List<DatanodeStorageInfo> replicas = new ArrayList<>();
    block.getStorageInfos().forEachRemaining(replicas::add);
    short wanted = block.getReplication();
    List<StorageType> tooMany =
        blocks
            .getStoragePolicy(policy)
            .chooseExcess(wanted, DatanodeStorageInfo.toStorageTypes(replicas));
    return replicas.size() > wanted
        && stock(blocks)
            .chooseReplicasToDelete(replicas, replicas, wanted, tooMany, null, null)
            .isEmpty();
  }

  private static BlockPlacementPolicy stock(BlockManager blocks) {
    Configuration conf = new HdfsConfiguration();
    conf.setClass(
        DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY,
        BlockPlacementPolicyDefault.class,
        BlockPlacementPolicy.class);
    DatanodeManager nodes = blocks.getDatanodeManager();
    return new BlockPlacementPolicies(
            conf,
            nodes.getFSClusterStats(),
            nodes.getNetworkTopology(),
            nodes.getHost2DatanodeMap())
        .getPolicy(BlockType.CONTIGUOUS);
  }
}
