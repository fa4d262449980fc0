/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Of two cells with the same key and timestamp the later one counts, on whatever level it is. */
@ClusterTest
class OverwritesTest {
  private static final int FLUSHES = 14;
  private static final long TIMESTAMP = 100;

  @Test
  void theLaterCellOfATimestampCounts() throws Exception {
    Random random = new Random(5);
    try (TestTable table = TestTable.create("overwrites")) {
      for (int flush = 0; flush < FLUSHES; flush++) {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
          puts.add(put(table, TestTable.row(random.nextInt(300)), "flush-" + flush + '-' + i));
        }
        table.table().put(puts);
        table.flush();
        if (flush % 5 == 4) {
          table.settle();
          table.verify();
        }
      }
      Levels.assertAllIn(table.stores(TestTable.RLSM));
      table.settle();
      table.verify();
      table.majorCompact();
      table.verify();
      table.verifyRaw();
    }
  }

  private static Put put(TestTable table, String row, String value) {
    Put put = new Put(Bytes.toBytes(row));
    for (String family : table.families()) {
      put.addColumn(
          Bytes.toBytes(family),
          Bytes.toBytes("a"),
          TIMESTAMP,
          Bytes.toBytes(value + "y".repeat(60)));
    }
    table.model().put(row, "a", TIMESTAMP, value + "y".repeat(60));
    return put;
  }
}
