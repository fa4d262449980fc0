/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.migration.MoveStatus;
import io.tierline.ldm.migration.PlanProgress;
import io.tierline.ldm.namenode.FaultScenario.Data;
import io.tierline.testing.cluster.BlockReplicas;
import io.tierline.testing.cluster.FsckReport;
import io.tierline.testing.cluster.ReplicaCensus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.StockPlacement;

/** What must hold some time after the last fault of a run. */
final class FaultInvariants {
  static final int NODES = 5;
  private static final long DEADLINE_SECONDS = 180;

  private final FaultyCluster cluster;
  private final FaultScenario scenario;
  private final String pausedPlan;

  FaultInvariants(FaultyCluster cluster, FaultScenario scenario, String pausedPlan) {
    this.cluster = cluster;
    this.scenario = scenario;
    this.pausedPlan = pausedPlan;
  }

  void check() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    List<String> wrong = wrong();
    while (!wrong.isEmpty() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(200);
      // Deletions of surplus replicas wait for them after a restart or a failover.
      cluster.askForBlockReports();
      wrong = wrong();
    }
    assertThat(wrong).as("what is wrong after %s", scenario).isEmpty();
    everyByteIsRight();
  }

  private List<String> wrong() throws IOException {
    List<String> wrong = new ArrayList<>();
    BlockManager blocks = cluster.hdfs().getNamesystem(cluster.active()).getBlockManager();
    int racks = StockPlacement.racks(blocks, FaultyCluster.REPLICATION, FaultyCluster.BLOCK);
    for (Data data : scenario.datasets()) {
      var census = ReplicaCensus.of(cluster.fileSystem(), new Path(data.path()));
      for (BlockReplicas block : census.blocks()) {
        String policy = cluster.fileSystem().getStoragePolicy(new Path(data.path())).getName();
        // A replica more than asked for stays where stock would let it stay, too.
        boolean whole =
            (block.replicas().size() == FaultyCluster.REPLICATION
                    || StockPlacement.keepsSurplus(blocks, block.blockId(), policy))
                && block.racks() >= racks
                && (!data.isUnreadAtTheEnd() || block.on(StorageType.SSD) == 0);
        if (!whole) {
          wrong.add(data + " under " + policy + ": " + block + ", stock has " + racks + " racks");
        }
      }
    }
    plans(wrong);
    FsckReport report = FsckReport.of(cluster.clientConfiguration(), new Path("/"));
    if (!report.isClean()) {
      wrong.add(report.text());
    }
    return wrong;
  }

  private void plans(List<String> wrong) {
    var plans = cluster.ldm().migration().plans();
    for (PlanProgress plan : plans.newestFirst()) {
      boolean half =
          plan.state().isOpen()
              || plan.counts().containsKey(MoveStatus.RUNNING)
              || plan.counts().containsKey(MoveStatus.REVERTING);
      if (half) {
        wrong.add("plan %s is %s: %s".formatted(plan.plan().id(), plan.state(), plan.counts()));
      }
    }
    if (pausedPlan != null && plans.find(pausedPlan).isEmpty()) {
      wrong.add("the plan that was paused, " + pausedPlan + ", is not known any more");
    }
  }

  private void everyByteIsRight() throws IOException {
    for (Data data : scenario.datasets()) {
      for (int i = 0; i < data.blocks().size(); i++) {
        assertThat(DFSTestUtil.readFileAsBytes(cluster.fileSystem(), FaultRun.file(data, i)))
            .as("the bytes of file %d of %s", i, data)
            .isEqualTo(FaultRun.bytes(data, i));
      }
    }
  }
}
