/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.net.Node;

/**
 * The stock policy with one seam: a subclass may replace the storage types that a block's replicas
 * are wanted on. Which nodes carry them, the rack rule, the checks of a good target and the
 * fallbacks for types that are missing all stay with {@link BlockPlacementPolicyDefault}, so
 * replica count and rack rule are the host's own in every case.
 *
 * <p>Whatever goes wrong in the subclass, or when its wish yields fewer targets than asked for, the
 * call is answered again exactly as stock would have answered it.
 */
@InterfaceAudience.Private
public abstract class RetypingBlockPlacementPolicy extends BlockPlacementPolicyDefault {
  /** Created by reflection, as every policy is. */
  protected RetypingBlockPlacementPolicy() {}

  /**
   * The storage policy to use instead of the file's own, or null to leave the call to stock.
   * Implementations must not throw.
   *
   * @param src the path the block is allocated under
   * @param replicas how many replicas the block will have, with those chosen already
   * @param writer who writes it; null when not known
   * @param asked the file's own storage policy
   * @param retry true when this is a new block whose writer could not reach, or was turned away by,
   *     targets it was given before
   */
  protected abstract BlockStoragePolicy retype(
      String src, int replicas, Node writer, BlockStoragePolicy asked, boolean retry);

  /**
   * Told of targets found by a replaced policy. Must not throw.
   *
   * @param wanted the policy that replaced the file's own
   * @param others replicas that the block has besides the targets
   */
  protected abstract void retyped(
      BlockStoragePolicy wanted, List<DatanodeStorageInfo> others, DatanodeStorageInfo[] targets);

  /** Told that a replaced policy was given up: it threw (cause) or found too few (null). */
  protected abstract void gaveUp(RuntimeException cause);

  @Override
  public DatanodeStorageInfo[] chooseTarget(
      String srcPath,
      int numOfReplicas,
      Node writer,
      List<DatanodeStorageInfo> chosen,
      boolean returnChosenNodes,
      Set<Node> excludedNodes,
      long blocksize,
      BlockStoragePolicy storagePolicy,
      EnumSet<AddBlockFlag> flags) {
    int alreadyThere = chosen == null ? 0 : chosen.size();
    boolean retry = alreadyThere == 0 && isRetry(excludedNodes);
    BlockStoragePolicy wanted =
        retype(srcPath, alreadyThere + numOfReplicas, writer, storagePolicy, retry);
    Call call =
        (policy, excluded) ->
            super.chooseTarget(
                srcPath,
                numOfReplicas,
                writer,
                chosen,
                returnChosenNodes,
                excluded,
                blocksize,
                policy,
                flags);
    if (wanted == null) {
      return call.with(storagePolicy, excludedNodes);
    }
    List<DatanodeStorageInfo> others =
        returnChosenNodes || chosen == null ? List.of() : List.copyOf(chosen);
    int enough = reachable(alreadyThere + numOfReplicas) - others.size();
    return guarded(wanted, others, enough, call, storagePolicy, excludedNodes);
  }

  /** New blocks with favoured nodes do not come through the form above. */
  @Override
  DatanodeStorageInfo[] chooseTarget(
      String src,
      int numOfReplicas,
      Node writer,
      Set<Node> excludedNodes,
      long blocksize,
      List<DatanodeDescriptor> favoredNodes,
      BlockStoragePolicy storagePolicy,
      EnumSet<AddBlockFlag> flags) {
    Call call =
        (policy, excluded) ->
            super.chooseTarget(
                src, numOfReplicas, writer, excluded, blocksize, favoredNodes, policy, flags);
    boolean favoured = favoredNodes != null && !favoredNodes.isEmpty();
    BlockStoragePolicy wanted =
        favoured ? retype(src, numOfReplicas, writer, storagePolicy, isRetry(excludedNodes)) : null;
    if (wanted == null) {
      return call.with(storagePolicy, excludedNodes);
    }
    int enough = reachable(numOfReplicas);
    return guarded(wanted, List.of(), enough, call, storagePolicy, excludedNodes);
  }

  /**
   * Stock never finds more targets than there are nodes: some files ask for ten replicas anyway.
   */
  private int reachable(int replicas) {
    return Math.min(replicas, clusterMap.getNumOfLeaves());
  }

  private static boolean isRetry(Set<Node> excludedNodes) {
    return excludedNodes != null && !excludedNodes.isEmpty();
  }

  /** One way of asking stock, open in the two things that may change between two tries. */
  private interface Call {
    DatanodeStorageInfo[] with(BlockStoragePolicy policy, Set<Node> excludedNodes);
  }

  private DatanodeStorageInfo[] guarded(
      BlockStoragePolicy wanted,
      List<DatanodeStorageInfo> others,
      int enough,
      Call call,
      BlockStoragePolicy asked,
      Set<Node> excludedNodes) {
    // Stock adds to the excluded nodes as it goes, so a second try needs them as they were.
    Set<Node> untouched = excludedNodes == null ? null : new HashSet<>(excludedNodes);
    DatanodeStorageInfo[] targets = null;
    RuntimeException failure = null;
    try {
      targets = call.with(wanted, excludedNodes);
    } catch (RuntimeException e) {
      failure = e;
    }
    if (targets != null && targets.length >= enough) {
      retyped(wanted, others, targets);
      return targets;
    }
    gaveUp(failure);
    DatanodeStorageInfo[] stock = call.with(asked, untouched);
    return targets != null && targets.length >= stock.length ? targets : stock;
  }
}
