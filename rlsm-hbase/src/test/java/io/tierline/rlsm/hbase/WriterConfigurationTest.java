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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.BlockCompressedSizePredicator;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What files are written with is what the store is configured with, and costs little to hand on.
 */
class WriterConfigurationTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final List<Integer> COPIED = new CopyOnWriteArrayList<>();

  @TempDir Path directory;

  /** HBase makes one for each file that is written, with a copy of the configuration. */
  public static final class Predicator extends Configured implements BlockCompressedSizePredicator {
    /** HBase makes it by reflection. */
    public Predicator() {}

    @Override
    public void setConf(Configuration copy) {
      super.setConf(copy);
      if (copy != null) {
        COPIED.add(copy.size());
      }
    }

    @Override
    public void updateLatestBlockSizes(HFileContext context, int uncompressed, int compressed) {}

    @Override
    public boolean shouldFinishBlock(int uncompressed) {
      return true;
    }
  }

  @Test
  void noFileIsWrittenWithACopyOfAllDefaults() throws IOException {
    COPIED.clear();
    try (LocalTable table = table()) {
      for (int flush = 0; flush < 4; flush++) {
        table.mutate(new Put(Bytes.toBytes("row")).addColumn(FAMILY, null, Bytes.toBytes(flush)));
        table.flush();
      }
      table.compactAll();
    }
    // That it was made at all shows that the table's own configuration is asked.
    assertThat(COPIED).hasSizeGreaterThan(4).containsOnly(0);
  }

  @Test
  void itAnswersWhatTheStoreAnswers() {
    Configuration store = new Configuration(false);
    store.set("number", " 7 ");
    store.set("class", "java.util.ArrayList");
    store.set("of.another", "${number}");
    Configuration writer = new WriterConfiguration(store, 128 << 20);
    assertThat(writer.getInt("number", 1)).isEqualTo(7);
    assertThat(writer.getClass("class", null)).isEqualTo(java.util.ArrayList.class);
    assertThat(writer.get("of.another")).isEqualTo(" 7 ");
    assertThat(writer.getRaw("of.another")).isEqualTo("${number}");
    assertThat(writer.get("none")).isNull();
    assertThat(writer.get("none", "otherwise")).isEqualTo("otherwise");
    assertThat(writer).hasSize(store.size());
    assertThat(new Configuration(writer).size()).isZero();
  }

  @Test
  void chunksOfBloomFiltersAreAsSmallAsTheFilesOfSmallMemoryStores() {
    String chunk = "io.storefile.bloom.block.size";
    Configuration store = new Configuration(false);
    assertThat(new WriterConfiguration(store, 2 << 20).getInt(chunk, 131_072)).isEqualTo(32_768);
    assertThat(new WriterConfiguration(store, 1).getInt(chunk, 131_072)).isEqualTo(8_192);
    assertThat(new WriterConfiguration(store, 8 << 20).getInt(chunk, 131_072)).isEqualTo(131_072);
    store.set(chunk, "131072");
    assertThat(new WriterConfiguration(store, 2 << 20).getInt(chunk, 131_072)).isEqualTo(32_768);
    store.set(chunk, "65536");
    assertThat(new WriterConfiguration(store, 2 << 20).getInt(chunk, 131_072))
        .as("an operator's")
        .isEqualTo(65_536);
  }

  private LocalTable table() throws IOException {
    return new LocalTable(
            directory.resolve("t"),
            TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, RlsmStoreEngine.class.getName())
                .setValue(
                    BlockCompressedSizePredicator.BLOCK_COMPRESSED_SIZE_PREDICATOR,
                    Predicator.class.getName())
                .build(),
            false)
        .create();
  }
}
