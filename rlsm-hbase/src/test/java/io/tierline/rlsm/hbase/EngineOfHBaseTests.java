/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.junit.Test;

/**
 * Runs among HBase's own test classes, and only there: were the configuration not found, all of
 * them would pass, with the stock engine.
 */
public class EngineOfHBaseTests {
  private static final byte[] FAMILY = {'f'};

  /** A region is opened as HBase's tests open theirs. */
  @Test
  public void aStoreHasTheEngineThatIsConfigured() throws Exception {
    HostTestingUtil util = new HostTestingUtil();
    TableName name = TableName.valueOf("engine");
    Path folder = util.getDataTestDir("engine");
    HRegion region =
        HostTestingUtil.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(name).build(),
            folder,
            util.getConfiguration(),
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
    try {
      HStore store = region.getStore(FAMILY);
      assertThat(store.getStoreEngine().getClass().getName())
          .isEqualTo(System.getProperty("hbase.tests.engine"));
    } finally {
      HostTestingUtil.closeRegionAndWAL(region);
      util.cleanupTestDir();
    }
  }
}
