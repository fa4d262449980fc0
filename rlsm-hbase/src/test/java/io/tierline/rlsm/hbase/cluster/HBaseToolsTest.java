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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.CompactionTool;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;

/** HBase's own tools that open stores without a region server. */
@ClusterTest
class HBaseToolsTest {

  @Test
  void theCompactionToolCompactsADisabledTable() throws Exception {
    try (TestTable table = TestTable.create("compaction-tool")) {
      table.loadAllLevels();
      compact(table);
      table.verify();
      table.load(3);
      compact(table, "-compactOnce");
      table.verify();
      compact(table, "-major");
      for (String family : table.families()) {
        for (HStore store : table.stores(family)) {
          assertThat(store.getStorefiles()).allMatch(file -> file.isMajorCompactionResult());
        }
      }
      table.verify();
      // Without a region server there is no read point, so the tool drops nothing deleted lately.
      table.majorCompact();
      table.verifyRaw();
    }
  }

  private static void compact(TestTable table, String... options) throws Exception {
    table.settle();
    table.admin().disableTable(table.name());
    Configuration conf = new Configuration(Clusters.home().getConfiguration());
    Path directory = CommonFSUtils.getTableDir(CommonFSUtils.getRootDir(conf), table.name());
    List<String> arguments = new ArrayList<>(Arrays.asList(options));
    arguments.add(directory.toString());
    assertThat(ToolRunner.run(conf, new CompactionTool(), arguments.toArray(String[]::new)))
        .isZero();
    table.admin().enableTable(table.name());
  }
}
