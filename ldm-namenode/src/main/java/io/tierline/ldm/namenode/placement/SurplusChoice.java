/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import io.tierline.ldm.kept.LeavingDatasets;
import io.tierline.ldm.migration.MovesInFlight;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.state.StateStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** Which replica goes when a block of ours has one too many. */
public final class SurplusChoice {
  private final LineageRegistry registry;
  private final LdmMetrics metrics;
  private final MovesInFlight movesInFlight = new MovesInFlight();
  private volatile SurplusBlock surplusBlock = SurplusBlock.UNKNOWN;
  private volatile LeavingDatasets leaving = new LeavingDatasets(StateStore.NOWHERE);

  SurplusChoice(LineageRegistry registry, LdmMetrics metrics) {
    this.registry = registry;
    this.metrics = metrics;
  }

  /** Asks there which block a surplus replica belongs to. */
  public void knowsBlocks(SurplusBlock blocks) {
    surplusBlock = blocks;
  }

  /** Asks there whether a path was managed and may still have replicas on a fast tier. */
  public void knowsWhatLeaves(LeavingDatasets datasets) {
    leaving = datasets;
  }

  /** Replicas that migration is moving now. */
  public MovesInFlight movesInFlight() {
    return movesInFlight;
  }

  /** Whether anything that has left the lineage may still have fast replicas. */
  boolean knowsOfLeaving() {
    return !leaving.isEmpty();
  }

  /** Whether one of our moves under way goes from there to there. */
  boolean isWayOfOurs(DatanodeDescriptor from, DatanodeDescriptor to) {
    return to != null && movesInFlight.hasAny(from.getDatanodeUuid(), to.getDatanodeUuid());
  }

  /**
   * The storage types that a surplus replica of a block is to be taken from, or null when stock is
   * to choose: the block is not ours, or it is not known. Asked under the lock of the namesystem.
   *
   * <p>What has left the lineage is ours until its fast replicas are gone: a surplus that the rack
   * rule keeps would keep it from being moved down.
   */
  List<StorageType> types(
      Collection<DatanodeStorageInfo> candidates,
      int replicas,
      List<StorageType> excess,
      DatanodeDescriptor added,
      DatanodeDescriptor hint) {
    SurplusBlock.Known block = surplusBlock.find(candidates, replicas, added).orElse(null);
    if (block == null) {
      return null;
    }
    if (hint != null) {
      boolean isOurMove =
          movesInFlight.has(hint.getDatanodeUuid(), added.getDatanodeUuid(), block.id());
      return isOurMove ? SurplusTypes.andTypeOn(hint, excess, candidates) : null;
    }
    if (registry.view().find(block.path()) == null) {
      return leaving.covers(block.path()) ? new ArrayList<>(excess) : null;
    }
    List<StorageType> kept = SurplusTypes.keepingLastFast(excess, candidates, replicas);
    if (kept != excess) {
      metrics.surplusFastKept.incr();
    }
    // Stock takes elements from the list it is given.
    return new ArrayList<>(kept);
  }
}
