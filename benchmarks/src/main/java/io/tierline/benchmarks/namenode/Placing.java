/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.namenode.LineageBlockPlacementPolicy;
import io.tierline.ldm.namenode.PaperLdm;
import io.tierline.ldm.namenode.RatedTopology;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperCluster;

/** A contender's placement policy by itself, on the cluster that {@link Throughput} has too. */
final class Placing {
  private static final int REPLICAS = 3;

  private final PaperCluster cluster;
  private final BlockPlacementPolicy policy;
  private final BlockStoragePolicy storage;
  private final Datasets datasets;
  private final boolean managed;

  private Placing(
      PaperCluster cluster, BlockPlacementPolicy policy, Datasets datasets, Contender contender) {
    this.cluster = cluster;
    this.policy = policy;
    this.datasets = datasets;
    this.managed = contender.managed();
    this.storage =
        BlockStoragePolicySuite.createDefaultSuite().getPolicy(contender.policy().name());
  }

  static Placing of(Settings settings) throws LineageException {
    boolean ours = settings.contender().ours();
    Datasets datasets = new Datasets(settings.datasets());
    PaperCluster cluster =
        new PaperCluster(
            ServedNameNode.NODES,
            ServedNameNode.RACKS,
            ours ? RatedTopology.class : DFSNetworkTopology.class);
    BlockPlacementPolicy policy =
        ours ? cluster.use(new LineageBlockPlacementPolicy()) : cluster.stock();
    if (ours) {
      PaperLdm.attach(cluster.topology(), cluster.nodes(), datasets.paths());
    }
    return new Placing(cluster, policy, datasets, settings.contender());
  }

  String path(int number) {
    return datasets.file(number, managed);
  }

  /** Places a block of the file of that number. */
  void place(int number) {
    place(path(number), number);
  }

  /** Places a block that a DataNode, known by the number, writes under that path. */
  void place(String path, int number) {
    int found =
        PaperCluster.targets(
                policy, path, REPLICAS, cluster.nodes().get(number % ServedNameNode.NODES), storage)
            .length;
    if (found != REPLICAS) {
      throw new IllegalStateException("only " + found + " targets for " + path);
    }
  }
}
