/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.FileMeta;
import io.tierline.rlsm.layout.KeyRange;
import io.tierline.rlsm.layout.Partition;
import io.tierline.rlsm.select.WeightedSelection;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreScanner;
import org.apache.hadoop.hbase.regionserver.TierlineStoreAccess;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionConfiguration;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;

/**
 * Keeps the files of a store and says which of them a read needs. It is changed under the store
 * engine's write lock; reads take the current {@link StoreState}.
 */
final class LaidOutFiles {

  /** A region is split at a border that lies at most one byte in so many from the middle. */
  private static final int BORDER_ONE_IN = 8;

  /** Growth of which the usual pause is known: that many pauses and one. */
  private static final int PAUSES = 4;

  /** A store is idle when the next flush is overdue by so much. */
  private static final int PAUSES_IDLE = 3;

  private static final Comparator<HStoreFile> BY_AGE = TierlineStoreAccess.byAge();

  private final RlsmConf conf;
  private final StorePlans plans;
  private final int blockingFiles;
  private final int mostFilesToCompact;
  private final EngineStats stats;
  private final boolean alone;
  private final boolean isChained;

  private volatile StoreState state;
  private volatile long lastChange = EnvironmentEdgeManager.currentTime();
  private volatile boolean justGrown;

  /** When the store has grown last, the latest last. */
  private final Deque<Long> grown = new ArrayDeque<>();

  private volatile long idleMillis;

  private final SplitWait splitWait = new SplitWait();

  /**
   * Without files.
   *
   * @param alone whether the store is the only one of its region
   */
  LaidOutFiles(
      Configuration storeConf, RlsmConf conf, StorePlans plans, EngineStats stats, boolean alone) {
    this.conf = conf;
    this.alone = alone;
    this.plans = plans;
    this.stats = stats;
    this.blockingFiles =
        storeConf.getInt(HStore.BLOCKING_STOREFILES_KEY, HStore.DEFAULT_BLOCKING_STOREFILE_COUNT);
    this.mostFilesToCompact =
        storeConf.getInt(CompactionConfiguration.HBASE_HSTORE_COMPACTION_MAX_KEY, 10);
    // Chained scanners know each other, and are nothing for several threads.
    this.isChained = !storeConf.getBoolean(StoreScanner.STORESCANNER_PARALLEL_SEEK_ENABLE, false);
    this.state = noFiles();
    this.idleMillis = conf.idleMillis();
  }

  /** HBase's limit for one compaction, which here only puts off major ones. */
  int mostFilesToCompact() {
    return mostFilesToCompact;
  }

  private StoreState noFiles() {
    return StoreState.empty(conf.planner().links());
  }

  StoreState state() {
    return state;
  }

  /**
   * Whether nothing was flushed for a while, by what is usual in this store: one that is written to
   * slowly is not idle between two flushes, and must not pay for idle time after each of them.
   */
  boolean isIdle() {
    return sinceLastChange() >= idleMillis;
  }

  private long sinceLastChange() {
    return EnvironmentEdgeManager.currentTime() - lastChange;
  }

  /**
   * Whether the last that happened was a flush or a bulk load, and not long ago. Whoever flushes
   * asks HBase for the compaction that follows, or wants none yet.
   */
  boolean hasJustGrown() {
    return justGrown && sinceLastChange() < conf.idleMillis();
  }

  private void set(Iterable<HStoreFile> files) {
    state = state.with(ImmutableList.sortedCopyOf(BY_AGE, files));
    if (isChained) {
      state.chain();
    }
    stats.changed(state, blockingExcess(state) > 0, EnvironmentEdgeManager.currentTime());
  }

  void loadFiles(List<HStoreFile> storeFiles) {
    set(storeFiles);
  }

  void insertNewFiles(Collection<HStoreFile> files) {
    set(Iterables.concat(state.files(), files));
    lastChange = EnvironmentEdgeManager.currentTime();
    justGrown = true;
    notePause(lastChange);
    files.forEach(stats::added);
  }

  private void notePause(long now) {
    grown.addLast(now);
    if (grown.size() > PAUSES + 1) {
      grown.removeFirst();
    }
    long usual = (now - grown.getFirst()) / PAUSES;
    idleMillis = Math.max(conf.idleMillis(), Math.min(conf.idleMostMillis(), PAUSES_IDLE * usual));
  }

  void addCompactionResults(Collection<HStoreFile> compactedFiles, Collection<HStoreFile> results) {
    Set<HStoreFile> gone = new HashSet<>(compactedFiles);
    set(Iterables.concat(Iterables.filter(state.files(), file -> !gone.contains(file)), results));
    justGrown = false;
    stats.compacted(results);
  }

  void clearFiles() {
    state = noFiles();
  }

  /**
   * The number of files that counts against {@code hbase.hstore.blockingStoreFiles}: all of them in
   * a small store, never more than that limit in a large one, unless Level 0 is too large, or the
   * files take too much space and a compaction is about to free some. HBase blocks flushes by this
   * number alone, and partitions cost a read nothing.
   */
  int getStorefileCount() {
    StoreState now = state;
    int excess = blockingExcess(now);
    return excess > 0 ? blockingFiles + excess : Math.min(now.files().size(), blockingFiles);
  }

  /** By how many files flushes should see more than HBase lets them; none if not above 0. */
  private int blockingExcess(StoreState now) {
    int excess = now.layout().level0().size() - conf.level0Blocking();
    return excess <= 0 && plans.isFull(now) ? 1 : excess;
  }

  /**
   * As {@link org.apache.hadoop.hbase.regionserver.StoreFileManager} has it.
   *
   * <p>HBase does not say whether a scan is reversed: the start of one that is lies above its stop,
   * and if either is open, files on both sides are returned. Those that a scan does not reach are
   * never read.
   */
  Collection<HStoreFile> getFilesForScan(
      byte[] startRow,
      boolean includeStartRow,
      byte[] stopRow,
      boolean includeStopRow,
      boolean onlyLatestVersion) {
    StoreState now = state;
    int order = Arrays.compareUnsigned(startRow, stopRow);
    boolean isGet = startRow.length > 0 && order == 0 && includeStartRow && includeStopRow;
    ScannerGroup.begin(isGet);
    if (isGet) {
      return now.filesOf(startRow);
    }
    if (startRow.length > 0) {
      now.debt().scanned(startRow);
    }
    if (startRow.length == 0 || stopRow.length == 0) {
      return now.files();
    }
    return now.filesIn(
        order < 0 ? KeyRange.closed(startRow, stopRow) : KeyRange.closed(stopRow, startRow));
  }

  /**
   * The row that halves the bytes, or the border of partitions that comes nearest to that, if it is
   * near: partitions that lie in one half go to a daughter region as links, and are not rewritten.
   */
  Optional<byte[]> getSplitPoint() throws IOException {
    StoreState now = state;
    if (splitWait.isOn(now.layout(), maySplitWait(), EnvironmentEdgeManager.currentTime())) {
      return Optional.empty();
    }
    Optional<byte[]> middle = middleRow(now);
    return middle.isEmpty() ? middle : nearestBorder(now.layout().partitions()).or(() -> middle);
  }

  /**
   * Whether HBase may be told to wait: not where somebody has called for the split over the
   * network, who gets it at once, and not in an idle store. HBase asks all stores of a region, and
   * takes the row of the largest that has one: a large store that waited would have the region
   * split by a small one's rows.
   */
  private boolean maySplitWait() {
    return alone && RpcServer.getCurrentCall().isEmpty() && !isIdle();
  }

  /** The border that halves the partitions best; nothing if one half would be much larger. */
  private static Optional<byte[]> nearestBorder(List<Partition> partitions) {
    long bytes = partitions.stream().mapToLong(Partition::bytes).sum();
    long below = 0;
    long nearest = bytes / BORDER_ONE_IN;
    Optional<byte[]> border = Optional.empty();
    for (Partition partition : partitions) {
      long distance = Math.abs(bytes / 2 - below);
      if (below > 0 && distance <= nearest) {
        nearest = distance;
        border = Optional.of(partition.range().start());
      }
      below += partition.bytes();
    }
    return border;
  }

  private static Optional<byte[]> middleRow(StoreState now) {
    List<Weighted> rows = new ArrayList<>();
    byte[] lowest = null;
    byte[] highest = null;
    for (FileMeta file : now.layout().files()) {
      if (file.span().isEmpty()) {
        continue;
      }
      byte[] first = file.span().get().start();
      byte[] end = file.span().get().end();
      lowest = lowest == null || Arrays.compareUnsigned(first, lowest) < 0 ? first : lowest;
      highest = highest == null || Arrays.compareUnsigned(end, highest) > 0 ? end : highest;
      long weight = Math.max(1, file.bytes() / Math.max(1, file.samples().size()));
      file.samples().forEach(row -> rows.add(new Weighted(row, weight)));
    }
    byte[] least = lowest;
    return WeightedSelection.quantiles(
            rows, Weighted::weight, (a, b) -> Arrays.compareUnsigned(a.row(), b.row()), 2)
        .stream()
        .map(Weighted::row)
        // A region whose rows all lie on one side of its middle cannot be split.
        .filter(row -> Arrays.compareUnsigned(row, least) > 0)
        .findFirst();
  }

  /**
   * As {@link org.apache.hadoop.hbase.regionserver.StoreFileManager} has it.
   *
   * <p>On the stock engine's scale, from its limit of files down to 0 where flushes wait: stores of
   * all engines stand in one queue.
   */
  int getStoreCompactionPriority() {
    long room = (long) conf.level0Blocking() - state.layout().level0().size();
    int priority = (int) Math.floorDiv(room * blockingFiles, (long) conf.level0Blocking());
    return priority == HStore.PRIORITY_USER ? priority + 1 : priority;
  }

  double getCompactionPressure() {
    int files = state.layout().level0().size();
    int run = plans.runFiles(state);
    return files <= run ? 0 : (double) (files - run) / Math.max(1, conf.level0Blocking() - run);
  }

  private record Weighted(byte[] row, long weight) {}
}
