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

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.util.BloomFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Bloom filter that is asked in memory answers as HBase's own does, and never reads. */
class RowFilterTest {

  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 3000;

  /** Of sixteen questions HBase is to be asked one. */
  private static final int ONE_IN = 16;

  @TempDir Path directory;

  @Test
  void whatIsInMemoryIsAnsweredAsByHBase() throws IOException {
    try (LocalTable table = table(BloomType.ROW)) {
      StoreFileReader reader = reader(table);
      BloomFilterMetrics metrics = new BloomFilterMetrics();
      RowFilter filter = RowFilter.of(reader, metrics, new EngineGuard());
      BloomFilter stock = reader.getGeneralBloomFilter();
      Random random = new Random(1);
      int absent = 0;
      int falsely = 0;
      for (int i = 0; i < 20_000; i++) {
        byte[] row = row(random.nextInt(2 * ROWS));
        boolean may = stock.contains(row, 0, row.length, null);
        filter.asked(row);
        boolean mayHere = filter.mayHold(new HashedRow(row));
        absent += may ? 0 : 1;
        falsely += mayHere && !may ? 1 : 0;
        assertThat(mayHere || !may).as(Bytes.toString(row)).isTrue();
      }
      assertThat(absent).isGreaterThan(9_000);
      assertThat(falsely).isBetween(absent / ONE_IN - 150, absent / ONE_IN + 150);
      assertThat(metrics.getNegativeResultsCount()).isEqualTo(absent - falsely);
      assertThat(metrics.getRequestsCount()).isEqualTo(absent - falsely);
    }
  }

  @Test
  void whatNobodyHasReadMayHoldEveryRow() throws IOException {
    try (LocalTable table = table(BloomType.ROW)) {
      RowFilter filter = RowFilter.of(reader(table), null, new EngineGuard());
      for (int i = 0; i < 2 * ONE_IN; i++) {
        assertThat(filter.mayHold(new HashedRow(row(2 * i + 1)))).isTrue();
      }
    }
  }

  @Test
  void onlyFiltersOfRowsAreAsked() throws IOException {
    for (BloomType type : new BloomType[] {BloomType.NONE, BloomType.ROWCOL}) {
      try (LocalTable table = table(type)) {
        assertThat(RowFilter.of(reader(table), null, new EngineGuard())).isNull();
      }
    }
  }

  /** HBase looks into its cache for one get in sixteen, and where the filter is mistaken. */
  @Test
  void aGetOfAnAbsentRowSeldomComesToTheBlockCache() throws IOException {
    try (LocalTable table = table(BloomType.ROW)) {
      CacheStats stats = AllReaders.region(table).getBlockCache().getStats();
      for (int i = 0; i < ONE_IN; i++) {
        table.get(new Get(row(2 * i + 1)));
      }
      long before = stats.getRequestCount();
      for (int i = 0; i < 1000; i++) {
        table.get(new Get(Bytes.toBytes(String.format("row%08d-", i))));
      }
      assertThat(stats.getRequestCount() - before).isBetween(1000L / ONE_IN, 150L);
    }
  }

  private LocalTable table(BloomType bloom) throws IOException {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(LocalTable.family("f").setBloomFilterType(bloom).build())
            .setValue(LocalRegionOpener.CACHE, "" + (4 << 20));
    LocalTable table =
        new LocalTable(
                directory.resolve(bloom.name()),
                LocalTable.withEngine(descriptor.build(), RlsmStoreEngine.class),
                false)
            .create();
    for (int i = 0; i < ROWS; i++) {
      table.mutate(new Put(row(2 * i)).addColumn(FAMILY, FAMILY, FAMILY));
    }
    table.flush();
    return table;
  }

  private static StoreFileReader reader(LocalTable table) {
    HStoreFile file = table.stores().get(0).getStorefiles().iterator().next();
    return file.getReader();
  }

  private static byte[] row(int number) {
    return Bytes.toBytes(String.format("row%08d", number));
  }
}
