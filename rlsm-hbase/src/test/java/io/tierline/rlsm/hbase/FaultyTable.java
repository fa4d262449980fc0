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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * A logged table of one region and one family that is written at random, and what it must answer.
 * Every put and delete has returned: its cells are acknowledged.
 */
final class FaultyTable implements AutoCloseable {

  static final int ROWS = 400;
  private static final int VERSIONS = 2;
  private static final int IDLE_MILLIS = 10_000;

  /** HBase's clock, which only moves when it is told to. */
  private static final AtomicLong CLOCK = new AtomicLong();

  private final Random random;
  private final LocalTable table;
  private final ExpectedCells expected;
  private ExpectedCells flushed;

  /** Creates the table. */
  FaultyTable(Path directory, TableDescriptor descriptor, Configuration site, long seed)
      throws IOException {
    this.random = new Random(seed);
    this.table = new LocalTable(directory, descriptor, true, site).create();
    this.expected = new ExpectedCells(VERSIONS);
    this.flushed = expected.copy();
  }

  private FaultyTable(FaultyTable like, LocalTable table, ExpectedCells expected, long seed) {
    this.random = new Random(seed);
    this.table = table;
    this.expected = expected.copy();
    this.flushed = this.expected.copy();
  }

  /** What a server finds that opens a copy of the files; see {@link LocalTable#recovered}. */
  FaultyTable recovered(
      Path image, TableDescriptor descriptor, boolean replayed, Configuration site)
      throws IOException {
    LocalTable copy = table.recovered(image, descriptor, replayed, site);
    return new FaultyTable(this, copy, replayed ? expected : flushed, 1);
  }

  static void installClock() {
    CLOCK.set(1_700_000_000_000L);
    EnvironmentEdgeManager.injectEdge(CLOCK::get);
  }

  /** Small everything, so that each kind of compaction occurs. */
  static TableDescriptor descriptor() {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
        .setDurability(Durability.SYNC_WAL)
        .setColumnFamily(LocalTable.family("f").setMaxVersions(VERSIONS).setBlocksize(256).build())
        .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, RlsmStoreEngine.class.getName())
        .setValue(RlsmKeys.PARTITION_MAX_BYTES.key(), "4000")
        .setValue(RlsmKeys.PARTITIONS.key(), "20")
        .setValue(RlsmKeys.SLICES_MAX.key(), "5")
        .setValue(RlsmKeys.RUN_FILES_MIN.key(), "2")
        .setValue(RlsmKeys.IDLE_SOURCES.key(), "2")
        .setValue(RlsmKeys.SPACE_MAX.key(), "0.3")
        .setValue(RlsmKeys.IDLE_MILLIS.key(), "" + IDLE_MILLIS)
        .setValue("hbase.hstore.compaction.min", "3")
        .setValue("io.storefile.bloom.block.size", "1024")
        .build();
  }

  LocalTable table() {
    return table;
  }

  List<HStore> stores() {
    return table.stores();
  }

  ExpectedCells expected() {
    return expected;
  }

  /** What the table must answer if its log is lost. */
  ExpectedCells flushed() {
    return flushed;
  }

  Random random() {
    return random;
  }

  // ---------------------------------------------------------------- writes

  /** Some puts, some deletes; all over the table, or near each other. */
  void write(int mutations) throws IOException {
    boolean near = random.nextInt(3) == 0;
    int start = near ? random.nextInt(ROWS) : 0;
    int window = near ? ROWS / 20 : ROWS;
    for (int i = 0; i < mutations; i++) {
      byte[] row = row((start + random.nextInt(window)) % ROWS);
      String column = random.nextBoolean() ? "p" : "q";
      int choice = random.nextInt(10);
      if (choice == 0) {
        deleteRow(row);
      } else if (choice == 1) {
        deleteColumn(row, column);
      } else {
        put(row, column);
      }
    }
  }

  static byte[] row(int number) {
    return Bytes.toBytes(String.format("row%04d", number));
  }

  private void put(byte[] row, String column) throws IOException {
    long time = CLOCK.incrementAndGet();
    byte[] value = new byte[20 + random.nextInt(40)];
    random.nextBytes(value);
    table.mutate(
        new Put(row, time).addColumn(ExpectedCells.FAMILY, Bytes.toBytes(column), time, value));
    expected.put(row, column, time, value);
  }

  private void deleteRow(byte[] row) throws IOException {
    long time = CLOCK.incrementAndGet();
    table.mutate(new Delete(row, time).addFamily(ExpectedCells.FAMILY, time));
    expected.delete(row);
  }

  private void deleteColumn(byte[] row, String column) throws IOException {
    long time = CLOCK.incrementAndGet();
    table.mutate(
        new Delete(row, time).addColumns(ExpectedCells.FAMILY, Bytes.toBytes(column), time));
    expected.delete(row, column);
  }

  void flush() throws IOException {
    CLOCK.incrementAndGet();
    table.flush();
    flushed = expected.copy();
  }

  /** Lets enough time pass for the store to be idle. */
  static void idle() {
    CLOCK.addAndGet(IDLE_MILLIS + 1);
  }

  // ---------------------------------------------------------------- compactions

  /** Selects what a store compacts next, if anything. */
  static Optional<CompactionContext> request(HStore store, boolean major) throws IOException {
    if (major) {
      store.triggerMajorCompaction();
    } else if (!store.needsCompaction()) {
      return Optional.empty();
    }
    int priority = major ? Store.PRIORITY_USER : Store.NO_PRIORITY;
    return store.requestCompaction(priority, CompactionLifeCycleTracker.DUMMY, null);
  }

  static void compact(HStore store, CompactionContext selected) throws IOException {
    store.getHRegion().compact(selected, store, NoLimitThroughputController.INSTANCE);
  }

  void compactUntilQuiet() throws IOException {
    table.compactions().untilQuiet();
  }

  // ---------------------------------------------------------------- checks

  /** Fails unless the table shows exactly the cells that were acknowledged. */
  void check(String when) throws IOException {
    check(when, List.of(expected));
  }

  /** As {@link #check(String)}, where one of several states is right. */
  void check(String when, List<ExpectedCells> allowed) throws IOException {
    Cells found = table.scanAll();
    if (allowed.stream().noneMatch(cells -> cells.cells().equals(found))) {
      throw new AssertionError(
          when + ": " + Cells.difference(allowed.get(0).cells(), found) + " " + table.states());
    }
  }

  /** Compacts everything in the end, and fails if a file is left that belongs to nothing. */
  void end(String when, List<String> allowedStray) throws IOException {
    table.compactAll();
    check(when + ", after a major compaction");
    table.discharge();
    check(when + ", after archiving");
    List<String> stray = new ArrayList<>(table.strayFiles());
    stray.removeIf(file -> allowedStray.stream().anyMatch(file::contains));
    if (!stray.isEmpty()) {
      throw new AssertionError(when + ": files that belong to nothing: " + stray);
    }
  }

  @Override
  public void close() throws IOException {
    table.close();
  }

  @Override
  public String toString() {
    return Arrays.toString(table.states().toArray());
  }
}
