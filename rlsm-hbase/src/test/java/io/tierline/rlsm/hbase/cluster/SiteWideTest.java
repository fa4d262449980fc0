/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.hbase.HostTestingUtil;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.master.region.MasterRegionFactory;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The site's configuration names the engine, so that every table has it that names none. */
@ClusterTest
class SiteWideTest {
  @Test
  void aTableWithoutSettingsHasTheEngineAndSystemTablesKeepTheirs() throws Exception {
    HostTestingUtil peer = Clusters.peer();
    TableDescriptorBuilder descriptor =
        TestTable.descriptor("site-wide")
            .setColumnFamily(TestTable.family("f").build())
            .setColumnFamily(TestTable.family("g").build());
    try (TestTable table = TestTable.create(peer, descriptor)) {
      for (String family : table.families()) {
        assertThat(table.stores(family).get(0).getStoreEngine().getClass().getName())
            .isEqualTo(Engines.UNDER_TEST);
      }
      table.load(8);
      table.settle();
      table.verify();
      HRegion meta = peer.getMiniHBaseCluster().getRegions(TableName.META_TABLE_NAME).get(0);
      meta.flush(true);
      meta.compact(true);
      for (HStore store : meta.getStores()) {
        assertThat(store.getStoreEngine().getStoreFileManager().getClass().getSimpleName())
            .isEqualTo("DefaultStoreFileManager");
        assertThat(store.getStorefilesCount()).isLessThanOrEqualTo(1);
      }
      assertThat(managerOf(peer, MasterRegionFactory.TABLE_NAME))
          .isEqualTo("DefaultStoreFileManager");
      assertThat(peer.getAdmin().getRegions(table.name())).hasSize(1);
      table.verify();
    }
  }

  /** What a region of a table would keep its files in. */
  private static String managerOf(HostTestingUtil util, TableName name) throws Exception {
    HRegion region =
        HostTestingUtil.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(name).build(),
            util.getDataTestDirOnTestFS("region-of-its-own"),
            new Configuration(util.getConfiguration()),
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(TestTable.family("f").build())
                .build());
    try {
      HStore store = region.getStore(Bytes.toBytes("f"));
      return store.getStoreEngine().getStoreFileManager().getClass().getSimpleName();
    } finally {
      HostTestingUtil.closeRegionAndWAL(region);
    }
  }
}
