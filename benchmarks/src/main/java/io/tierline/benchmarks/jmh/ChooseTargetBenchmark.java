/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.namenode.LineageBlockPlacementPolicy;
import io.tierline.ldm.namenode.PaperLdm;
import io.tierline.ldm.namenode.RatedTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.PaperCluster;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does our placement policy cost a NameNode for each new block? 1,000 DataNodes in 40 racks,
 * each with an SSD and a DISK volume that have room; the writer is one of them, three replicas;
 * 1,000 managed datasets, each with one reader, so that one replica belongs on SSD.
 *
 * <p>{@code stock_hot} and {@code stock_one_ssd} are the stock policy under those storage policies:
 * the second asks for what ours decides. Ours runs with both its parts, policy and topology. {@code
 * ldm_unmanaged} is to cost at most 1 µs more than {@code stock_hot}; {@code ldm_managed} is not to
 * be slower.
 *
 * <pre>./tierline jmh ChooseTargetBenchmark</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@State(Scope.Thread)
public class ChooseTargetBenchmark {
  private static final int NODES = 1000;
  private static final int RACKS = 40;
  private static final int REPLICAS = 3;
  private static final int DATASETS = 1000;
  private static final int ASKED = 1 << 12;
  private static final long SEED = 7;

  /** Who chooses, and for what. */
  @Param Contender contender;

  private BlockPlacementPolicy policy;
  private BlockStoragePolicy storagePolicy;
  private List<DatanodeDescriptor> nodes;
  private String[] paths;
  private int next;

  /** Builds the cluster and the paths of the blocks to come. */
  @Setup
  public void build() throws LineageException {
    PaperCluster cluster = new PaperCluster(NODES, RACKS, contender.network);
    nodes = cluster.nodes();
    List<String> datasets = new ArrayList<>();
    for (int i = 0; i < DATASETS; i++) {
      datasets.add("/data/warehouse/team-" + i % 10 + "/table-" + i + "/day=2026-01-01");
    }
    if (contender.ours) {
      PaperLdm.attach(cluster.topology(), nodes, datasets);
      policy = cluster.use(new LineageBlockPlacementPolicy());
    } else {
      policy = cluster.stock();
    }
    storagePolicy =
        BlockStoragePolicySuite.createDefaultSuite().getPolicy(contender.storagePolicy.name());
    Random random = new Random(SEED);
    paths = new String[ASKED];
    for (int i = 0; i < ASKED; i++) {
      String dataset = datasets.get(random.nextInt(DATASETS));
      String parent = contender.managed ? dataset : dataset.replace("/day=", "/hour=");
      paths[i] =
          parent
              + "/_temporary/1/_temporary/attempt_1700000000000_0001_r_%06d_0/part-r-%05d"
                  .formatted(i, i);
    }
  }

  /** The targets of one new block. */
  @Benchmark
  public DatanodeStorageInfo[] chooseTarget() {
    int turn = next;
    next = (turn + 1) & (ASKED - 1);
    DatanodeDescriptor writer = nodes.get(turn % NODES);
    return PaperCluster.targets(policy, paths[turn], REPLICAS, writer, storagePolicy);
  }

  /** Who chooses, and for what. */
  public enum Contender {
    /** The stock policy, replicas on DISK. */
    STOCK_HOT(false, false, StoragePolicy.HOT, DFSNetworkTopology.class),
    /** The stock policy, one replica on SSD because the directory says so. */
    STOCK_ONE_SSD(false, false, StoragePolicy.ONE_SSD, DFSNetworkTopology.class),
    /** Ours, for a file of no dataset, beside one. */
    LDM_UNMANAGED(true, false, StoragePolicy.HOT, RatedTopology.class),
    /** Ours, for a file of a dataset: one replica on SSD because of its lineage. */
    LDM_MANAGED(true, true, StoragePolicy.HOT, RatedTopology.class),
    /** Our policy alone, on stock's topology. */
    LDM_POLICY_UNMANAGED(true, false, StoragePolicy.HOT, DFSNetworkTopology.class),
    /** Our policy alone, on stock's topology. */
    LDM_POLICY_MANAGED(true, true, StoragePolicy.HOT, DFSNetworkTopology.class);

    private final boolean ours;
    private final boolean managed;
    private final StoragePolicy storagePolicy;
    private final Class<? extends DFSNetworkTopology> network;

    Contender(
        boolean ours,
        boolean managed,
        StoragePolicy storagePolicy,
        Class<? extends DFSNetworkTopology> network) {
      this.ours = ours;
      this.managed = managed;
      this.storagePolicy = storagePolicy;
      this.network = network;
    }
  }
}
