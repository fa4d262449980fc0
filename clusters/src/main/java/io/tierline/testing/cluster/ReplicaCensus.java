/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Where every block of a file or a directory lies, block by block, as the NameNode knows it.
 *
 * @param blocks in the order of files and of the blocks in them
 */
public record ReplicaCensus(List<BlockReplicas> blocks) {
  /** Copies the list; the record is immutable. */
  public ReplicaCensus {
    blocks = List.copyOf(blocks);
  }

  /**
   * Lists the data below a path. Hidden files (names that start with {@code _} or {@code .}) are
   * left out as MapReduce leaves them out: nobody's input, and TeraSort writes its partition file
   * with a replication of its own.
   *
   * @throws IOException when the path does not exist or the NameNode cannot be asked
   */
  public static ReplicaCensus of(DistributedFileSystem fileSystem, Path path) throws IOException {
    List<BlockReplicas> blocks = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> files = fileSystem.listFiles(path, true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      if (!isHidden(file.getPath())) {
        addBlocks(fileSystem, file, blocks);
      }
    }
    blocks.sort(Comparator.comparing(BlockReplicas::file).thenComparingInt(BlockReplicas::index));
    return new ReplicaCensus(blocks);
  }

  private static boolean isHidden(Path file) {
    return file.getName().startsWith("_") || file.getName().startsWith(".");
  }

  private static void addBlocks(
      DistributedFileSystem fileSystem, LocatedFileStatus file, List<BlockReplicas> blocks)
      throws IOException {
    Path path = Path.getPathWithoutSchemeAndAuthority(file.getPath());
    int index = 0;
    for (LocatedBlock block :
        fileSystem
            .getClient()
            .getLocatedBlocks(path.toString(), 0, file.getLen())
            .getLocatedBlocks()) {
      blocks.add(
          new BlockReplicas(
              path, index++, block.getBlock().getBlockId(), block.getBlockSize(), replicas(block)));
    }
  }

  private static List<BlockReplicas.Replica> replicas(LocatedBlock block) {
    List<BlockReplicas.Replica> replicas = new ArrayList<>();
    for (DatanodeInfoWithStorage at : block.getLocations()) {
      replicas.add(
          new BlockReplicas.Replica(
              at.getStorageType(), at.getXferAddr(), at.getNetworkLocation(), at.getStorageID()));
    }
    return replicas;
  }

  /** The blocks' ids, to be joined with what was read. */
  public Set<Long> blockIds() {
    Set<Long> ids = new HashSet<>();
    blocks.forEach(block -> ids.add(block.blockId()));
    return ids;
  }

  /** The bytes of all blocks, each counted once. */
  public long bytes() {
    return blocks.stream().mapToLong(BlockReplicas::bytes).sum();
  }

  /** Replicas per tier, over all blocks; tiers that hold none are left out. */
  public Map<StorageType, Integer> replicasPerTier() {
    Map<StorageType, Integer> counts = new EnumMap<>(StorageType.class);
    for (BlockReplicas block : blocks) {
      block.replicas().forEach(replica -> counts.merge(replica.tier(), 1, Integer::sum));
    }
    return counts;
  }
}
