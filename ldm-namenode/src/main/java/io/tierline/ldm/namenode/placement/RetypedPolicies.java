/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.rating.Medium;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/**
 * The storage policies that say in HDFS's own terms what a plan says: one type per replica, the
 * last one for any more, falling back to SSD or DISK as ONE_SSD does. They live in memory only and
 * never reach a file or the namespace.
 */
final class RetypedPolicies {
  private static final String NAME = "TIERLINE";
  private static final StorageType[] FALLBACKS = {StorageType.SSD, StorageType.DISK};
  private static final int BITS = 3;

  /** Replicas beyond these follow the last one: 3 bits each fit into 60. */
  private static final int MAX_TYPES = 20;

  private final ConcurrentMap<Long, BlockStoragePolicy> made = new ConcurrentHashMap<>();

  /** The policy for the plan, or null when the plan is what stock would do anyway. */
  BlockStoragePolicy of(PlacementPlan plan, BlockStoragePolicy asked) {
    if (plan.replicas().isEmpty() || (plan.isStock() && isAllDisk(asked))) {
      return null;
    }
    long key = 1;
    for (int i = 0; i < Math.min(MAX_TYPES, plan.replicas().size()); i++) {
      key = key << BITS | plan.medium(i).ordinal();
    }
    BlockStoragePolicy known = made.get(key);
    return known != null ? known : made.computeIfAbsent(key, k -> make(plan.media()));
  }

  /** What HOT says, for a file that carries another policy. */
  BlockStoragePolicy allDisk(BlockStoragePolicy asked) {
    StorageType[] disks = {StorageType.DISK};
    return isAllDisk(asked)
        ? null
        : new BlockStoragePolicy(asked.getId(), NAME, disks, FALLBACKS, FALLBACKS);
  }

  @SuppressWarnings("ReferenceEquality") // another's policy may have that name
  boolean isOurs(BlockStoragePolicy policy) {
    return policy != null && policy.getName() == NAME;
  }

  /**
   * How many of so many replicas a policy wants on fast media, as its chooseStorageTypes tells, but
   * without a list: this is counted for each block.
   */
  static int fast(BlockStoragePolicy policy, int replicas) {
    StorageType[] types = policy.getStorageTypes();
    int fast = 0;
    int listed = 0;
    for (int i = 0; i < types.length && listed < replicas; i++) {
      if (!types[i].isTransient()) {
        listed++;
        fast += isFast(types[i]) ? 1 : 0;
      }
    }
    StorageType last = types[types.length - 1];
    return isFast(last) && !last.isTransient() ? fast + replicas - listed : fast;
  }

  static boolean isFast(StorageType type) {
    return type != StorageType.DISK && type != StorageType.ARCHIVE;
  }

  /** A policy that HDFS does not know is HDFS's to deal with: it takes it for its default. */
  private static boolean isAllDisk(BlockStoragePolicy policy) {
    if (policy == null) {
      return true;
    }
    StorageType[] types = policy.getStorageTypes();
    return types.length == 1 && types[0] == StorageType.DISK;
  }

  private static BlockStoragePolicy make(List<Medium> media) {
    StorageType[] types =
        media.stream()
            .limit(MAX_TYPES)
            .map(medium -> StorageType.valueOf(medium.name()))
            .toArray(StorageType[]::new);
    return new BlockStoragePolicy(
        HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED, NAME, types, FALLBACKS, FALLBACKS);
  }
}
