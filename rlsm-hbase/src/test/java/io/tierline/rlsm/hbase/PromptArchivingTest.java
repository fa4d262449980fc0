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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.executor.EventHandler;
import org.apache.hadoop.hbase.executor.EventType;
import org.apache.hadoop.hbase.executor.ExecutorService;
import org.apache.hadoop.hbase.quotas.RegionServerSpaceQuotaManager;
import org.apache.hadoop.hbase.quotas.RegionSizeStore;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.RegionsWithServer;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What a compaction has replaced is archived by HBase's own threads, soon and once. */
class PromptArchivingTest {
  private final List<EventHandler> submitted = new ArrayList<>();
  private final ExecutorService threads = mock(ExecutorService.class);
  private final RegionServerServices server = mock(RegionServerServices.class);

  PromptArchivingTest() {
    when(server.getConfiguration()).thenReturn(new Configuration(false));
    when(server.getExecutorService()).thenReturn(threads);
    doAnswer(call -> submitted.add(call.getArgument(0))).when(threads).submit(any());
  }

  private static HStore store(boolean primary) {
    HStore store = mock(HStore.class);
    when(store.isPrimaryReplicaStore()).thenReturn(primary);
    return store;
  }

  @Test
  void aCompactionHasItsInputsArchivedUnlessTheyAreRead() throws IOException {
    try (LocalTable table =
        new LocalTable(Path.of("/prompt"), table(), true, LocalSite.inMemory()).create()) {
      HRegion region = AllReaders.region(table);
      HStore store = table.stores().get(0);
      RegionsWithServer.give(region, server);
      flushes(table);
      table.compactAll();
      assertThat(submitted).hasSize(1);
      assertThat(submitted.get(0).getEventType())
          .isEqualTo(EventType.RS_COMPACTED_FILES_DISCHARGER);
      assertThat(store.getCompactedFiles()).hasSize(2);
      submitted.get(0).process();
      assertThat(store.getCompactedFiles()).isEmpty();
      flushes(table);
      try (RegionScanner reading = region.getScanner(new Scan())) {
        assertThat(reading.next(new ArrayList<>())).isTrue();
        table.compactAll();
        submitted.get(1).process();
        assertThat(store.getCompactedFiles()).hasSize(3);
      }
      RegionsWithServer.give(region, null);
    }
  }

  /** HBase's own chore comes soon enough for what takes little space. */
  @Test
  void whatASmallStoreHasReplacedStaysUntilItIsMuch() throws IOException {
    try (LocalTable table =
        new LocalTable(Path.of("/little"), table(4_000_000), true, LocalSite.inMemory()).create()) {
      HStore store = table.stores().get(0);
      RegionsWithServer.give(AllReaders.region(table), server);
      flushes(table);
      table.compactAll();
      assertThat(submitted).isEmpty();
      assertThat(store.getCompactedFiles()).hasSize(2);
      for (int rounds = 0; submitted.isEmpty(); rounds++) {
        assertThat(rounds).as("a file has a thousand bytes and more").isLessThan(15);
        flushes(table);
        table.compactAll();
      }
      int kept = store.getCompactedFiles().size();
      assertThat(kept).isGreaterThan(4);
      flushes(table);
      table.compactAll();
      assertThat(submitted).hasSize(1);
      submitted.get(0).process();
      assertThat(store.getCompactedFiles()).isEmpty();
      RegionsWithServer.give(AllReaders.region(table), null);
    }
  }

  /** As where another compaction of the store ends at this moment, and has archived what it can. */
  @Test
  void aReplacedFileStaysOpenUntilHBaseHasAskedForItsLength() throws IOException {
    try (LocalTable table =
        new LocalTable(Path.of("/counted"), table(), true, LocalSite.inMemory()).create()) {
      HRegion region = AllReaders.region(table);
      HStore store = table.stores().get(0);
      RegionServerSpaceQuotaManager quotas = mock(RegionServerSpaceQuotaManager.class);
      RegionSizeStore sizes = mock(RegionSizeStore.class);
      when(quotas.getRegionSizeStore()).thenReturn(sizes);
      when(server.getRegionServerSpaceQuotaManager())
          .thenAnswer(
              call -> {
                store.closeAndArchiveCompactedFiles();
                return quotas;
              });
      flushes(table);
      RegionsWithServer.give(region, server);
      table.compactAll();
      verify(sizes).incrementRegionSize(eq(region.getRegionInfo()), anyLong());
      assertThat(store.getCompactedFiles()).hasSize(2);
      submitted.get(0).process();
      assertThat(store.getCompactedFiles()).isEmpty();
      RegionsWithServer.give(region, null);
    }
  }

  /** As where the next compaction is done before HBase has told of this one. */
  @Test
  void whatACompactionHasWrittenStaysOpenUntilHBaseHasToldOfIt() throws Exception {
    try (LocalTable table =
        new LocalTable(Path.of("/told"), table(), true, LocalSite.inMemory()).create()) {
      HRegion region = AllReaders.region(table);
      HStore store = table.stores().get(0);
      AtomicBoolean isCounted = new AtomicBoolean();
      when(server.getMetrics())
          .thenAnswer(
              call -> {
                if (isCounted.getAndSet(false)) {
                  CompletableFuture.runAsync(() -> replaceAll(table)).get();
                }
                return null;
              });
      flushes(table);
      RegionsWithServer.give(region, server);
      isCounted.set(true);
      table.compactAll();
      assertThat(isCounted).isFalse();
      HStoreFile written = store.getCompactedFiles().iterator().next();
      assertThat(store.getCompactedFiles()).hasSize(1);
      assertThat(written.getReader()).isNotNull();
      // As HBase's thread does when it has told of a compaction.
      store.getCompactPriority();
      submitted.get(0).process();
      assertThat(store.getCompactedFiles()).isEmpty();
      assertThat(written.getReader()).isNull();
      RegionsWithServer.give(region, null);
    }
  }

  private static void replaceAll(LocalTable table) {
    try {
      flushes(table);
      table.compactAll();
      table.discharge();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aStoreThatIsClosedHoldsNothing() throws IOException {
    LocalTable table =
        new LocalTable(Path.of("/closed"), table(), true, LocalSite.inMemory()).create();
    HRegion region = AllReaders.region(table);
    RegionsWithServer.give(region, server);
    flushes(table);
    table.compactAll();
    HStoreFile written = table.stores().get(0).getStorefiles().iterator().next();
    assertThat(written.getRefCount()).isEqualTo(1);
    RegionsWithServer.give(region, null);
    table.close();
    assertThat(written.getRefCount()).isZero();
  }

  private static TableDescriptor table() {
    return table(64_000);
  }

  private static TableDescriptor table(int partitionBytes) {
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setDurability(Durability.ASYNC_WAL)
            .setValue(RlsmKeys.PARTITION_MAX_BYTES.key(), "" + partitionBytes)
            .setColumnFamily(LocalTable.family("f").build())
            .build();
    return LocalTable.withEngine(table, RlsmStoreEngine.class);
  }

  private static void flushes(LocalTable table) throws IOException {
    for (String row : List.of("a", "b")) {
      byte[] name = Bytes.toBytes(row);
      table.mutate(new Put(name).addColumn(ExpectedCells.FAMILY, name, name));
      table.mutate(new Put(Bytes.toBytes("c")).addColumn(ExpectedCells.FAMILY, name, name));
      table.flush();
    }
  }

  @Test
  void nobodyAsksTwiceBeforeItHasBegun() throws IOException {
    HStore store = store(true);
    PromptArchiving archiving = new PromptArchiving(store, 1);
    archiving.ask(server);
    archiving.ask(server);
    assertThat(submitted).hasSize(1);
    submitted.get(0).process();
    verify(store).closeAndArchiveCompactedFiles();
    archiving.ask(server);
    assertThat(submitted).hasSize(2);
  }

  @Test
  void aServerThatStopsIsNoFaultAndCanBeAskedAgain() {
    PromptArchiving archiving = new PromptArchiving(store(true), 1);
    doThrow(new RejectedExecutionException()).when(threads).submit(any());
    archiving.ask(server);
    doThrow(new IllegalStateException("broken")).when(threads).submit(any());
    assertThatThrownBy(() -> archiving.ask(server)).hasMessage("broken");
    assertThatThrownBy(() -> archiving.ask(server)).hasMessage("broken");
  }

  @Test
  void aReplicaArchivesNothingNorDoesAStoreWithoutServer() {
    new PromptArchiving(store(false), 1).ask(server);
    new PromptArchiving(store(true), 1).ask(null);
    new PromptArchiving(store(true), 1).ask(mock(RegionServerServices.class));
    verify(threads, never()).submit(any());
  }
}
