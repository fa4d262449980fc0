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
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.ExploringCompactionPolicy;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.ManualEnvironmentEdge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which compactions are asked for, and what HBase's queue is told of them. */
class CompactionRequestTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");

  @TempDir Path directory;

  @Test
  void theHalvesOfASplitRegionAreCompactedFirst() throws IOException {
    try (LocalTable table = table(ExploringCompactionPolicy.class)) {
      flush(table, 3);
      assertThat(request(table.stores().get(0)).isAfterSplit()).isFalse();
      table.split(row(5));
      assertThat(table.stores()).hasSize(2);
      for (HStore store : table.stores()) {
        CompactionRequestImpl request = request(store);
        assertThat(request.isAfterSplit()).isTrue();
        assertThat(request.getPriority()).isLessThan(0);
      }
    }
  }

  @Test
  void theCompactionAfterAFlushIsLeftToWhoeverHasFlushed() throws IOException {
    ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
    clock.setValue(EnvironmentEdgeManager.currentTime());
    EnvironmentEdgeManager.injectEdge(clock);
    try (LocalTable table = table(ExploringCompactionPolicy.class)) {
      flush(table, 4);
      assertThat(table.stores().get(0).needsCompaction()).isTrue();
      assertThat(engine(table).wantsCompaction()).isFalse();
      clock.incValue(10_000);
      assertThat(engine(table).wantsCompaction()).isTrue();
    } finally {
      EnvironmentEdgeManager.reset();
    }
  }

  @Test
  void whatACompactionHasLeftToDoIsAskedForAtOnce() throws IOException {
    try (LocalTable table = table(ConfiguredPolicyTest.ThreeOldest.class)) {
      flush(table, 5);
      assertThat(engine(table).wantsCompaction()).isFalse();
      table.compactOnce();
      assertThat(engine(table).wantsCompaction()).isTrue();
    }
  }

  @Test
  void aMajorCompactionAskedForDuringAnotherComesAfterIt() throws IOException {
    ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
    clock.setValue(EnvironmentEdgeManager.currentTime());
    EnvironmentEdgeManager.injectEdge(clock);
    try (LocalTable table = table(ExploringCompactionPolicy.class)) {
      flush(table, 3);
      HStore store = table.stores().get(0);
      CompactionContext running = store.requestCompaction().orElseThrow();
      store.triggerMajorCompaction();
      assertThat(store.requestCompaction()).isEmpty();
      store.cancelRequestedCompaction(running);
      clock.incValue(10_000);
      assertThat(engine(table).wantsCompaction()).isTrue();
      table.compactOnce();
      assertThat(store.getStorefiles()).allMatch(HStoreFile::isMajorCompactionResult);
      clock.incValue(1_000_000);
      assertThat(engine(table).wantsCompaction()).isFalse();
    } finally {
      EnvironmentEdgeManager.reset();
    }
  }

  @Test
  void aMajorCompactionThatNeverComesIsNotAskedForForEver() throws IOException {
    ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
    clock.setValue(EnvironmentEdgeManager.currentTime());
    EnvironmentEdgeManager.injectEdge(clock);
    try (LocalTable table = table(ExploringCompactionPolicy.class)) {
      flush(table, 1);
      table.stores().get(0).triggerMajorCompaction();
      int asked = 0;
      for (int i = 0; i < 100; i++) {
        clock.incValue(1_000_000);
        asked += engine(table).wantsCompaction() ? 1 : 0;
      }
      assertThat(asked).isEqualTo(8);
    } finally {
      EnvironmentEdgeManager.reset();
    }
  }

  /**
   * Where no fold has left a base, as where rows came in their order, a fold gives up flushes only.
   * To HBase it looks like a merge, and a merge is no reason not to fold.
   */
  @Test
  void nothingIsFoldedBesideAFoldThatGivesUpNothingButFlushes() throws IOException {
    ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
    clock.setValue(EnvironmentEdgeManager.currentTime());
    EnvironmentEdgeManager.injectEdge(clock);
    try (LocalTable table =
        table(
            ExploringCompactionPolicy.class,
            Map.of(
                RlsmConf.RUN_FILES_MIN,
                "9",
                RlsmConf.RUN_FILES_MAX,
                "9",
                RlsmConf.IDLE_SOURCES,
                "1"))) {
      flush(table, "a", "m", "z", "a");
      clock.incValue(1_000_000);
      table.compactOnce();
      flush(table, "m", "z");
      clock.incValue(1_000_000);
      HStore store = table.stores().get(0);
      assertThat(store.getStorefilesCount()).isEqualTo(5);
      CompactionContext fold = store.requestCompaction().orElseThrow();
      assertThat(fold.getRequest().getFiles()).hasSize(2);
      assertThat(store.requestCompaction()).isEmpty();
      store.cancelRequestedCompaction(fold);
      assertThat(store.requestCompaction()).isPresent();
    } finally {
      EnvironmentEdgeManager.reset();
    }
  }

  /** Each flush has the rows with one of the prefixes. */
  private static void flush(LocalTable table, String... prefixes) throws IOException {
    for (String prefix : prefixes) {
      for (int i = 0; i < 10; i++) {
        byte[] row = Bytes.toBytes(prefix + i);
        table.mutate(new Put(row).addColumn(FAMILY, null, row));
      }
      table.flush();
    }
  }

  /** Each flush has the same rows. */
  private static void flush(LocalTable table, int count) throws IOException {
    for (int flush = 0; flush < count; flush++) {
      for (int i = 0; i < 10; i++) {
        table.mutate(new Put(row(i)).addColumn(FAMILY, null, Bytes.toBytes(flush)));
      }
      table.flush();
    }
  }

  private static RlsmStoreEngine engine(LocalTable table) {
    return (RlsmStoreEngine) table.stores().get(0).getStoreEngine();
  }

  private LocalTable table(Class<?> policy) throws IOException {
    return table(policy, Map.of());
  }

  private LocalTable table(Class<?> policy, Map<String, String> settings) throws IOException {
    return new LocalTable(
            directory.resolve("t"),
            withSettings(settings)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, RlsmStoreEngine.class.getName())
                .setValue(DefaultStoreEngine.DEFAULT_COMPACTION_POLICY_CLASS_KEY, policy.getName())
                .build(),
            false)
        .create();
  }

  private static TableDescriptorBuilder withSettings(Map<String, String> settings) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf("t"));
    settings.forEach(table::setValue);
    return table;
  }

  /** Selects a compaction and gives it up. */
  private static CompactionRequestImpl request(HStore store) throws IOException {
    var compaction = store.requestCompaction().orElseThrow();
    store.cancelRequestedCompaction(compaction);
    return compaction.getRequest();
  }

  private static byte[] row(int i) {
    return Bytes.toBytes("row" + i);
  }
}
