/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** Which storage types give up the surplus replicas of a block. */
public final class SurplusTypes {
  private SurplusTypes() {}

  /**
   * The surplus types with a lone SSD replaced by a DISK, when the block has one replica on SSD and
   * enough on disks to give instead; otherwise the same list.
   */
  static List<StorageType> keepingLastFast(
      List<StorageType> excess, Collection<DatanodeStorageInfo> replicas, int expected) {
    int fast = 0;
    int disks = 0;
    for (DatanodeStorageInfo replica : replicas) {
      fast += replica.getStorageType() == StorageType.SSD ? 1 : 0;
      disks += replica.getStorageType() == StorageType.DISK ? 1 : 0;
    }
    int surplus = replicas.size() - expected;
    if (fast != 1 || !excess.contains(StorageType.SSD) || surplus > disks || expected < 1) {
      return excess;
    }
    List<StorageType> kept = new ArrayList<>(excess);
    kept.set(kept.indexOf(StorageType.SSD), StorageType.DISK);
    return kept;
  }

  /** The types of all replicas, so that only the rack rule decides. */
  public static List<StorageType> all(Collection<DatanodeStorageInfo> replicas) {
    List<StorageType> types = new ArrayList<>();
    replicas.forEach(replica -> types.add(replica.getStorageType()));
    return types;
  }

  /** The surplus types, and that of the replica on the node, so that it may be the one to go. */
  static List<StorageType> andTypeOn(
      DatanodeDescriptor node, List<StorageType> excess, Collection<DatanodeStorageInfo> replicas) {
    List<StorageType> types = new ArrayList<>(excess);
    for (DatanodeStorageInfo replica : replicas) {
      if (replica.getDatanodeDescriptor().equals(node)) {
        types.add(replica.getStorageType());
      }
    }
    return types;
  }
}
