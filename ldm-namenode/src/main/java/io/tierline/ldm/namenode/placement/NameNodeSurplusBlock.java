/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import java.util.Collection;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.JustAdded;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INode;

/** Surplus replicas in a NameNode of this process: of a block that has just got a replica. */
public final class NameNodeSurplusBlock implements SurplusBlock {
  private final FSNamesystem namesystem;

  public NameNodeSurplusBlock(FSNamesystem namesystem) {
    this.namesystem = namesystem;
  }

  @Override
  public Optional<Known> find(
      Collection<DatanodeStorageInfo> candidates, int replicas, DatanodeDescriptor added) {
    BlockManager blocks = namesystem.getBlockManager();
    BlockInfo block = JustAdded.find(blocks, candidates, replicas, added);
    INode file =
        block == null ? null : namesystem.getFSDirectory().getInode(block.getBlockCollectionId());
    return file == null
        ? Optional.empty()
        : Optional.of(new Known(block.getBlockId(), file.getFullPathName()));
  }
}
