/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import io.tierline.ldm.placement.UnreportedRoom;
import io.tierline.ldm.rating.Medium;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.StorageContents;
import org.apache.hadoop.util.Time;

/** Room of one DataNode, as far as the NameNode can know it. */
public final class NodeRoom {
  /** With room for so many blocks nobody waits for a lock to learn of it. */
  private static final int ROOMY_BLOCKS = 16;

  private NodeRoom() {}

  /**
   * Whether a fast volume has no room for a block, by the last report and what was given since.
   * HDFS counts blocks that are being written, but not those that were completed after the report:
   * it sends writers to volumes that are full, and these turn them away.
   *
   * @param bytes of the block
   * @param unreported what was given since
   */
  public static boolean isFull(
      DatanodeDescriptor node, StorageType type, long bytes, UnreportedRoom unreported) {
    Medium medium = StorageMedium.of(type);
    if (medium == null || node.getDatanodeUuid() == null) {
      return false;
    }
    long remaining = 0;
    for (DatanodeStorageInfo storage : node.getStorageInfos()) {
      remaining += storage.getStorageType() == type ? StorageContents.free(storage) : 0;
    }
    if (remaining - unreported.atMost(node.getDatanodeUuid(), medium) >= ROOMY_BLOCKS * bytes) {
      return false;
    }
    long given =
        unreported.of(
            node.getDatanodeUuid(), medium, node.getLastUpdateMonotonic(), Time.monotonicNow());
    return remaining - given < bytes;
  }
}
