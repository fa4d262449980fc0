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
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many files a get of a row that is not there is sent to, of many that enclose it, and what is
 * kept for each row so that it is not sent to more.
 */
class NamedFilesTest {

  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int FILES = 25;
  private static final int ROWS = 400;
  private static final int GETS = 2000;

  @TempDir Path directory;

  @Test
  void anAbsentRowIsLookedForInLessThanOneFileOfTwentyFive() throws IOException {
    try (LocalTable table = table()) {
      for (int file = 0; file < FILES; file++) {
        for (int i = 0; i < ROWS; i++) {
          table.mutate(new Put(row(2 * (i * FILES + file))).addColumn(FAMILY, FAMILY, FAMILY));
        }
        table.flush();
      }
      HStore store = table.stores().get(0);
      assertThat(store.getStorefiles()).hasSize(FILES);
      long asked = store.getBloomFilterRequestsCount();
      long passed = asked - store.getBloomFilterNegativeResultsCount();
      for (int i = 0; i < GETS; i++) {
        // Between the first and the last row of all files but some at the ends.
        table.get(new Get(row(2 * (FILES + i) + 1)));
      }
      asked = store.getBloomFilterRequestsCount() - asked;
      passed =
          store.getBloomFilterRequestsCount() - store.getBloomFilterNegativeResultsCount() - passed;
      assertThat(asked).as("filters asked").isEqualTo((long) GETS * FILES);
      assertThat((double) passed / GETS).as("files named").isLessThan(0.4);
      assertThat((double) store.getTotalStaticBloomSize() / (FILES * ROWS))
          .as("bytes a row")
          .isBetween(0.5, 2.0);
    }
  }

  private LocalTable table() throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(LocalTable.family("f").build())
            .setValue(LocalRegionOpener.CACHE, "" + (4 << 20));
    return new LocalTable(
            directory.resolve("t"),
            LocalTable.withEngine(table.build(), RlsmStoreEngine.class),
            false)
        .create();
  }

  private static byte[] row(int number) {
    return Bytes.toBytes(String.format("row%08d", number));
  }
}
