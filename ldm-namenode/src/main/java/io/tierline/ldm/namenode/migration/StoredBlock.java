/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import io.tierline.ldm.migration.ManagedBlock;
import io.tierline.ldm.migration.Replica;
import io.tierline.ldm.namenode.placement.StorageMedium;
import io.tierline.ldm.rating.Medium;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;

/**
 * A complete, replicated block as the NameNode knows it at one moment.
 *
 * @param block its id, length and generation
 * @param replication replicas its file asks for
 * @param replicas those on live nodes in service: what nodes that leave or rest still hold counts
 *     for nothing, as it does not for HDFS
 * @param storages the storage id of the volume, by DataNode UUID
 */
record StoredBlock(
    Block block, int replication, List<Replica> replicas, Map<String, String> storages) {

  /** Looks a block up; empty when it is gone, being written, or striped. */
  static Optional<StoredBlock> find(FSNamesystem namesystem, long id) {
    namesystem.readLock();
    try {
      BlockInfo stored = namesystem.getBlockManager().getStoredBlock(new Block(id));
      boolean usable =
          stored != null && !stored.isDeleted() && stored.isComplete() && !stored.isStriped();
      return usable ? Optional.of(of(stored)) : Optional.empty();
    } finally {
      namesystem.readUnlock("tierlineLdmFindBlock");
    }
  }

  private static StoredBlock of(BlockInfo stored) {
    List<Replica> replicas = new ArrayList<>();
    Map<String, String> storages = new HashMap<>();
    Iterator<DatanodeStorageInfo> infos = stored.getStorageInfos();
    while (infos.hasNext()) {
      DatanodeStorageInfo info = infos.next();
      DatanodeDescriptor node = info.getDatanodeDescriptor();
      if (isInService(node)) {
        Medium medium = StorageMedium.of(info.getStorageType());
        replicas.add(new Replica(node.getDatanodeUuid(), node.getNetworkLocation(), medium));
        storages.put(node.getDatanodeUuid(), info.getStorageID());
      }
    }
    return new StoredBlock(new Block(stored), stored.getReplication(), replicas, storages);
  }

  /** True for a node that blocks may be moved from and to. */
  static boolean isInService(DatanodeDescriptor node) {
    return node != null && node.isInService() && node.isAlive();
  }

  /** What the planner of migration needs to know of it. */
  ManagedBlock managed(String file) {
    return new ManagedBlock(file, block.getBlockId(), block.getNumBytes(), replicas);
  }
}
