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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A value that cannot be used is refused by name, and nobody else suffers. */
@ClusterTest
class ConfigurationErrorTest {
  @ParameterizedTest
  @CsvSource({
    "tierline.rlsm.partition.max.bytes, 8M",
    "tierline.rlsm.partition.max.bytes, -1",
    "tierline.rlsm.partitions, 0",
    "tierline.rlsm.slices.max, 1",
    "tierline.rlsm.run.files.min, 1",
    "tierline.rlsm.run.files.max, 2",
    "tierline.rlsm.idle.millis, soon",
    "tierline.rlsm.idle.sources, 0",
    "tierline.rlsm.space.max, 0",
    "tierline.rlsm.space.max, much",
    "tierline.rlsm.check.millis, 1",
    "tierline.rlsm.level0.blocking, 99999999999",
    "tierline.rlsm.index.max.bytes, -5",
  })
  void aRegionRefusesToOpenInOneLineThatNamesKeyAndValue(String key, String value)
      throws Exception {
    for (boolean ofFamily : new boolean[] {true, false}) {
      assertThatThrownBy(() -> openLocally(descriptor("wrong-local", key, value, ofFamily)))
          .rootCause()
          .isInstanceOf(IOException.class)
          .message()
          .contains(key)
          .contains("'" + value + "'")
          .doesNotContain("\n");
    }
  }

  @Test
  void aTableThatCannotBeOpenedHurtsNoOther() throws Exception {
    HBaseTestingUtility util = Clusters.home();
    int servers = util.getMiniHBaseCluster().getLiveRegionServerThreads().size();
    try (TestTable other = TestTable.create("right")) {
      other.load(3);
      TableDescriptor wrong = descriptor("wrong", "tierline.rlsm.slices.max", "none", true);
      assertThatThrownBy(() -> util.getAdmin().createTableAsync(wrong).get(1, TimeUnit.MINUTES));
      assertThat(util.getMiniHBaseCluster().getLiveRegionServerThreads()).hasSize(servers);
      other.load(3);
      other.verify();
    }
  }

  @Test
  void aWrongValueOnATableWithDataIsTakenBackWithoutLoss() throws Exception {
    try (TestTable table = TestTable.create("wrong-later")) {
      table.loadAllLevels();
      table.write(30);
      table.settle();
      TableDescriptor right = table.admin().getDescriptor(table.name());
      String key = "tierline.rlsm.slices.max";
      TableDescriptor wrong = TableDescriptorBuilder.newBuilder(right).setValue(key, "all").build();
      TableDescriptor none =
          TableDescriptorBuilder.newBuilder(wrong)
              .modifyColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(
                          right.getColumnFamily(Bytes.toBytes(TestTable.RLSM)))
                      .removeConfiguration(key)
                      .build())
              .build();
      assertThatThrownBy(() -> table.admin().modifyTableAsync(none).get(1, TimeUnit.MINUTES));
      table.admin().modifyTable(right);
      table.verify();
      table.load(2);
      table.verify();
    }
  }

  /** A region on its own, opened in this JVM. */
  private static void openLocally(TableDescriptor descriptor) throws Exception {
    HBaseTestingUtility util = Clusters.home();
    RegionInfo info = RegionInfoBuilder.newBuilder(descriptor.getTableName()).build();
    Path root = util.getDataTestDirOnTestFS("wrong-" + System.nanoTime());
    Configuration conf = new Configuration(util.getConfiguration());
    HBaseTestingUtility.closeRegionAndWAL(
        HBaseTestingUtility.createRegionAndWAL(info, root, conf, descriptor));
  }

  private static TableDescriptor descriptor(
      String name, String key, String value, boolean ofFamily) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
    var family = Engines.underTest(TestTable.family(TestTable.RLSM));
    if (ofFamily) {
      family.setConfiguration(key, value);
    } else {
      family.removeConfiguration(key);
      table.setValue(key, value);
    }
    return table.setColumnFamily(family.build()).build();
  }
}
