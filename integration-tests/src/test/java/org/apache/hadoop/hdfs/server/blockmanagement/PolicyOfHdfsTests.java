/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.namenode.LdmService;
import io.tierline.ldm.namenode.LineageBlockPlacementPolicy;
import io.tierline.ldm.namenode.RatedTopology;
import io.tierline.ldm.namenode.rest.LdmServlet;
import io.tierline.ldm.namenode.rest.RestParts;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.Test;

/**
 * Runs among HDFS's own test classes, and only there: were the configuration not found, all of them
 * would pass, with the stock policy.
 */
public class PolicyOfHdfsTests {
  /** A cluster is started as HDFS's tests start theirs. */
  @Test
  public void blocksArePlacedByTheConfiguredPolicyWithItsServiceRunning() throws Exception {
    try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(new HdfsConfiguration()).build()) {
      BlockManager blocks = cluster.getNamesystem().getBlockManager();
      assertThat(blocks.getBlockPlacementPolicy()).isInstanceOf(LineageBlockPlacementPolicy.class);
      assertThat(blocks.getDatanodeManager().getNetworkTopology())
          .isInstanceOf(RatedTopology.class);
      assertThat(cluster.getConfiguration(0).get(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY))
          .isEqualTo(LdmService.class.getName());
      assertThat(cluster.getNameNode().getHttpServer().getAttribute(LdmServlet.PARTS_ATTRIBUTE))
          .isInstanceOf(RestParts.class);
      DFSTestUtil.createFile(cluster.getFileSystem(), new Path("/file"), 10, (short) 1, 0);
    }
  }
}
