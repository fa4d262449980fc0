/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.RetypingBlockPlacementPolicy;
import org.apache.hadoop.net.Node;

/**
 * The block placement policy of LDM ({@code dfs.block.replicator.classname}): the stock policy,
 * told for managed paths which storage types the replicas belong on. New blocks, additional
 * DataNodes in a pipeline, re-replication, favoured nodes and WebHDFS all come through the same
 * seam; unmanaged paths, and everything while no {@link LdmService} runs, are stock.
 */
@InterfaceAudience.LimitedPrivate("HDFS")
public class LineageBlockPlacementPolicy extends RetypingBlockPlacementPolicy {
  private final LdmInstances.Link link = new LdmInstances.Link();

  /** Created by HDFS through reflection; holds nothing until it is first asked. */
  public LineageBlockPlacementPolicy() {}

  @Override
  protected BlockStoragePolicy retype(
      String src, int replicas, Node writer, BlockStoragePolicy asked, boolean retry) {
    PlacementAdvisor advisor = link.get(clusterMap);
    return advisor == null ? null : advisor.advise(src, replicas, writer, asked, retry);
  }

  @Override
  protected void retyped(
      BlockStoragePolicy wanted, List<DatanodeStorageInfo> others, DatanodeStorageInfo[] targets) {
    PlacementAdvisor advisor = link.get(clusterMap);
    if (advisor != null) {
      advisor.placed(wanted, others, targets);
    }
  }

  @Override
  protected boolean refuses(DatanodeDescriptor node, StorageType type) {
    PlacementAdvisor advisor = link.get(clusterMap);
    return advisor != null && type == StorageType.SSD && advisor.isWorn(node.getDatanodeUuid());
  }

  @Override
  protected void added(DatanodeStorageInfo target) {
    PlacementAdvisor advisor = link.get(clusterMap);
    if (advisor != null && target.getStorageType() == StorageType.SSD) {
      advisor.writing(target.getDatanodeDescriptor().getDatanodeUuid());
    }
  }

  @Override
  protected void gaveUp(RuntimeException cause) {
    PlacementAdvisor advisor = link.get(clusterMap);
    if (advisor != null) {
      advisor.gaveUp(cause);
    }
  }

  /**
   * Takes a surplus from the disks while a block has a single fast replica, unless a mover named
   * the replica to delete. HDFS tells neither the path nor the block here, and counts a fast
   * replica as the surplus one wherever the file's storage policy does not ask for it: without
   * this, setting a file's replication from 4 to 3 would throw away the replica that its reader
   * wants. While migration moves a replica, the old copy is the surplus one, of whatever type.
   *
   * <p>Where the rack rule keeps every replica of the surplus types, HDFS deletes none, and the
   * block has one too many for good: a DISK alone on its rack, and of three SSDs on the other one
   * the last came while the node of another was taken for dead. Then one of any type goes.
   */
  @Override
  public List<DatanodeStorageInfo> chooseReplicasToDelete(
      Collection<DatanodeStorageInfo> availableReplicas,
      Collection<DatanodeStorageInfo> delCandidates,
      int expectedNumOfReplicas,
      List<StorageType> excessTypes,
      DatanodeDescriptor addedNode,
      DatanodeDescriptor delNodeHint) {
    List<StorageType> types = excessTypes;
    PlacementAdvisor advisor = link.get(clusterMap);
    if (advisor != null && delNodeHint == null && advisor.hasLineage()) {
      types = SurplusTypes.keepingLastFast(excessTypes, delCandidates, expectedNumOfReplicas);
      if (types != excessTypes) {
        advisor.metrics().surplusFastKept.incr();
      }
    } else if (advisor != null && isOurMove(advisor, delNodeHint, addedNode)) {
      types = SurplusTypes.andTypeOn(delNodeHint, excessTypes, delCandidates);
    }
    List<DatanodeStorageInfo> chosen =
        super.chooseReplicasToDelete(
            availableReplicas,
            delCandidates,
            expectedNumOfReplicas,
            new ArrayList<>(types),
            addedNode,
            delNodeHint);
    int wanted = delCandidates.size() - expectedNumOfReplicas;
    if (chosen.size() >= wanted || advisor == null || !advisor.hasLineage()) {
      return chosen;
    }
    List<DatanodeStorageInfo> ofAnyType =
        super.chooseReplicasToDelete(
            availableReplicas,
            delCandidates,
            expectedNumOfReplicas,
            SurplusTypes.all(delCandidates),
            addedNode,
            delNodeHint);
    advisor.metrics().surplusOfOtherTypes.incr(ofAnyType.size() - chosen.size());
    return ofAnyType;
  }

  private static boolean isOurMove(
      PlacementAdvisor advisor, DatanodeDescriptor from, DatanodeDescriptor to) {
    return from != null
        && to != null
        && advisor.movesInFlight().has(from.getDatanodeUuid(), to.getDatanodeUuid());
  }
}
