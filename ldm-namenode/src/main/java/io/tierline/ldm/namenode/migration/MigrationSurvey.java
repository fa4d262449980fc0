/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import io.tierline.ldm.guard.WorkTime;
import io.tierline.ldm.migration.ManagedBlock;
import io.tierline.ldm.migration.Replica;
import io.tierline.ldm.namenode.namespace.Listing;
import io.tierline.ldm.namenode.placement.StorageMedium;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.registry.ManagedDataset;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Walks the directories of datasets and gathers the blocks that a plan may move. It lists as a
 * client would, a page at a time, so no lock of the namespace is held for longer than by any
 * listing. Files that are being written, erasure-coded, or under a storage policy that is not ours,
 * and blocks that lack replicas on nodes in service, are left out.
 */
final class MigrationSurvey {
  private static final int SLICE = 256;

  private final Listing listing;
  private final StoragePolicyAgreement agreement;
  private final Scope scope;
  private int blocksLeft;
  private final Map<String, List<ManagedBlock>> found = new HashMap<>();
  private final Set<String> unclear = new HashSet<>();

  /**
   * Which blocks matter.
   *
   * @param managed the nearest dataset that a path belongs to, as far as it counts; null for none
   * @param existing those of some roots that exist; most of many may still have to be written
   * @param onlyFast whether of a dataset only blocks with a fast replica matter, by its root
   * @param nodes DataNodes in service: no block has more replicas, whatever its file asks for
   */
  record Scope(
      Function<String, ManagedDataset> managed,
      Function<List<String>, Set<String>> existing,
      Predicate<String> onlyFast,
      long nodes) {}

  /**
   * Creates a survey.
   *
   * @param mostBlocks how many blocks, files and directories it looks at before it stops
   */
  MigrationSurvey(Listing listing, StoragePolicyAgreement agreement, Scope scope, int mostBlocks) {
    this.listing = listing;
    this.agreement = agreement;
    this.scope = scope;
    this.blocksLeft = mostBlocks;
  }

  /**
   * Walks the roots in turn.
   *
   * @return how many of them it has seen whole before its blocks were used up
   */
  int walk(List<String> roots) throws IOException {
    int done = 0;
    for (int from = 0; from < roots.size(); from += SLICE) {
      List<String> slice = roots.subList(from, Math.min(roots.size(), from + SLICE));
      Set<String> here = scope.existing().apply(slice);
      for (String root : slice) {
        if (!here.contains(root)) {
          // Of very many most are still to be written.
          found.putIfAbsent(root, List.of());
        } else {
          found.put(root, new ArrayList<>());
          if (!walkRoot(root)) {
            unclear.add(root);
            return done;
          }
        }
        done++;
      }
    }
    return done;
  }

  private boolean walkRoot(String root) throws IOException {
    Deque<String> directories = new ArrayDeque<>(List.of(root));
    while (!directories.isEmpty()) {
      WorkTime.check();
      String directory = directories.pop();
      // An empty directory costs as much as one with a file.
      blocksLeft--;
      byte[] after = HdfsFileStatus.EMPTY_NAME;
      DirectoryListing page;
      do {
        page = listing.page(directory, after, true);
        if (page == null) {
          break;
        }
        for (HdfsFileStatus status : page.getPartialListing()) {
          String path = status.getFullName(directory);
          if (status.isDirectory()) {
            directories.push(path);
          } else if (status instanceof HdfsLocatedFileStatus file) {
            add(root, path, file);
          }
        }
        after = page.getLastName();
      } while (page.hasMore() && blocksLeft > 0);
      if (blocksLeft <= 0) {
        return false;
      }
    }
    return true;
  }

  /** A path under two managed roots belongs to the nearer one. */
  private void add(String walked, String path, HdfsLocatedFileStatus file) {
    ManagedDataset dataset = scope.managed().apply(path);
    String root = dataset == null ? walked : dataset.root();
    blocksLeft--;
    if (!root.equals(walked)) {
      return;
    }
    LocatedBlocks blocks = file.getLocatedBlocks();
    boolean usable =
        blocks != null
            && !blocks.isUnderConstruction()
            && file.getErasureCodingPolicy() == null
            && agreement.mayMigrate(root, file.getStoragePolicy());
    if (!usable) {
      unclear.add(root);
      return;
    }
    for (LocatedBlock block : blocks.getLocatedBlocks()) {
      blocksLeft--;
      addBlock(root, path, file.getReplication(), block);
    }
  }

  private void addBlock(String root, String path, int replication, LocatedBlock block) {
    List<Replica> replicas = replicas(block);
    if (block.isCorrupt() || replicas.size() != Math.min(replication, scope.nodes())) {
      unclear.add(root);
      return;
    }
    boolean fast = replicas.stream().anyMatch(replica -> isFast(replica.medium()));
    if (fast || !scope.onlyFast().test(root)) {
      found
          .get(root)
          .add(
              new ManagedBlock(
                  path, block.getBlock().getBlockId(), block.getBlockSize(), replicas));
    }
  }

  private static boolean isFast(Medium medium) {
    return medium.compareTo(TierSettings.BASE) < 0;
  }

  /** Those on nodes in service; none at all when one is on a kind of storage to be left alone. */
  private static List<Replica> replicas(LocatedBlock block) {
    List<Replica> replicas = new ArrayList<>();
    StorageType[] types = block.getStorageTypes();
    DatanodeInfo[] nodes = block.getLocations();
    for (int i = 0; i < nodes.length; i++) {
      Medium medium = types[i] == null ? null : StorageMedium.of(types[i]);
      if (medium == null || medium == Medium.RAM_DISK) {
        return List.of();
      }
      if (!nodes[i].isInService()) {
        continue;
      }
      replicas.add(new Replica(nodes[i].getDatanodeUuid(), nodes[i].getNetworkLocation(), medium));
    }
    return replicas;
  }

  /** The blocks of a dataset that matter. */
  List<ManagedBlock> blocks(String root) {
    return found.getOrDefault(root, List.of());
  }

  /** True when all of it has been seen and no block has a fast replica. */
  boolean isClean(String root) {
    return found.containsKey(root)
        && !unclear.contains(root)
        && blocks(root).stream()
            .noneMatch(block -> block.replicas().stream().anyMatch(r -> isFast(r.medium())));
  }
}
