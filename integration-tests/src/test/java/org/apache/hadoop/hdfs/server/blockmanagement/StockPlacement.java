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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.BlockType;

/** What stock HDFS, in place of the placement policy that is configured, does in a cluster. */
public final class StockPlacement {
  private StockPlacement() {}

  /** Racks that stock gives a new block of the file system's default storage policy just now. */
  public static int racks(BlockManager blocks, int replicas, long blockBytes) {
    Configuration conf = new HdfsConfiguration();
    conf.setClass(
        DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY,
        BlockPlacementPolicyDefault.class,
        BlockPlacementPolicy.class);
    DatanodeManager nodes = blocks.getDatanodeManager();
    DatanodeStorageInfo[] targets =
        new BlockPlacementPolicies(
                conf,
                nodes.getFSClusterStats(),
                nodes.getNetworkTopology(),
                nodes.getHost2DatanodeMap())
            .getPolicy(BlockType.CONTIGUOUS)
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
}
