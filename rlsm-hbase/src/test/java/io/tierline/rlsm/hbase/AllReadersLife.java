/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * A table of one region and one family, what is known of its cells, and compactions of which up to
 * three are under way. After each change of files every reader is asked.
 */
final class AllReadersLife implements AutoCloseable {

  static final byte[] FAMILY = ExpectedCells.FAMILY;

  /** A compaction under way, and the flushes and loads there had been when it was selected. */
  private record Started(HeldCompaction compaction, int generation) {}

  private static final int AT_ONCE = 3;

  private final KnownCells known;
  private final AllReaders readers;
  private final List<Started> started = new ArrayList<>();
  private final Path directory;
  private final boolean logged;
  private final boolean numbered;
  private final Coverage coverage;
  private LocalTable table;
  private CheckedScan held;
  private HRegion replica;
  private boolean leavesUnfinished;
  private int lives;

  AllReadersLife(
      Path directory,
      TableDescriptor descriptor,
      boolean logged,
      Configuration site,
      Coverage coverage)
      throws IOException {
    this.directory = directory;
    this.logged = logged;
    this.coverage = coverage;
    this.numbered = descriptor.getColumnFamily(FAMILY).isNewVersionBehavior();
    this.known = new KnownCells(numbered);
    this.readers = new AllReaders(known);
    this.table = new LocalTable(directory.resolve("life-0"), descriptor, logged, site).create();
    if (isMob()) {
      coverage.count("MOB");
    }
    if (isTracked()) {
      coverage.count("tracked");
    }
    if (numbered) {
      coverage.count("new version behavior");
    }
    if (family().getInMemoryCompaction() != MemoryCompactionPolicy.NONE) {
      coverage.count("memory compaction " + family().getInMemoryCompaction());
    }
  }

  private HStore store() {
    return AllReaders.store(table);
  }

  // ---------------------------------------------------------------- cells

  void put(Put put) throws IOException {
    Mutation own = own(put);
    AllReaders.region(table).put((Put) own);
    wrote(own);
  }

  void delete(Delete delete) throws IOException {
    Mutation own = own(delete);
    AllReaders.region(table).delete((Delete) own);
    wrote(own);
  }

  /** Writes rows at once, of which no two are the same. */
  void batch(List<Mutation> mutations) throws IOException {
    List<Mutation> own = new ArrayList<>();
    for (Mutation mutation : mutations) {
      own.add(own(mutation));
    }
    AllReaders.region(table).batchMutate(own.toArray(Mutation[]::new));
    for (Mutation mutation : own) {
      wrote(mutation);
    }
    coverage.count("batch");
  }

  /** Writes to columns of one row and deletes others, at once. */
  void mutateRow(Put put, Delete delete) throws IOException {
    Mutation ownPut = own(put);
    Mutation ownDelete = own(delete);
    AllReaders.region(table).mutateRow(RowMutations.of(List.of(ownPut, ownDelete)));
    ownPut.getFamilyCellMap().get(FAMILY).forEach(known::write);
    wrote(ownDelete);
    coverage.count("row mutation");
  }

  private void wrote(Mutation mutation) throws IOException {
    mutation.getFamilyCellMap().get(FAMILY).forEach(known::write);
    get(mutation.getRow());
  }

  /** A region numbers the cells that it is given. */
  private static Mutation own(Mutation mutation) throws IOException {
    Mutation own =
        mutation instanceof Put
            ? new Put(mutation.getRow(), mutation.getTimestamp())
            : new Delete(mutation.getRow(), mutation.getTimestamp());
    for (Cell cell : mutation.getFamilyCellMap().get(FAMILY)) {
      KeyValue copy = new KeyValue((KeyValue) cell);
      if (own instanceof Put put) {
        put.add(copy);
      } else {
        ((Delete) own).add(copy);
      }
    }
    return own;
  }

  /** Deletes the version of a column that is the newest now; HBase looks which that is. */
  void deleteLatest(byte[] row, byte[] column) throws IOException {
    Optional<Cell> latest = latest(row, column);
    Delete delete = new Delete(row).addColumn(FAMILY, column);
    AllReaders.region(table).delete(delete);
    Cell marker = delete.getFamilyCellMap().get(FAMILY).get(0);
    long time = latest.map(Cell::getTimestamp).orElseGet(EnvironmentEdgeManager::currentTime);
    require("time of the version deleted", time, marker.getTimestamp());
    KeyValue deleted = new KeyValue(row, FAMILY, column, time, KeyValue.Type.Delete);
    deleted.setSequenceId(((ExtendedCell) marker).getSequenceId());
    known.write(deleted);
    get(row);
    coverage.count("latest deleted");
  }

  void increment(byte[] row, byte[] column, long amount) throws IOException {
    Optional<Cell> latest = latest(row, column);
    long before = latest.map(cell -> Bytes.toLong(CellUtil.cloneValue(cell))).orElse(0L);
    Cell made =
        AllReaders.region(table)
            .increment(new Increment(row).addColumn(FAMILY, column, amount))
            .rawCells()[0];
    require("count", before + amount, Bytes.toLong(CellUtil.cloneValue(made)));
    follows(latest, made);
    coverage.count("increment");
  }

  void append(byte[] row, byte[] column, byte[] more) throws IOException {
    Optional<Cell> latest = latest(row, column);
    byte[] before = latest.map(CellUtil::cloneValue).orElse(new byte[0]);
    Cell made =
        AllReaders.region(table)
            .append(new Append(row).addColumn(FAMILY, column, more))
            .rawCells()[0];
    require(
        "text", Bytes.toString(Bytes.add(before, more)), Bytes.toString(CellUtil.cloneValue(made)));
    follows(latest, made);
    coverage.count("append");
  }

  private Optional<Cell> latest(byte[] row, byte[] column) throws IOException {
    Scan newest = new Scan(new Get(row).addColumn(FAMILY, column));
    return known.read(newest, store().getScanInfo()).stream().findFirst();
  }

  /** What is made of a cell is newer than it. */
  private void follows(Optional<Cell> latest, Cell made) throws IOException {
    long now = EnvironmentEdgeManager.currentTime();
    long time = latest.map(cell -> Math.max(now, cell.getTimestamp() + 1)).orElse(now);
    require("time of what is made of a cell", time, made.getTimestamp());
    known.write(made);
    get(CellUtil.cloneRow(made));
  }

  private static void require(String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new AssertionError(what + ": " + found + ", should be " + expected);
    }
  }

  /** Reads a row. */
  void get(byte[] row) throws IOException {
    get(new Get(row).readAllVersions());
  }

  void get(Get get) throws IOException {
    readers.get(table, get);
  }

  void scan(Scan scan) throws IOException {
    readers.scan(table, scan);
  }

  /** Begins a scan that goes on while the store changes. */
  void hold(Scan scan) throws IOException {
    release();
    held = readers.hold(table, scan);
  }

  /** Goes on with the scan that is held. */
  void advance(int rows) throws IOException {
    if (held != null) {
      held.next(rows);
      coverage.count("held rows", rows);
    }
  }

  private void release() throws IOException {
    if (held != null) {
      held.close();
      held = null;
    }
  }

  /** Rows and times of a column's cells, as {@code row@time}, by a default scan. */
  List<String> times(byte[] column) throws IOException {
    List<String> found = new ArrayList<>();
    for (Cell cell : AllReaders.cells(table, new Scan().readAllVersions())) {
      if (CellUtil.matchingQualifier(cell, column)) {
        found.add(Bytes.toString(CellUtil.cloneRow(cell)) + "@" + cell.getTimestamp());
      }
    }
    return found;
  }

  // ---------------------------------------------------------------- files

  void flush() throws IOException {
    table.flush();
    known.flush(store(), readers.onDisk(table));
    coverage.count("flushes");
    readers.scanAll(table);
  }

  /**
   * Loads cells.
   *
   * @param aged whether the region gives them an age; if not, they are older than all others
   */
  void load(List<KeyValue> cells, int files, boolean aged) throws IOException {
    flush();
    List<KeyValue> own = cells.stream().map(KeyValue::new).toList();
    table.bulkLoad(FAMILY, own, files, aged);
    if (numbered) {
      long number = store().getMaxSequenceId().orElseThrow();
      own.forEach(cell -> cell.setSequenceId(number));
    }
    own.forEach(known::remember);
    known.loaded(own, readers.onDisk(table));
    coverage.count(aged ? "bulk" : "bulk without age");
    readers.scanAll(table);
  }

  /** Selects a compaction, if the store wants one and another may be begun. */
  void select(boolean major) throws IOException {
    if (started.size() == AT_ONCE) {
      return;
    }
    if (major) {
      store().triggerMajorCompaction();
    }
    Optional<CompactionContext> selected =
        store()
            .requestCompaction(
                major ? Store.PRIORITY_USER : Store.NO_PRIORITY,
                CompactionLifeCycleTracker.DUMMY,
                User.getCurrent());
    // Files of which everything has expired go with a selection.
    known.compacted(store(), known.generation(), readers.onDisk(table));
    if (selected.isPresent()) {
      HeldCompaction compaction =
          new HeldCompaction(AllReaders.region(table), store(), selected.get());
      started.add(new Started(compaction, known.generation()));
      coverage.count("selected");
      coverage.max("most at once", started.size());
    }
  }

  /** Lets a compaction read, but not commit. */
  void read(int which) throws IOException {
    if (!started.isEmpty()) {
      started.get(which % started.size()).compaction().read();
    }
  }

  void commit(int which) throws IOException {
    if (started.isEmpty()) {
      return;
    }
    Started next = started.remove(which % started.size());
    next.compaction().commit();
    List<Cell> files = readers.onDisk(table);
    // What has expired since it has read it cannot have dropped.
    RunClock.at(
        next.compaction().readAt(), () -> known.compacted(store(), next.generation(), files));
    coverage.count("compactions");
    readers.scanAll(table);
  }

  /** Lets a compaction come to grief while it reads, if it has not read yet. */
  void fail(int which) throws IOException {
    if (started.isEmpty() || started.get(which % started.size()).compaction().hasRead()) {
      return;
    }
    Started next = started.remove(which % started.size());
    if (next.compaction().fail()) {
      known.unchanged(readers.onDisk(table));
      coverage.count("failed compactions");
      readers.scanAll(table);
    } else {
      started.add(next);
      commit(started.size() - 1);
    }
  }

  /** Lets an operation on files fail while a compaction reads, writes or is committed. */
  void failFile(int which, int number, boolean done, Throwable fault) throws IOException {
    if (started.isEmpty()) {
      return;
    }
    Started next = started.remove(which % started.size());
    FileFaults.arm(directory.getFileName().toString(), number, done, fault);
    IOException failure = null;
    try {
      next.compaction().commit();
    } catch (IOException e) {
      failure = e;
    }
    boolean happened = FileFaults.disarm(directory.getFileName().toString());
    if (failure != null && !happened) {
      throw failure;
    }
    leavesUnfinished |= happened && done;
    // What fails when the outputs are in their place, as archiving, has not undone it.
    List<Cell> files = readers.onDisk(table);
    RunClock.at(
        next.compaction().readAt(), () -> known.compacted(store(), next.generation(), files));
    readers.scanAll(table);
    if (happened) {
      coverage.count(failure == null ? "faults overcome" : "faults");
      crashImage();
    }
  }

  /** Lets an operation on files fail while the store is flushed: if it is, a server ends itself. */
  void failFlush(int number, boolean done, Throwable fault) throws IOException {
    if (!logged) {
      return;
    }
    FileFaults.arm(directory.getFileName().toString(), number, done, fault);
    Throwable failure = null;
    try {
      table.flush();
    } catch (IOException | Error e) {
      failure = e;
    }
    boolean happened = FileFaults.disarm(directory.getFileName().toString());
    if (failure == null) {
      leavesUnfinished |= happened;
      coverage.count("flushes overcome", happened ? 1 : 0);
      known.flush(store(), readers.onDisk(table));
      readers.scanAll(table);
    } else if (happened) {
      coverage.count("failed flushes");
      crash();
    } else {
      throw new IOException(failure);
    }
  }

  /** Commits what is under way, and compacts until the store wants no more. */
  void compact() throws IOException {
    commitAll();
    for (int i = 0; i < 100 && store().needsCompaction(); i++) {
      select(false);
      if (started.isEmpty()) {
        return;
      }
      commitAll();
    }
  }

  private void commitAll() throws IOException {
    while (!started.isEmpty()) {
      commit(0);
    }
  }

  void major() throws IOException {
    commitAll();
    select(true);
    coverage.count("major");
    commitAll();
  }

  void discharge() throws IOException {
    table.discharge();
    known.unchanged(readers.onDisk(table));
    readers.scanAll(table);
  }

  // ---------------------------------------------------------------- lives

  /** The region server is killed, with all compactions under way. */
  void crash() throws IOException {
    release();
    closeReplica();
    withoutLogFlush();
    Path next = directory.resolve("life-" + ++lives);
    table.copyEverything(next);
    // The dead server's threads still end; what they do is done to files that nobody reads.
    for (Started each : started) {
      each.compaction().commit();
    }
    started.clear();
    LocalTable dead = table;
    table = dead.recovered(next, dead.descriptor(), logged, dead.configuration());
    dead.close();
    known.flush(store(), readers.onDisk(table));
    coverage.count("crash");
    readers.scanAll(table);
  }

  /** Without a log what is in memory would be lost, and what was compacted away would be back. */
  private void withoutLogFlush() throws IOException {
    if (!logged) {
      flush();
      discharge();
    }
  }

  /** Gives the table to the stock engine, and back to RLSM. */
  void alter(boolean major) throws IOException {
    commitAll();
    TableDescriptor own = table.descriptor();
    reopen(AllReaders.stock(table));
    if (major) {
      major();
    }
    reopen(own);
    coverage.count("alter");
  }

  /** Gives the family other rules for what it keeps. */
  void alterRules(ColumnFamilyDescriptor family) throws IOException {
    commitAll();
    // By the old rules: the regions would flush when they are closed.
    flush();
    reopen(
        TableDescriptorBuilder.newBuilder(table.descriptor()).modifyColumnFamily(family).build());
    coverage.count("alter rules");
  }

  private void reopen(TableDescriptor next) throws IOException {
    release();
    closeReplica();
    if (store().hasReferences()) {
      // They are rewritten for the stock engine.
      flush();
      table.reopen(next);
      known.compacted(store(), known.generation(), readers.onDisk(table));
    } else {
      table.reopen(next);
      known.flush(store(), readers.onDisk(table));
    }
    readers.scanAll(table);
  }

  /**
   * Splits the region, and merges its halves again: then it has half files, beside which
   * compactions begin.
   *
   * @param compactions of each half, before the two are merged
   * @param archive whether the regions that were split and merged are archived, so that nothing but
   *     links is left
   */
  void splitAndMerge(byte[] row, int compactions, boolean archive) throws IOException {
    if (isTracked() || isMob()) {
      // A master tells the list of a region's files of those that it makes, and moves large values.
      return;
    }
    commitAll();
    release();
    closeReplica();
    flush();
    // Half files that there are already are rewritten first, in both.
    table.split(row);
    known.compacted(store(), known.generation(), readers.onDisk(table));
    readers.scanRegions(table);
    for (int i = 0; i < compactions; i++) {
      table.compactOnce();
      known.compacted(store(), known.generation(), readers.onDisk(table));
      readers.scanRegions(table);
    }
    table.merge(HConstants.EMPTY_START_ROW);
    known.compacted(store(), known.generation(), readers.onDisk(table));
    if (table.stores().get(0).hasReferences()) {
      coverage.count("half files");
    }
    readers.scanAll(table);
    if (archive) {
      table.archiveParents();
      known.compacted(store(), known.generation(), readers.onDisk(table));
      readers.scanAll(table);
    }
    coverage.count("split and merge");
  }

  private ColumnFamilyDescriptor family() {
    return table.descriptor().getColumnFamily(FAMILY);
  }

  private boolean isMob() {
    return family().isMobEnabled();
  }

  // ---------------------------------------------------------------- readers of copies

  void snapshot() throws IOException {
    readers.snapshot(table);
    coverage.count("snapshot");
  }

  /**
   * A replica of the region looks at the files again. It sees what was compacted away as long as
   * that is there.
   */
  void replica() throws IOException {
    release();
    discharge();
    if (replica == null) {
      replica = table.openReplica(AllReaders.region(table));
    }
    readers.replica(table, replica);
    coverage.count("replica");
  }

  private void closeReplica() throws IOException {
    if (replica != null) {
      replica.close(true);
      replica = null;
    }
  }

  void copy() throws IOException {
    readers.clone(table);
    coverage.count("clone");
  }

  void crashImage() throws IOException {
    withoutLogFlush();
    readers.crashImage(table, logged);
    coverage.count("crash image");
  }

  /** Ends what is under way and asks all readers. */
  void end() throws IOException {
    release();
    commitAll();
    flush();
    snapshot();
    copy();
    crashImage();
    major();
    replica();
    List<String> strays = table.strayFiles();
    // Until the region is opened HBase forgets a file that it has made and takes for not made, and
    // one of a flush that it tries again.
    strays.removeIf(path -> leavesUnfinished && path.contains("/.tmp/"));
    if (!isTracked() && !strays.isEmpty()) {
      throw new AssertionError("files that belong to nothing: " + strays);
    }
  }

  /**
   * Whether a list says which files a store has. What a killed server has left beside them stays
   * until a chore of HBase's finds it.
   */
  private boolean isTracked() {
    return table.descriptor().getValue(StoreFileTrackerFactory.TRACKER_IMPL) != null;
  }

  @Override
  public void close() throws IOException {
    release();
    closeReplica();
    for (Started each : started) {
      each.compaction().commit();
    }
    table.close();
  }
}
