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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.master.hbck.HbckReport;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.hbck.HFileCorruptionChecker;
import org.apache.hadoop.hbase.util.hbck.HbckTestingUtil;
import org.junit.jupiter.api.Test;

@ClusterTest
class HbckTest {
  @Test
  @SuppressWarnings("deprecation") // HBaseFsck has no successor within HBase.
  void reportsAreClean() throws Exception {
    HostTestingUtil util = Clusters.home();
    try (TestTable table = TestTable.create("hbck")) {
      table.loadAllLevels();
      Regions.split(table, 150);
      table.load(4);
      Regions.awaitNoReferences(table);
      HbckTestingUtil.assertNoErrors(
          HbckTestingUtil.doFsck(util.getConfiguration(), false, table.name()));
      checkFiles(util.getConfiguration(), table);
      checkMaster(util, table);
      table.verify();
    }
  }

  private static void checkFiles(Configuration conf, TestTable table) throws Exception {
    Path directory = CommonFSUtils.getTableDir(CommonFSUtils.getRootDir(conf), table.name());
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      HFileCorruptionChecker checker = new HFileCorruptionChecker(conf, threads, true);
      checker.checkTables(List.of(directory));
      assertThat(checker.getHFilesChecked())
          .isGreaterThanOrEqualTo(table.files(TestTable.RLSM).size());
      assertThat(checker.getCorrupted()).isEmpty();
      assertThat(checker.getFailures()).isEmpty();
      assertThat(checker.getQuarantined()).isEmpty();
      assertThat(checker.getMissing()).isEmpty();
    } finally {
      threads.shutdown();
    }
  }

  private static void checkMaster(HostTestingUtil util, TestTable table) throws Exception {
    awaitReports(util, table);
    assertThat(util.getHbck().runHbckChore()).isTrue();
    HbckReport report = util.getMiniHBaseCluster().getMaster().getHbckChore().getLastReport();
    for (var region : table.regions()) {
      String name = region.getRegionInfo().getRegionNameAsString();
      assertThat(report.getInconsistentRegions()).doesNotContainKey(name);
      assertThat(report.getOrphanRegionsOnRS()).doesNotContainKey(name);
      assertThat(report.getOrphanRegionsOnFS())
          .doesNotContainKey(region.getRegionInfo().getEncodedName());
    }
  }

  /** A region server tells the master now and then which regions it has. */
  private static void awaitReports(HostTestingUtil util, TestTable table) throws Exception {
    var regions = util.getMiniHBaseCluster().getMaster().getAssignmentManager();
    Clusters.await(
        "regions in the reports of their servers",
        () -> {
          Set<String> reported = new HashSet<>();
          regions
              .getRSReports()
              .values()
              .forEach(
                  names -> names.forEach(name -> reported.add(RegionInfo.encodeRegionName(name))));
          return table.regions().stream()
              .allMatch(region -> reported.contains(region.getRegionInfo().getEncodedName()));
        });
  }
}
