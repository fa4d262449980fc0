/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.TierlineDataset;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.Test;

/**
 * Runs among HDFS's own test classes, and only there: were the configuration not found, all of them
 * would pass, with the stock dataset.
 */
public class DatasetOfHdfsTests {
  private static long sum(String attribute) {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      long sum = 0;
      for (ObjectName name :
          server.queryNames(
              new ObjectName("Hadoop:service=DataNode,name=TierlineBidVolume*"), null)) {
        sum += ((Number) server.getAttribute(name, attribute)).longValue();
      }
      return sum;
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A cluster is started as HDFS's tests start theirs. */
  @Test
  public void blocksAreReadByTheScheduler() throws Exception {
    try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(new HdfsConfiguration()).build()) {
      cluster.waitActive();
      List<DataNode> nodes = cluster.getDataNodes();
      assertThat(nodes).allMatch(node -> node.getFSDataset() instanceof TierlineDataset);
      Path file = new Path("/file");
      DFSTestUtil.createFile(cluster.getFileSystem(), file, 1 << 20, (short) 1, 1);
      byte[] content = DFSTestUtil.readFileAsBytes(cluster.getFileSystem(), file);
      assertThat(content).hasSize(1 << 20);
      // Hadoop answers with figures that are up to ten seconds old.
      GenericTestUtils.waitFor(() -> sum("BytesReadForeground") == 1 << 20, 100, 60_000);
      assertThat(sum("BytesReadStock")).isZero();
      assertThat(sum("Fallbacks")).isZero();
    }
  }
}
