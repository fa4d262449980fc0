/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static io.tierline.ldm.namenode.StateAssertions.awaitFastTier;
import static io.tierline.ldm.namenode.StateAssertions.awaitLoaded;
import static io.tierline.ldm.namenode.StateAssertions.chain;
import static io.tierline.ldm.namenode.StateAssertions.fastReplicas;
import static io.tierline.ldm.namenode.StateAssertions.service;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.placement.WearKeeper;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.PlacementKeys;
import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SSDs that may be written to for a few blocks a day. */
@Tag("integration")
class WearTest {
  private static final int BLOCKS = 3;

  @TempDir private File directory;

  private static Configuration configuration() {
    Configuration conf = StateAssertions.configuration();
    // Journals in files, which cannot be read while they are being written.
    conf.setBoolean("dfs.ha.tail-edits.in-progress", false);
    conf.setLong(PlacementKeys.WEAR.key(), (long) BLOCKS * LdmCluster.BLOCK);
    conf.set(PlacementKeys.TABLE_INTERVAL.key(), "50ms");
    conf.set(MigrationKeys.MODE.key(), "off");
    return conf;
  }

  @Test
  void firstPlacementsGoToDisksOnceSsdsHaveHadTheirWritesAndAfterAFailoverToo() throws Exception {
    Configuration conf = configuration();
    try (MiniDFSCluster cluster =
        StateAssertions.withTiers(new MiniDFSCluster.Builder(conf, directory))
            .nnTopology(MiniDFSNNTopology.simpleHATopology())
            .build()) {
      cluster.waitActive();
      cluster.transitionToActive(0);
      awaitLoaded(cluster, 0);
      awaitFastTier(cluster, 0);
      DistributedFileSystem hdfs = HATestUtil.configureFailoverFs(cluster, conf);
      LdmClient client = StateAssertions.client(cluster, 0);
      client.register(chain("a"));
      LdmMetrics metrics = service(cluster, 0).metrics();
      int fast = 0;
      for (int i = 0; i < 20 * BLOCKS && metrics.placementsHeldBackByWear.value() == 0; i++) {
        long placed = metrics.replicasSsd.value();
        fast += (int) fastReplicas(hdfs, "/a/out/" + i);
        if (metrics.replicasSsd.value() > placed) {
          long counted = fast;
          LdmCluster.await("the count", () -> used(cluster, 0) >= counted * LdmCluster.BLOCK);
          service(cluster, 0).placement().refresh().run();
        }
      }
      // Two SSDs; each is left alone when its budget has no block left.
      assertThat(fast).isEqualTo(2 * BLOCKS);
      assertThat(metrics.ssdsWorn.value()).isEqualTo(2);
      assertThat(client.explain("/a/out/0").path("why").asText())
          .contains("2 of 2 volumes have had their writes for today")
          .contains("goes to DISK");
      hdfs.mkdirs(new Path("/theirs"));
      hdfs.setStoragePolicy(new Path("/theirs"), "ONE_SSD");
      assertThat(fastReplicas(hdfs, "/theirs/file")).isEqualTo(1);

      service(cluster, 0).placement().wear().save();
      cluster.transitionToStandby(0);
      cluster.transitionToActive(1);
      awaitLoaded(cluster, 1);
      assertThat(used(cluster, 1)).isEqualTo(2L * BLOCKS * LdmCluster.BLOCK);
      LdmCluster.await("the SSDs", () -> service(cluster, 1).metrics().ssdsWorn.value() == 2);
      assertThat(fastReplicas(hdfs, "/a/out/after")).isZero();
    }
  }

  /** Bytes that count against the budgets of all SSDs. */
  private static long used(MiniDFSCluster cluster, int nameNode) {
    WearKeeper wear = service(cluster, nameNode).placement().wear();
    return service(cluster, nameNode).placement().table().storages().stream()
        .mapToLong(volume -> wear.wear().used(volume.device().storage()))
        .sum();
  }
}
