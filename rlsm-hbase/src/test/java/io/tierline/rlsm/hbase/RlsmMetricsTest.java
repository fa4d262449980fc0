/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import static org.apache.hadoop.test.MetricsAsserts.getDoubleGauge;
import static org.apache.hadoop.test.MetricsAsserts.getLongCounter;
import static org.apache.hadoop.test.MetricsAsserts.getLongGauge;
import static org.apache.hadoop.test.MetricsAsserts.getMetrics;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RlsmMetricsTest {

  private static final String TABLE = "table_measured_metric_";

  @TempDir private Path scratch;

  private static MetricsRecordBuilder collected() {
    return getMetrics(DefaultMetricsSystem.instance().getSource("RegionServer,sub=RLSM"));
  }

  @Test
  void aStoresFiguresAreItsTablesAndItsCountersStayWhenItIsClosed() throws IOException {
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("measured"))
            .setDurability(Durability.SKIP_WAL)
            .setColumnFamily(LocalTable.family("f").setBlocksize(1024).build())
            .setValue(RlsmKeys.PARTITION_MAX_BYTES.key(), "4000")
            .setValue(RlsmKeys.SLICES_MAX.key(), "4")
            .build();
    descriptor = LocalTable.withEngine(descriptor, RlsmStoreEngine.class);
    try (LocalTable table = new LocalTable(scratch.resolve("root"), descriptor, false).create()) {
      EngineStats stats = ((RlsmStoreEngine) table.stores().get(0).getStoreEngine()).stats();
      RlsmMetrics.add(stats);
      load(table);
      MetricsRecordBuilder open = collected();
      int files = table.stores().get(0).getStorefilesCount();
      assertThat(getLongGauge(TABLE + "files", open)).isGreaterThanOrEqualTo(files);
      assertThat(getLongGauge(TABLE + "partitions", open)).isGreaterThan(1);
      assertThat(getLongCounter(TABLE + "compactions", open)).isEqualTo(stats.compactions());
      assertThat(getLongCounter(TABLE + "flushedBytes", open)).isEqualTo(stats.flushedBytes());
      assertThat(getLongCounter(TABLE + "linkedBytes", open)).isPositive();
      assertThat(getLongCounter(TABLE + "rewrittenBytes", open)).isPositive();
      assertThat(getDoubleGauge(TABLE + "writeAmplification", open)).isBetween(1.0, 10.0);
      assertThat(getLongCounter("flushedBytes", open)).isGreaterThanOrEqualTo(stats.flushedBytes());

      RlsmMetrics.remove(stats);
      MetricsRecordBuilder closed = collected();
      assertThat(getLongGauge(TABLE + "files", closed)).isZero();
      assertThat(getLongGauge(TABLE + "partitions", closed)).isZero();
      assertThat(getLongCounter(TABLE + "flushedBytes", closed)).isEqualTo(stats.flushedBytes());
    }
  }

  private static void load(LocalTable table) throws IOException {
    for (int flush = 1; flush <= 20; flush++) {
      for (int i = 0; i < 100; i++) {
        byte[] row = Bytes.toBytes(String.format("row%05d", (flush * 37 + i * 29) % 3000));
        table.mutate(new Put(row).addColumn(Bytes.toBytes("f"), new byte[0], flush, row));
      }
      table.flush();
      table.compactions().untilQuiet();
    }
  }
}
