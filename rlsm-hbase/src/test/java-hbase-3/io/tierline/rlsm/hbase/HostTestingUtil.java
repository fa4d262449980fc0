/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import org.apache.hadoop.hbase.HBaseTestingUtil;
import org.apache.hadoop.hbase.StartTestingClusterOption;

/** HBase 3's utility for tests, under one name for every version of HBase. */
public final class HostTestingUtil extends HBaseTestingUtil {

  /** Starts ZooKeeper, HDFS with one DataNode, and HBase. */
  public void startCluster(int regionServers) throws Exception {
    startMiniCluster(
        StartTestingClusterOption.builder()
            .numRegionServers(regionServers)
            .numDataNodes(1)
            .build());
  }

  /** Starts HBase with one region server on ZooKeeper and HDFS that run. */
  public void startHbase() throws Exception {
    startMiniHBaseCluster(StartTestingClusterOption.builder().build());
  }
}
