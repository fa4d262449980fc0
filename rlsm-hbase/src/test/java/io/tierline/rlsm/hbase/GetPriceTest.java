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
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a get pays for the number of files depends on what it must read of each. */
class GetPriceTest {

  private static final byte[] FAMILY = Bytes.toBytes("f");

  /** The oldest is alone in Level 1, the others are in Level 0. */
  private static final int FILES = 4;

  private static final int BEYOND_ONE = 2;
  private static final long BLOCK = 64 << 10;

  @TempDir Path directory;

  @Test
  void aGetPaysForABlockOfEachFileButOneThatHasNoBloomFilter() throws IOException {
    assertThat(paid(BloomType.NONE)).isEqualTo(BEYOND_ONE * BLOCK);
    assertThat(paid(BloomType.ROW)).isEqualTo(BEYOND_ONE * BLOCK / 1024);
    assertThat(paid(BloomType.ROWCOL)).isEqualTo(BEYOND_ONE * BLOCK / 1024);
  }

  /** By one get of a row that is not there, among the rows of all files. */
  private long paid(BloomType bloom) throws IOException {
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(LocalTable.family("f").setBloomFilterType(bloom).build())
            .build();
    try (LocalTable table =
        new LocalTable(
                directory.resolve(bloom.name()),
                LocalTable.withEngine(descriptor, RlsmStoreEngine.class),
                false)
            .create()) {
      for (int file = 0; file < FILES; file++) {
        for (String row : new String[] {"a", "c"}) {
          table.mutate(new Put(Bytes.toBytes(row)).addColumn(FAMILY, FAMILY, FAMILY));
        }
        table.flush();
      }
      table.get(new Get(Bytes.toBytes("b")));
      return table.states().get(0).debt().all();
    }
  }
}
