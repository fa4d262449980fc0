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

import java.lang.management.ManagementFactory;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.junit.jupiter.api.Test;

/** What an operator sees in the region server's JMX. */
@ClusterTest
class MetricsTest {

  private static final String BEAN = "Hadoop:service=HBase,name=RegionServer,sub=RLSM";

  @Test
  void countsOfAStoreAreInJmxAndStayWhenItsRegionIsClosed() throws Exception {
    try (TestTable table = TestTable.create("metrics")) {
      table.loadAllLevels();
      table.settle();
      HStore store = table.stores(TestTable.RLSM).get(0);
      Clusters.await("files", () -> number("files") >= store.getStorefilesCount());
      assertThat(number("flushedBytes")).isPositive();
      assertThat(number("linkedBytes")).isPositive();
      assertThat(number("rewrittenBytes")).isPositive();
      assertThat(number("compactions")).isPositive();
      assertThat(number("partitions")).isGreaterThan(1);
      assertThat(number("writeAmplification")).isGreaterThan(1).isLessThan(10);
      double flushed = number("flushedBytes");
      double files = number("files");
      table.admin().disableTable(table.name());
      // HBase takes all beans down for a moment when a region is closed.
      Clusters.await("the store's end", () -> number("files") >= 0 && number("files") < files);
      Clusters.await("what it has counted", () -> number("flushedBytes") >= flushed);
      table.admin().enableTable(table.name());
    }
  }

  /** A figure of the bean; -1 while there is none. */
  private static double number(String name) throws JMException {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    try {
      return ((Number) beans.getAttribute(new ObjectName(BEAN), name)).doubleValue();
    } catch (InstanceNotFoundException e) {
      return -1;
    }
  }
}
