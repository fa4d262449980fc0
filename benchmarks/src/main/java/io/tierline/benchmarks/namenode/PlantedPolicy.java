/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/**
 * Stock's placement, slower by a time that is known: a benchmark that does not find it tells
 * nothing. HDFS makes the policy, so what it is told is of the whole process.
 */
public final class PlantedPolicy extends BlockPlacementPolicyDefault {
  private static volatile long nanos;

  /** Has every choice for a new block take so much longer from now on. */
  static void plant(long more) {
    nanos = more;
  }

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
    DatanodeStorageInfo[] targets =
        super.chooseTarget(
            srcPath,
            numOfReplicas,
            writer,
            chosen,
            returnChosenNodes,
            excludedNodes,
            blocksize,
            storagePolicy,
            flags);
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return targets;
  }
}
