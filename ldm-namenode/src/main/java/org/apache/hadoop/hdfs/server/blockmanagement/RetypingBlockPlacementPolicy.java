/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.net.Node;

/**
 * The stock policy with one seam: a subclass may replace the storage types that a block's replicas
 * are wanted on, that of the writer's own node first. Stock fills the fastest types first, wherever
 * they are named; so of that node it is told of no other type, if that has room there. Which nodes
 * carry them, the rack rule, the checks of a good target and the fallbacks for types that are
 * missing all stay with {@link BlockPlacementPolicyDefault}, so replica count and rack rule are the
 * host's own in every case.
 *
 * <p>Whatever goes wrong in the subclass or here, errors included, or when the wish yields fewer
 * targets than asked for, the call is answered exactly as stock would have answered it. What stock
 * throws in answering its own question is its caller's, unchanged, and stock is not asked again.
 * Asked by a replaced policy it may throw because of that policy, so then its own question follows;
 * but an error such as OutOfMemoryError is not of our making and goes through.
 */
@InterfaceAudience.Private
public abstract class RetypingBlockPlacementPolicy extends BlockPlacementPolicyDefault {
  private static final String WISHING = "deciding where a block is placed";

  /**
   * What always finds room. Stock gives up nodes whose fast volumes are full for disks as well. So
   * by a policy with both it may find too few, by ours as by ONE_SSD, which our directories carry.
   */
  private static final BlockStoragePolicy ON_DISKS =
      new BlockStoragePolicy(
          HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED,
          "TIERLINE_DISKS",
          new StorageType[] {StorageType.DISK},
          new StorageType[] {},
          new StorageType[] {});

  /**
   * Whether this thread is asking stock by a replaced policy now. Each thread keeps its own for
   * good: to set a value and to take it away again costs more than all the rest here.
   */
  private final ThreadLocal<Asking> asking = ThreadLocal.withInitial(Asking::new);

  private final Retries retries = new Retries();

  private static final class Asking {
    private boolean replaced;

    /** Who writes, and what his own node is to take; counts while it is replaced. */
    private Node writer;

    private StorageType first;
  }

  /** Created by reflection, as every policy is. */
  protected RetypingBlockPlacementPolicy() {}

  /**
   * The storage policy to use instead of the file's own, or null to leave the call to stock.
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

  /** Told of each new block whose writer asks for the first time. Must not throw. */
  protected void asked(
      String src, int replicas, Node writer, BlockStoragePolicy asked, long bytes) {}

  /**
   * Told of targets found by a replaced policy.
   *
   * @param wanted the policy that replaced the file's own
   * @param others replicas that the block has besides the targets
   */
  protected abstract void retyped(
      BlockStoragePolicy wanted, List<DatanodeStorageInfo> others, DatanodeStorageInfo[] targets);

  /**
   * Whether a replaced policy may not put a replica on that storage type of the node, as if it had
   * no room there. Must not block or take long.
   *
   * @param bytes length of a whole block
   */
  protected abstract boolean refuses(DatanodeDescriptor node, StorageType type, long bytes);

  /** Told of each replica that a replaced policy has added. */
  protected abstract void added(DatanodeStorageInfo target);

  /**
   * Told of each replica that is to be written, whoever chose its place.
   *
   * @param bytes length of a whole block
   */
  protected abstract void given(DatanodeStorageInfo target, long bytes);

  /** Told that a replaced policy was given up: it threw (cause) or found too few (null). */
  protected abstract void gaveUp(Throwable cause);

  /** Told of what the subclass, or this class, has thrown. Must not throw. */
  protected abstract void failed(String what, Throwable fault);

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
    Wish wish = null;
    // Stock adds what it finds to the list it is given. A storage that is gone is null there, which
    // is for stock to refuse.
    List<DatanodeStorageInfo> before =
        chosen == null || chosen.isEmpty() ? List.of() : new ArrayList<>(chosen);
    try {
      int alreadyThere = before.size();
      boolean retry = alreadyThere == 0 && isRetry(srcPath, excludedNodes);
      if (alreadyThere == 0 && !retry) {
        asked(srcPath, numOfReplicas, writer, storagePolicy, blocksize);
      }
      int replicas = alreadyThere + numOfReplicas;
      BlockStoragePolicy wanted = retype(srcPath, replicas, writer, storagePolicy, retry);
      if (wanted != null) {
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
        Set<Node> untouched = copy(excludedNodes);
        Rest rest =
            found ->
                super.chooseTarget(
                    srcPath,
                    numOfReplicas - found.length,
                    writer,
                    new ArrayList<>(List.of(found)),
                    true,
                    copy(untouched),
                    blocksize,
                    ON_DISKS,
                    flags);
        List<DatanodeStorageInfo> others = returnChosenNodes ? List.of() : before;
        wish = new Wish(wanted, writer, others, before, replicas, call, rest, untouched);
      }
    } catch (RuntimeException | Error e) {
      wish = null;
      failed(WISHING, e);
    }
    DatanodeStorageInfo[] targets =
        wish != null
            ? fulfilled(wish, storagePolicy, excludedNodes)
            : super.chooseTarget(
                srcPath,
                numOfReplicas,
                writer,
                chosen,
                returnChosenNodes,
                excludedNodes,
                blocksize,
                storagePolicy,
                flags);
    tellGiven(targets, before, blocksize);
    return targets;
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
    Wish wish = null;
    try {
      boolean favoured = favoredNodes != null && !favoredNodes.isEmpty();
      BlockStoragePolicy wanted =
          favoured
              ? retype(src, numOfReplicas, writer, storagePolicy, isRetry(src, excludedNodes))
              : null;
      if (wanted != null) {
        Call call =
            (policy, excluded) ->
                super.chooseTarget(
                    src, numOfReplicas, writer, excluded, blocksize, favoredNodes, policy, flags);
        wish =
            new Wish(
                wanted,
                writer,
                List.of(),
                List.of(),
                numOfReplicas,
                call,
                found -> found,
                copy(excludedNodes));
      }
    } catch (RuntimeException | Error e) {
      wish = null;
      failed(WISHING, e);
    }
    if (wish != null) {
      DatanodeStorageInfo[] targets = fulfilled(wish, storagePolicy, excludedNodes);
      tellGiven(targets, List.of(), blocksize);
      return targets;
    }
    return super.chooseTarget(
        src, numOfReplicas, writer, excludedNodes, blocksize, favoredNodes, storagePolicy, flags);
  }

  @Override
  DatanodeStorageInfo chooseStorage4Block(
      DatanodeDescriptor node,
      long blockSize,
      List<DatanodeStorageInfo> results,
      StorageType storageType) {
    boolean refused = false;
    try {
      Asking now = asking.get();
      refused =
          now.replaced
              && (refuses(node, storageType, blockSize)
                  || (node == now.writer
                      && results.isEmpty()
                      && storageType != now.first
                      && hasRoom(node, blockSize, now.first)));
    } catch (RuntimeException | Error e) {
      failed("asking whether an SSD may be written to", e);
    }
    return refused ? null : super.chooseStorage4Block(node, blockSize, results, storageType);
  }

  /** Stock adds what it finds to the list that it is given. */
  private boolean hasRoom(DatanodeDescriptor node, long blockSize, StorageType type) {
    return super.chooseStorage4Block(node, blockSize, new ArrayList<>(), type) != null;
  }

  /**
   * Stock never finds more targets than there are nodes: some files ask for ten replicas anyway.
   */
  private boolean isEnough(int replicas, int wanted) {
    return replicas >= wanted || replicas >= clusterMap.getNumOfLeaves();
  }

  private boolean isRetry(String src, Set<Node> excludedNodes) {
    return retries.isOne(src, excludedNodes == null ? 0 : excludedNodes.size());
  }

  private static Set<Node> copy(Set<Node> nodes) {
    return nodes == null ? null : new HashSet<>(nodes);
  }

  /** One way of asking stock, open in the two things that may change between two tries. */
  private interface Call {
    DatanodeStorageInfo[] with(BlockStoragePolicy policy, Set<Node> excludedNodes);
  }

  /** Finds disks for the replicas that a new block lacks beside those that were found. */
  private interface Rest {
    DatanodeStorageInfo[] beside(DatanodeStorageInfo[] found);
  }

  /**
   * What stock is to be asked instead.
   *
   * @param policy in place of the file's own
   * @param writer who writes it; null when not known
   * @param others replicas that the block has and that are not among the targets
   * @param before all replicas that the block has
   * @param replicas that the block is to have with all of these
   * @param rest finds disks for what a new block lacks
   * @param untouched the excluded nodes: stock adds to them as it goes, and a second try needs them
   *     as they were
   */
  private record Wish(
      BlockStoragePolicy policy,
      Node writer,
      List<DatanodeStorageInfo> others,
      List<DatanodeStorageInfo> before,
      int replicas,
      Call call,
      Rest rest,
      Set<Node> untouched) {}

  private DatanodeStorageInfo[] fulfilled(
      Wish wish, BlockStoragePolicy asked, Set<Node> excludedNodes) {
    DatanodeStorageInfo[] targets = null;
    Throwable failure = null;
    Asking now = asking.get();
    now.replaced = true;
    now.writer = wish.writer();
    now.first = wish.policy().getStorageTypes()[0];
    try {
      targets = wish.call().with(wish.policy(), excludedNodes);
      boolean isNew = wish.before().isEmpty();
      if (isNew && targets.length > 0 && !isEnough(targets.length, wish.replicas())) {
        targets = more(targets, wish.rest().beside(targets));
      }
    } catch (RuntimeException | LinkageError e) {
      failure = e;
    } finally {
      now.replaced = false;
    }
    boolean isEnough =
        targets != null && isEnough(wish.others().size() + targets.length, wish.replicas());
    try {
      if (isEnough) {
        tell(wish, targets);
      } else {
        gaveUp(failure);
      }
    } catch (RuntimeException | Error e) {
      failed("noting where a block was placed", e);
    }
    if (isEnough) {
      return targets;
    }
    boolean mayBeTrapped = asked != null && asked.getStorageTypes()[0] != StorageType.DISK;
    DatanodeStorageInfo[] stock =
        wish.call().with(mayBeTrapped ? ON_DISKS : asked, copy(wish.untouched()));
    if (mayBeTrapped && !isEnough(wish.others().size() + stock.length, wish.replicas())) {
      stock = more(stock, wish.call().with(asked, wish.untouched()));
    }
    return targets == null ? stock : more(targets, stock);
  }

  private static DatanodeStorageInfo[] more(
      DatanodeStorageInfo[] one, DatanodeStorageInfo[] other) {
    return one.length >= other.length ? one : other;
  }

  private void tellGiven(
      DatanodeStorageInfo[] targets, List<DatanodeStorageInfo> before, long bytes) {
    try {
      for (DatanodeStorageInfo target : targets) {
        if (before.isEmpty() || !before.contains(target)) {
          given(target, bytes);
        }
      }
    } catch (RuntimeException | Error e) {
      failed("counting what was placed", e);
    }
  }

  private void tell(Wish wish, DatanodeStorageInfo[] targets) {
    retyped(wish.policy(), wish.others(), targets);
    for (DatanodeStorageInfo target : targets) {
      if (!wish.before().contains(target)) {
        added(target);
      }
    }
  }
}
