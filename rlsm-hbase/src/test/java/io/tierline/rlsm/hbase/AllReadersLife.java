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
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table of one region and one family, what is known of its cells, and compactions of which up to
 * three are under way. After each change of files every reader is asked.
 */
final class AllReadersLife implements AutoCloseable {

  static final byte[] FAMILY = ExpectedCells.FAMILY;

  /** A compaction under way, and the flushes and loads there had been when it was selected. */
  private record Started(HeldCompaction compaction, int generation) {}

  private static final int AT_ONCE = 3;

  private final KnownCells known = new KnownCells();
  private final AllReaders readers = new AllReaders(known);
  private final List<Started> started = new ArrayList<>();
  private final Path directory;
  private final boolean logged;
  private final Coverage coverage;
  private LocalTable table;
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
    this.table = new LocalTable(directory.resolve("life-0"), descriptor, logged, site).create();
  }

  private HStore store() {
    return AllReaders.store(table);
  }

  // ---------------------------------------------------------------- cells

  void put(Put put) throws IOException {
    Put own = new Put(put.getRow(), put.getTimestamp());
    for (Cell cell : put.getFamilyCellMap().get(FAMILY)) {
      known.write(cell);
      own.add(new KeyValue((KeyValue) cell));
    }
    AllReaders.region(table).put(own);
    get(put.getRow());
  }

  void delete(Delete delete) throws IOException {
    Delete own = new Delete(delete.getRow(), delete.getTimestamp());
    for (Cell cell : delete.getFamilyCellMap().get(FAMILY)) {
      known.write(cell);
      own.add(new KeyValue((KeyValue) cell));
    }
    AllReaders.region(table).delete(own);
    get(delete.getRow());
  }

  /** Reads a row. */
  void get(byte[] row) throws IOException {
    readers.get(table, new Get(row).readAllVersions());
  }

  void scan(Scan scan) throws IOException {
    readers.scan(table, scan);
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

  void load(List<KeyValue> cells) throws IOException {
    flush();
    cells.forEach(known::remember);
    table.bulkLoad(FAMILY, cells.stream().map(KeyValue::new).toList());
    known.loaded(cells, readers.onDisk(table));
    coverage.count("bulk");
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

  private void reopen(TableDescriptor next) throws IOException {
    table.reopen(next);
    known.flush(store(), readers.onDisk(table));
    readers.scanAll(table);
  }

  // ---------------------------------------------------------------- readers of copies

  void snapshot() throws IOException {
    readers.snapshot(table);
    coverage.count("snapshot");
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
    commitAll();
    flush();
    snapshot();
    copy();
    crashImage();
    major();
    table.discharge();
    if (!table.strayFiles().isEmpty()) {
      throw new AssertionError("files that belong to nothing: " + table.strayFiles());
    }
  }

  @Override
  public void close() throws IOException {
    for (Started each : started) {
      each.compaction().commit();
    }
    table.close();
  }
}
