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
import static org.mockito.Mockito.mock;

import io.tierline.rlsm.plan.CompactionPlanner;
import io.tierline.rlsm.plan.Plan;
import io.tierline.rlsm.plan.PlannerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.TierlineStoreAccess;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.ExploringCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.ManualEnvironmentEdge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which compactions are asked for, and what HBase's queue is told of them. */
class CompactionRequestTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] SMALL = Bytes.toBytes("g");

  @TempDir Path directory;

  @Test
  void theHalvesOfASplitRegionAreCompactedFirst() throws IOException {
    try (LocalTable table = table(ExploringCompactionPolicy.class)) {
      flush(table, 4);
      assertThat(request(table.stores().get(0)).isAfterSplit()).isFalse();
      table.master().split(row(5));
      assertThat(table.stores()).hasSize(2);
      for (HStore store : table.stores()) {
        CompactionRequestImpl request = request(store);
        assertThat(request.isAfterSplit()).isTrue();
        assertThat(request.getPriority()).isLessThan(0);
      }
    }
  }

  /** HBase cancels what a thread for short compactions has selected, and forgets what it was. */
  @Test
  void aMajorCompactionThatIsLeftToAnotherThreadIsRemembered() throws IOException {
    Thread thread = Thread.currentThread();
    String name = thread.getName();
    try (LocalTable table = table(ExploringCompactionPolicy.class)) {
      flush(table, 4);
      HStore store = table.stores().get(0);
      store.triggerMajorCompaction();
      thread.setName("rs-shortCompactions-0");
      selectAndCancelMajor(store);
      assertThat(TierlineStoreAccess.isMajorAwaited(store)).isTrue();
      thread.setName("rs-longCompactions-0");
      selectAndCancelMajor(store);
      assertThat(TierlineStoreAccess.isMajorAwaited(store)).isFalse();
    } finally {
      thread.setName(name);
    }
  }

  /** A thread for long compactions takes over what waits for the others: that is cancelled too. */
  @Test
  void aMajorCompactionThatWasTakenOverIsRememberedUntilItBegins() throws IOException {
    Thread thread = Thread.currentThread();
    String name = thread.getName();
    try (LocalTable table = table(ExploringCompactionPolicy.class)) {
      flush(table, 4);
      HStore store = table.stores().get(0);
      store.triggerMajorCompaction();
      thread.setName("rs-longCompactions-0");
      selectAndCancelMajor(store);
      CompactionContext begun =
          store
              .requestCompaction(
                  Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, User.getCurrent())
              .orElseThrow();
      assertThat(begun.getRequest().isMajor()).isTrue();
      assertThat(store.throttleCompaction(begun.getRequest().getSize())).isTrue();
      store.compact(begun, NoLimitThroughputController.INSTANCE, User.getCurrent());
      assertThat(
              store.requestCompaction(
                  Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, User.getCurrent()))
          .isEmpty();
    } finally {
      thread.setName(name);
    }
  }

  private static void selectAndCancelMajor(HStore store) throws IOException {
    CompactionContext selected =
        store
            .requestCompaction(
                Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, User.getCurrent())
            .orElseThrow();
    assertThat(selected.getRequest().isMajor()).isTrue();
    assertThat(TierlineStoreAccess.isMajorAwaited(store)).isFalse();
    assertThat(store.throttleCompaction(selected.getRequest().getSize())).isTrue();
    store.cancelRequestedCompaction(selected);
  }

  /** HBase delays flushes while a store has too many files, and compactions are asked for. */
  @Test
  void flushesWaitWhileSupersededCellsTakeTooMuchSpaceAndACompactionIsDue() throws IOException {
    try (LocalTable table = table(ExploringCompactionPolicy.class, 1, "1.85", FAMILY)) {
      HStore store = table.stores().get(0);
      overwrite(table, 1);
      assertThat(store.needsCompaction()).isFalse();
      assertThat(store.hasTooManyStoreFiles()).isFalse();
      overwrite(table, 2);
      assertThat(store.needsCompaction()).isTrue();
      assertThat(store.hasTooManyStoreFiles()).isTrue();
      table.compactions().untilQuiet();
      assertThat(store.hasTooManyStoreFiles()).isFalse();
    }
  }

  private static void overwrite(LocalTable table, int flushes) throws IOException {
    for (int flush = 0; flush < flushes; flush++) {
      for (int i = 0; i < 100; i++) {
        table.mutate(new Put(row(i)).addColumn(FAMILY, null, new byte[100]));
      }
      table.flush();
    }
  }

  @Test
  void aRegionIsSplitAtABorderThatIsNearItsMiddle() throws IOException {
    try (LocalTable table = table(ExploringCompactionPolicy.class)) {
      int row = 0;
      for (int rows : new int[] {100, 130, 110, 60}) {
        List<KeyValue> cells = new ArrayList<>();
        for (int end = row + rows; row < end; row++) {
          cells.add(
              new KeyValue(
                  Bytes.toBytes(String.format("row%03d", row)), FAMILY, null, 1, new byte[50]));
        }
        table.bulkLoad(FAMILY, cells);
      }
      assertThat(table.states().get(0).layout().partitions()).hasSize(4);
      byte[] point = table.stores().get(0).getSplitPoint().orElseThrow();
      assertThat(Bytes.toString(point)).isEqualTo("row230");
      table.master().split(point);
      assertThat(table.stores()).hasSize(2);
      assertThat(table.stores()).flatMap(HStore::getStorefiles).noneMatch(HStoreFile::isReference);
    }
  }

  /** Else each file of Level 0 becomes two halves while nobody can write to the region. */
  @Test
  void aRegionIsNotSplitByItselfBeforeLevel0IsMerged() throws IOException {
    try (LocalTable table = loadedInParts(14)) {
      HStore store = table.stores().get(0);
      flush(table, 4);
      assertThat(store.getSplitPoint()).as("few files in Level 0").isPresent();
      flush(table, 1);
      assertThat(table.states().get(0).layout().level0()).hasSize(5);
      assertThat(store.getSplitPoint()).isEmpty();
      RpcServer.setCurrentCall(mock(RpcCall.class));
      try {
        assertThat(store.getSplitPoint()).as("somebody has called for it").isPresent();
      } finally {
        RpcServer.unsetCurrentCall();
      }
      assertThat(store.getSplitPoint()).isEmpty();
      table.compactions().once();
      assertThat(table.states().get(0).layout().level0()).isEmpty();
      assertThat(store.getSplitPoint()).as("merged").isPresent();
    }
  }

  @Test
  void aRegionThatGrowsWithoutAMergeIsSplitAllTheSame() throws IOException {
    try (LocalTable table = loadedInParts(14)) {
      HStore store = table.stores().get(0);
      flush(table, 5);
      assertThat(store.getSplitPoint()).isEmpty();
      long bytes = table.states().get(0).layout().bytes();
      while (table.states().get(0).layout().bytes() <= bytes + bytes / 4) {
        assertThat(store.getSplitPoint()).isEmpty();
        flush(table, 1);
      }
      assertThat(store.getSplitPoint()).isPresent();
    }
  }

  /** As where compactions are switched off. */
  @Test
  void aRegionIsSplitAllTheSameWhenNoMergeComes() throws IOException {
    ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
    clock.setValue(EnvironmentEdgeManager.currentTime());
    EnvironmentEdgeManager.injectEdge(clock);
    try (LocalTable table = loadedInParts(14)) {
      HStore store = table.stores().get(0);
      flush(table, 5);
      assertThat(store.getSplitPoint()).isEmpty();
      clock.incValue(600_000);
      assertThat(store.getSplitPoint()).isPresent();
    } finally {
      EnvironmentEdgeManager.reset();
    }
  }

  /** HBase takes the row of the largest store that answers. */
  @Test
  void aRegionOfTwoFamiliesIsNotSplitByTheRowsOfTheSmallOne() throws IOException {
    try (LocalTable table = table(ExploringCompactionPolicy.class, 1, FAMILY, SMALL)) {
      loadInParts(table, 14);
      for (int i = 0; i < 3; i++) {
        table.mutate(new Put(Bytes.toBytes("low" + i)).addColumn(SMALL, null, row(i)));
        table.flush();
      }
      flush(table, 5);
      HRegion region = table.regions().iterator().next();
      byte[] middle = region.getStore(FAMILY).getSplitPoint().orElseThrow();
      assertThat(region.getStore(SMALL).getSplitPoint().orElseThrow()).isNotEqualTo(middle);
      assertThat(region.checkSplit(true)).hasValue(middle);
    }
  }

  private LocalTable loadedInParts(int parts) throws IOException {
    LocalTable table = table(ExploringCompactionPolicy.class);
    loadInParts(table, parts);
    return table;
  }

  /** Files without a common row: each is a partition. */
  private static void loadInParts(LocalTable table, int parts) throws IOException {
    for (int i = 0; i < parts; i++) {
      byte[] row = Bytes.toBytes(String.format("row%d.%02d", i % 10, i));
      table.bulkLoad(FAMILY, List.of(new KeyValue(row, FAMILY, null, 1, new byte[50])));
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

  /** HBase asks whether there is a plan, and then for the plan. */
  @Test
  void aPlanIsMadeOnceForEachStateOfAStore() throws IOException {
    try (LocalTable table = table(ExploringCompactionPolicy.class)) {
      flush(table, 4);
      StorePlans plans = new StorePlans(new CompactionPlanner(PlannerSettings.defaults(128 << 20)));
      StoreState state = table.states().get(0);
      Plan plan = plans.plan(state, List.of(), false, false).orElseThrow();
      assertThat(plans.plan(state, List.of(), false, false)).containsSame(plan);
      List<HStoreFile> compacting = List.copyOf(state.files());
      assertThat(plans.plan(state, compacting, false, false)).isEmpty();
      Plan major = plans.plan(state, List.of(), false, true).orElseThrow();
      assertThat(major.reason()).isEqualTo("major");
      flush(table, 1);
      Plan next = plans.plan(table.states().get(0), List.of(), false, false).orElseThrow();
      assertThat(next.inputs()).hasSize(plan.inputs().size() + 1);
    }
  }

  @Test
  void whatACompactionHasLeftToDoIsAskedForAtOnce() throws IOException {
    try (LocalTable table = table(ConfiguredPolicyTest.ThreeOldest.class)) {
      flush(table, 5);
      assertThat(engine(table).wantsCompaction()).isFalse();
      table.compactions().once();
      assertThat(engine(table).wantsCompaction()).isTrue();
    }
  }

  @Test
  void aMajorCompactionAskedForDuringAnotherComesAfterIt() throws IOException {
    ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
    clock.setValue(EnvironmentEdgeManager.currentTime());
    EnvironmentEdgeManager.injectEdge(clock);
    try (LocalTable table = table(ExploringCompactionPolicy.class)) {
      flush(table, 4);
      HStore store = table.stores().get(0);
      CompactionContext running = store.requestCompaction().orElseThrow();
      store.triggerMajorCompaction();
      assertThat(store.requestCompaction()).isEmpty();
      store.cancelRequestedCompaction(running);
      clock.incValue(10_000);
      assertThat(engine(table).wantsCompaction()).isTrue();
      table.compactions().once();
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

  /** Whatever is compacted beside what: a version comes up if that above it is deleted. */
  @Test
  void noVersionIsLostToADeleteThatStaysOutsideACompaction() throws IOException {
    ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
    clock.setValue(EnvironmentEdgeManager.currentTime());
    EnvironmentEdgeManager.injectEdge(clock);
    try (LocalTable table = table(ExploringCompactionPolicy.class, 2)) {
      write(table, 4, false);
      write(table, 6, false);
      compactBeside(table, () -> write(table, 6, true), () -> write(table, 8, false), clock);
      assertThat(versions(table)).containsOnly("[8, 4]");
    } finally {
      EnvironmentEdgeManager.reset();
    }
  }

  @Test
  void noRowIsLostWhoseNewestVersionIsDeleted() throws IOException {
    ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
    clock.setValue(EnvironmentEdgeManager.currentTime());
    EnvironmentEdgeManager.injectEdge(clock);
    try (LocalTable table = table(ExploringCompactionPolicy.class, 1)) {
      write(table, 6, false);
      compactBeside(table, () -> write(table, 6, true), () -> write(table, 4, false), clock);
      assertThat(versions(table)).containsOnly("[4]");
    } finally {
      EnvironmentEdgeManager.reset();
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  /**
   * A compaction is selected after each step and ends in the opposite order; then all is folded.
   */
  private static void compactBeside(
      LocalTable table, Step one, Step other, ManualEnvironmentEdge clock) throws IOException {
    HStore store = table.stores().get(0);
    write(table, 1, false);
    write(table, 2, false);
    one.run();
    clock.incValue(1_000_000);
    Optional<CompactionContext> first = store.requestCompaction();
    assertThat(first).isPresent();
    other.run();
    write(table, 3, false);
    write(table, 1, false);
    clock.incValue(1_000_000);
    Optional<CompactionContext> second = store.requestCompaction();
    assertThat(second).as("a compaction beside the first").isPresent();
    store.getHRegion().compact(second.get(), store, NoLimitThroughputController.INSTANCE);
    store.getHRegion().compact(first.get(), store, NoLimitThroughputController.INSTANCE);
    clock.incValue(1_000_000);
    table.compactions().untilQuiet();
  }

  /** One flush: a put of many rows at a time, or a delete of that version. */
  private static void write(LocalTable table, long time, boolean delete) throws IOException {
    for (int i = 0; i < 100; i++) {
      byte[] row = Bytes.toBytes(String.format("row%03d", i));
      table.mutate(
          delete
              ? new Delete(row).addColumn(FAMILY, null, time)
              : new Put(row).addColumn(FAMILY, null, time, Bytes.toBytes(time)));
    }
    table.flush();
  }

  private static Set<String> versions(LocalTable table) throws IOException {
    Map<String, List<Long>> rows = new TreeMap<>();
    Scan scan = new Scan().readAllVersions();
    try (RegionScanner scanner = table.regions().iterator().next().getScanner(scan)) {
      List<Cell> cells = new ArrayList<>();
      boolean more = true;
      while (more) {
        more = scanner.next(cells);
        cells.forEach(
            cell ->
                rows.computeIfAbsent(
                        Bytes.toString(CellUtil.cloneRow(cell)), row -> new ArrayList<>())
                    .add(cell.getTimestamp()));
        cells.clear();
      }
    }
    assertThat(rows).hasSize(100);
    return rows.values().stream().map(Object::toString).collect(Collectors.toSet());
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
    return table(policy, 1);
  }

  private LocalTable table(Class<?> policy, int versions) throws IOException {
    return table(policy, versions, FAMILY);
  }

  /** Nothing waits for space, so that compactions run beside each other. */
  private LocalTable table(Class<?> policy, int versions, byte[]... families) throws IOException {
    return table(policy, versions, "0", families);
  }

  private LocalTable table(Class<?> policy, int versions, String blockingSpace, byte[]... families)
      throws IOException {
    return new LocalTable(
            directory.resolve("t"),
            TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                .setColumnFamilies(
                    Stream.of(families)
                        .map(
                            family ->
                                ColumnFamilyDescriptorBuilder.newBuilder(family)
                                    .setMaxVersions(versions)
                                    .build())
                        .toList())
                .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, RlsmStoreEngine.class.getName())
                // A store of less than two partitions does one thing at a time.
                .setValue(RlsmKeys.PARTITION_MAX_BYTES.key(), "1000")
                .setValue(RlsmKeys.BLOCKING_SPACE.key(), blockingSpace)
                .setValue(DefaultStoreEngine.DEFAULT_COMPACTION_POLICY_CLASS_KEY, policy.getName())
                .build(),
            false)
        .create();
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
