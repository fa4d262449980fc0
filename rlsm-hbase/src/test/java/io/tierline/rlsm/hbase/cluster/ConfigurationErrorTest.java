/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** A value that cannot be used costs nobody a table; {@code RlsmConfTest} has each of them. */
@ClusterTest
class ConfigurationErrorTest {

  @Test
  void aTableWithDataOpensWithTheDefaultAndLosesNothing() throws Exception {
    try (TestTable table = TestTable.create("wrong-later")) {
      table.loadAllLevels();
      table.write(30);
      table.settle();
      TableDescriptor right = table.admin().getDescriptor(table.name());
      String key = "tierline.rlsm.slices.max";
      TableDescriptor wrong =
          TableDescriptorBuilder.newBuilder(right)
              .modifyColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(
                          right.getColumnFamily(Bytes.toBytes(TestTable.RLSM)))
                      .setConfiguration(key, "all")
                      .build())
              .build();
      table.admin().modifyTable(wrong);
      table.verify();
      table.load(2);
      table.verify();
      table.admin().modifyTable(right);
      table.verify();
    }
  }
}
