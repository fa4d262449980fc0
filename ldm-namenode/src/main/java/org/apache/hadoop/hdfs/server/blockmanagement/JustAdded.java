/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Collection;
import java.util.Iterator;
import org.apache.hadoop.classification.InterfaceAudience;

/**
 * Finds the block of which a surplus replica is chosen, which HDFS does not tell its policy. A
 * block that has just got a replica is the first of the list of that replica's volume, since HDFS
 * puts it there under the same lock that it holds while it chooses; so where the choice follows a
 * new replica, the block is found without a search. Where it does not (a replication that was
 * lowered, a look at all blocks after a failover) there is no way to know it.
 *
 * <p>What is found is compared with the replicas to choose from. A report of a replica that was
 * known already puts nothing first; it could be mistaken only for a block of the same volumes and
 * the same replication that has as many replicas too many.
 */
@InterfaceAudience.Private
public final class JustAdded {
  private JustAdded() {}

  /**
   * The block, or null when it cannot be known. To be called under the lock that HDFS holds.
   *
   * @param candidates the replicas to choose from
   * @param replicas how many are to stay
   * @param added the node whose replica has been added; null when none was
   */
  public static BlockInfo find(
      BlockManager blocks,
      Collection<DatanodeStorageInfo> candidates,
      int replicas,
      DatanodeDescriptor added) {
    for (DatanodeStorageInfo candidate : candidates) {
      if (added != null && added.equals(candidate.getDatanodeDescriptor())) {
        Iterator<BlockInfo> list = candidate.getBlockIterator();
        BlockInfo first = list.hasNext() ? list.next() : null;
        boolean isIt =
            first != null
                && !first.isStriped()
                && first.getReplication() == replicas
                && isOn(blocks, first, candidates);
        return isIt ? first : null;
      }
    }
    return null;
  }

  private static boolean isOn(
      BlockManager blocks, BlockInfo block, Collection<DatanodeStorageInfo> candidates) {
    int found = 0;
    Iterator<DatanodeStorageInfo> storages = block.getStorageInfos();
    while (storages.hasNext()) {
      DatanodeStorageInfo storage = storages.next();
      if (candidates.contains(storage)) {
        found++;
      } else if (isToBeChosenFrom(blocks, block, storage)) {
        return false;
      }
    }
    return found == candidates.size();
  }

  private static boolean isToBeChosenFrom(
      BlockManager blocks, BlockInfo block, DatanodeStorageInfo storage) {
    DatanodeDescriptor node = storage.getDatanodeDescriptor();
    return node.isInService()
        && !blocks.isExcess(node, block)
        && !blocks.isReplicaCorrupt(block, node);
  }
}
