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
import org.apache.hadoop.fs.StorageType;
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
  /** Whether this thread is asking stock by a replaced policy now. */
  private final ThreadLocal<Boolean> replaced = new ThreadLocal<>();

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

  /**
   * Whether a replaced policy may not put a replica on that storage type of the node, as if it had
   * no room there. Must not throw, block or take long.
   */
  protected abstract boolean refuses(DatanodeDescriptor node, StorageType type);

  /** Told of each replica that a replaced policy has added. Must not throw. */
  protected abstract void added(DatanodeStorageInfo target);

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
    // Stock adds what it finds to the list it is given.
    List<DatanodeStorageInfo> before = chosen == null ? List.of() : List.copyOf(chosen);
    List<DatanodeStorageInfo> others = returnChosenNodes ? List.of() : before;
    int enough = reachable(alreadyThere + numOfReplicas) - others.size();
    return guarded(wanted, others, before, enough, call, storagePolicy, excludedNodes);
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
    return guarded(wanted, List.of(), List.of(), enough, call, storagePolicy, excludedNodes);
  }

  @Override
  DatanodeStorageInfo chooseStorage4Block(
      DatanodeDescriptor node,
      long blockSize,
      List<DatanodeStorageInfo> results,
      StorageType storageType) {
    boolean refused = replaced.get() != null && refuses(node, storageType);
    return refused ? null : super.chooseStorage4Block(node, blockSize, results, storageType);
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
      List<DatanodeStorageInfo> before,
      int enough,
      Call call,
      BlockStoragePolicy asked,
      Set<Node> excludedNodes) {
    // Stock adds to the excluded nodes as it goes, so a second try needs them as they were.
    Set<Node> untouched = excludedNodes == null ? null : new HashSet<>(excludedNodes);
    DatanodeStorageInfo[] targets = null;
    RuntimeException failure = null;
    replaced.set(true);
    try {
      targets = call.with(wanted, excludedNodes);
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      replaced.remove();
    }
    if (targets != null && targets.length >= enough) {
      retyped(wanted, others, targets);
      for (DatanodeStorageInfo target : targets) {
        if (!before.contains(target)) {
          added(target);
        }
      }
      return targets;
    }
    gaveUp(failure);
    DatanodeStorageInfo[] stock = call.with(asked, untouched);
    return targets != null && targets.length >= stock.length ? targets : stock;
  }
}
