/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.namenode.placement.NodeRoom;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.placement.SurplusBlock;
import io.tierline.ldm.namenode.placement.SurplusTypes;
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
  private static final String SURPLUS = "choosing a surplus replica";

  private final LdmInstances.Link link = new LdmInstances.Link();

  /** Created by HDFS through reflection; holds nothing until it is first asked. */
  public LineageBlockPlacementPolicy() {}

  @Override
  protected void asked(
      String src, int replicas, Node writer, BlockStoragePolicy asked, long bytes) {
    try {
      PlacementAdvisor advisor = link.get(clusterMap);
      if (advisor != null && advisor.isShadow()) {
        advisor.shadowed(src, replicas, writer, asked, bytes);
      }
    } catch (RuntimeException | Error e) {
      failed("counting a block in shadow mode", e);
    }
  }

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
  protected boolean refuses(DatanodeDescriptor node, StorageType type, long bytes) {
    if (type == StorageType.DISK) {
      return false;
    }
    PlacementAdvisor advisor = link.get(clusterMap);
    return advisor != null
        && ((type == StorageType.SSD && advisor.isWorn(node.getDatanodeUuid()))
            || NodeRoom.isFull(node, type, bytes, advisor.unreported()));
  }

  @Override
  protected void added(DatanodeStorageInfo target) {
    PlacementAdvisor advisor = link.get(clusterMap);
    if (advisor != null && target.getStorageType() == StorageType.SSD) {
      advisor.writing(target.getDatanodeDescriptor().getDatanodeUuid());
    }
  }

  @Override
  protected void given(DatanodeStorageInfo target, long bytes) {
    if (target.getStorageType() != StorageType.DISK) {
      PlacementAdvisor advisor = link.get(clusterMap);
      if (advisor != null) {
        advisor.given(target, bytes);
      }
    }
  }

  @Override
  protected void gaveUp(Throwable cause) {
    PlacementAdvisor advisor = link.get(clusterMap);
    if (advisor != null) {
      advisor.gaveUp(cause);
    }
  }

  @Override
  protected void failed(String what, Throwable fault) {
    link.failed(clusterMap, what, fault);
  }

  /**
   * Chooses as stock does, but for a block that is known to be ours: one of a managed path that has
   * just got a replica too many, or one that migration is moving. HDFS tells neither path nor block
   * here; {@link SurplusBlock} says when it can be known, and where it cannot, stock's choice
   * stands.
   *
   * <p>A managed block gives a surplus from the disks while it has a single fast replica, which
   * HDFS counts as the surplus one wherever the file's storage policy does not ask for it: as when
   * a node comes back that was taken for dead. While migration moves a replica, the old copy is the
   * surplus one, of whatever type.
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
    List<StorageType> types = null;
    List<StorageType> any = null;
    PlacementAdvisor advisor = null;
    try {
      advisor = link.get(clusterMap);
      if (advisor != null) {
        types =
            advisor.surplusTypes(
                delCandidates, expectedNumOfReplicas, excessTypes, addedNode, delNodeHint);
        any = types == null ? null : SurplusTypes.all(delCandidates);
      }
    } catch (RuntimeException | Error e) {
      failed(SURPLUS, e);
    }
    if (any == null) {
      return super.chooseReplicasToDelete(
          availableReplicas,
          delCandidates,
          expectedNumOfReplicas,
          excessTypes,
          addedNode,
          delNodeHint);
    }
    List<DatanodeStorageInfo> chosen = null;
    try {
      chosen =
          super.chooseReplicasToDelete(
              availableReplicas,
              delCandidates,
              expectedNumOfReplicas,
              types,
              addedNode,
              delNodeHint);
      int wanted = delCandidates.size() - expectedNumOfReplicas;
      if (chosen.size() < wanted) {
        int before = chosen.size();
        chosen =
            super.chooseReplicasToDelete(
                availableReplicas,
                delCandidates,
                expectedNumOfReplicas,
                any,
                addedNode,
                delNodeHint);
        advisor.metrics().surplusOfOtherTypes.incr(chosen.size() - before);
      }
    } catch (RuntimeException | LinkageError e) {
      failed(SURPLUS, e);
    }
    return chosen != null
        ? chosen
        : super.chooseReplicasToDelete(
            availableReplicas,
            delCandidates,
            expectedNumOfReplicas,
            excessTypes,
            addedNode,
            delNodeHint);
  }
}
