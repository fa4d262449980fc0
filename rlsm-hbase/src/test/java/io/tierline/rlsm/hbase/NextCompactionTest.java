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
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyBoolean;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.RegionsWithServer;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequester;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.ManualEnvironmentEdge;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A compaction asks for the next one: HBase asks once for each flush, which is too seldom. */
class NextCompactionTest {
  private static final int ROWS = 20;

  private final CompactionRequester requester = mock(CompactionRequester.class);
  private final RegionServerServices server = mock(RegionServerServices.class);
  private final ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
  private LocalTable table;
  private HRegion region;
  private HStore store;

  @BeforeEach
  void aTableThatMayHoldHardlyAnythingSuperseded() throws IOException {
    clock.setValue(EnvironmentEdgeManager.currentTime());
    EnvironmentEdgeManager.injectEdge(clock);
    when(server.getConfiguration()).thenReturn(new Configuration(false));
    when(server.getCompactionRequestor()).thenReturn(requester);
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setDurability(Durability.ASYNC_WAL)
            .setColumnFamily(LocalTable.family("f").build())
            .setValue("tierline.rlsm.space.load.max", "0.0001")
            // Two live flushes at least: a smaller store would be compacted as a whole.
            .setValue("tierline.rlsm.partition.max.bytes", "2000")
            .build();
    table =
        new LocalTable(
                Path.of("/next"),
                LocalTable.withEngine(descriptor, RlsmStoreEngine.class),
                true,
                LocalSite.inMemory())
            .create();
    region = AllReaders.region(table);
    store = table.stores().get(0);
    RegionsWithServer.give(region, server);
  }

  @AfterEach
  void close() throws IOException {
    RegionsWithServer.give(region, null);
    table.close();
    EnvironmentEdgeManager.reset();
  }

  /** The same rows three times: in a base, and in two flushes, which are to be merged. */
  private void flushes() throws IOException {
    flush();
    table.compactAll();
    flush();
    flush();
  }

  private void flush() throws IOException {
    for (int row = 0; row < ROWS; row++) {
      byte[] name = Bytes.toBytes("row" + row);
      table.mutate(new Put(name).addColumn(ExpectedCells.FAMILY, name, name));
    }
    table.flush();
  }

  /** After that the base is superseded, and a fold is due. */
  private void merge() throws IOException {
    table.compactions().once();
    assertThat(store.getStorefilesCount()).isEqualTo(2);
    assertThat(store.needsCompaction()).isTrue();
  }

  private void verifyAsked(int times) throws IOException {
    verify(requester, times(times))
        .requestSystemCompaction(eq(region), eq(store), anyString(), eq(false));
  }

  @Test
  void aMergeAsksForTheFoldThatIsDueAndTheFoldForNothing() throws IOException {
    flushes();
    verifyAsked(0);
    merge();
    verifyAsked(1);
    table.compactions().once();
    assertThat(store.needsCompaction()).isFalse();
    verifyAsked(1);
  }

  @Test
  void nobodyAsksWhereAnotherRequestWaits() throws IOException {
    for (int i = 0; i < 3; i++) {
      region.incrementCompactionsQueuedCount();
    }
    flushes();
    merge();
    verifyAsked(0);
    region.decrementCompactionsQueuedCount();
    new NextCompaction(store).ask(server);
    verifyAsked(1);
  }

  @Test
  void nobodyAsksWhereOthersChooseWhatIsCompacted() throws IOException {
    flushes();
    var ours =
        store
            .requestCompaction(
                Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, User.getCurrent())
            .orElseThrow();
    CompactionContext others = store.getStoreEngine().createCompaction();
    others.forceSelect(new CompactionRequestImpl(List.copyOf(store.getStorefiles())));
    region.compact(ours, store, NoLimitThroughputController.INSTANCE);
    assertThat(store.needsCompaction()).isTrue();
    verifyAsked(0);
    table.compactions().once();
    assertThat(store.needsCompaction()).isFalse();
  }

  @Test
  void anIdleStoreIsLeftToTheChore() throws IOException {
    flushes();
    clock.incValue(3_600_000);
    merge();
    verifyAsked(0);
  }

  @Test
  void aCompactionIsDoneEvenIfNobodyCanBeAsked() throws IOException {
    doThrow(new IOException("stopping"))
        .when(requester)
        .requestSystemCompaction(any(), any(), anyString(), anyBoolean());
    flushes();
    merge();
    verifyAsked(1);
    new NextCompaction(store).ask(null);
    new NextCompaction(store).ask(mock(RegionServerServices.class));
    HStore closing = mock(HStore.class);
    new NextCompaction(closing).ask(server);
    verifyAsked(1);
  }
}
