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
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreConfigInformation;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.FIFOCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.RatioBasedCompactionPolicy;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a compaction policy that the stock engine is told to use. */
class ConfiguredPolicyTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] COLUMN = Bytes.toBytes("q");

  @TempDir Path directory;

  @Test
  void aPolicyOfTheOperatorsOwnChoosesWhatIsMerged() throws IOException {
    try (LocalTable table = table(ThreeOldest.class)) {
      flushes(table, 4);
      table.mutate(new Delete(row(1), 2));
      table.mutate(new Delete(row(2)));
      table.flush();
      Cells before = table.scanAll();
      table.compactions().once();
      assertThat(store(table).getStorefilesCount()).isEqualTo(3);
      assertThat(table.scanAll()).isEqualTo(before);
      table.compactAll();
      assertThat(store(table).getStorefilesCount()).isEqualTo(1);
      assertThat(table.scanAll()).isEqualTo(before);
    }
  }

  @Test
  void filesThatAreOnlyDroppedWhenTheyExpireAreNotMerged() throws IOException {
    try (LocalTable table = table(FIFOCompactionPolicy.class)) {
      flushes(table, 8);
      assertThat(store(table).needsCompaction()).isFalse();
      table.compactions().once();
      assertThat(store(table).getStorefilesCount()).isEqualTo(8);
    }
  }

  @Test
  void aPolicyThatCannotBeLoadedDoesNotKeepTheTableFromOpening() throws IOException {
    for (String policy : List.of("no.such.Policy", "java.lang.String")) {
      try (LocalTable table = table(directory.resolve(policy), policy)) {
        assertThat(store(table).getStoreEngine().getCompactionPolicy())
            .isInstanceOf(RlsmCompactionPolicy.class);
      }
    }
  }

  @Test
  void aWayToChooseTheStockEnginesMergesIsNotAskedAboutOurs() throws IOException {
    try (LocalTable table = table(RatioBasedCompactionPolicy.class)) {
      assertThat(store(table).getStoreEngine().getCompactionPolicy())
          .isInstanceOf(RlsmCompactionPolicy.class);
    }
  }

  private LocalTable table(Class<?> policy) throws IOException {
    return table(directory.resolve("t"), policy.getName());
  }

  private static LocalTable table(Path directory, String policy) throws IOException {
    return new LocalTable(
            directory,
            TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setMaxVersions(5).build())
                .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, RlsmStoreEngine.class.getName())
                .setValue(DefaultStoreEngine.DEFAULT_COMPACTION_POLICY_CLASS_KEY, policy)
                .build(),
            false)
        .create();
  }

  /** Each flush has a version of the same rows. */
  private static void flushes(LocalTable table, int count) throws IOException {
    for (int version = 1; version <= count; version++) {
      for (int i = 0; i < 5; i++) {
        table.mutate(new Put(row(i)).addColumn(FAMILY, COLUMN, version, Bytes.toBytes(version)));
      }
      table.flush();
    }
  }

  private static byte[] row(int i) {
    return Bytes.toBytes("row" + i);
  }

  private static HStore store(LocalTable table) {
    return table.stores().get(0);
  }

  /** Takes three files, or all if it must. */
  public static final class ThreeOldest extends RatioBasedCompactionPolicy {
    /** HBase makes policies by reflection. */
    public ThreeOldest(Configuration conf, StoreConfigInformation store) {
      super(conf, store);
    }

    @Override
    public CompactionRequestImpl selectCompaction(
        Collection<HStoreFile> files,
        List<HStoreFile> compacting,
        boolean user,
        boolean offPeak,
        boolean major) {
      return new CompactionRequestImpl(files.stream().limit(major ? files.size() : 3).toList());
    }
  }
}
