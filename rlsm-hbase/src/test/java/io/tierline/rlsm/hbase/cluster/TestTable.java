/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import io.tierline.rlsm.hbase.HostTestingUtil;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegion.FlushResult;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.TierlineStoreAccess;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/**
 * A table whose family {@value #RLSM} has the engine under test and whose family {@value #STOCK}
 * has HBase's own. Every mutation goes to all families in one row operation, so each must hold what
 * the model says; when the stock family does not, it is the test that is wrong.
 */
final class TestTable implements AutoCloseable {
  static final String RLSM = "r";
  static final String STOCK = "s";

  private static final int ROWS = 300;
  private static final int COLUMNS = 3;
  private static final int WRITES_PER_FLUSH = 50;
  private static final String PADDING = "x".repeat(60);
  private static final int QUIET_LOOKS = 4;
  private static final int MOST_MORE_FLUSHES = 30;

  /** Engines with major compactions; not all have them. */
  private static final Set<String> ENGINES = Set.of(Engines.UNDER_TEST, Engines.STOCK);

  private final HostTestingUtil util;
  private final TableName name;
  private final List<String> families;
  private final Random random;
  private final Table table;
  private CellModel model = new CellModel();
  private long clock = 1_000_000;
  private boolean deletesVersions = true;

  private TestTable(HostTestingUtil util, TableName name, List<String> families)
      throws IOException {
    this.util = util;
    this.name = name;
    this.families = families;
    this.random = new Random(seed());
    this.table = util.getConnection().getTable(name);
  }

  /** A table on the home cluster, of one region, that keeps all versions. */
  static TestTable create(String name) throws Exception {
    return create(name, family -> {});
  }

  /** The same, with a setting for both families. */
  static TestTable create(String name, Consumer<ColumnFamilyDescriptorBuilder> both)
      throws Exception {
    return create(Clusters.home(), name, both, table -> {});
  }

  /** The same, anywhere and with settings for the table. */
  static TestTable create(
      HostTestingUtil util,
      String name,
      Consumer<ColumnFamilyDescriptorBuilder> both,
      Consumer<TableDescriptorBuilder> settings)
      throws Exception {
    TableDescriptorBuilder table = descriptor(name);
    for (String family : List.of(RLSM, STOCK)) {
      ColumnFamilyDescriptorBuilder builder = family(family);
      both.accept(family.equals(RLSM) ? Engines.underTest(builder) : Engines.stock(builder));
      table.setColumnFamily(builder.build());
    }
    settings.accept(table);
    return create(util, table);
  }

  /** A table as described; all its families get all mutations. */
  static TestTable create(HostTestingUtil util, TableDescriptorBuilder table) throws IOException {
    util.getAdmin().createTable(table.build());
    return open(util, table.build().getTableName());
  }

  /** A table that is there, about whose content nothing is known. */
  static TestTable open(HostTestingUtil util, TableName name) throws IOException {
    List<String> families = new ArrayList<>();
    util.getAdmin().getDescriptor(name).getColumnFamilyNames().stream()
        .map(Bytes::toString)
        .forEach(families::add);
    return new TestTable(util, name, families);
  }

  /** A table that is there and must hold what another one held. */
  static TestTable open(HostTestingUtil util, TableName name, CellModel content)
      throws IOException {
    TestTable table = open(util, name);
    table.model = content.copy();
    return table;
  }

  /** A table without families. */
  static TableDescriptorBuilder descriptor(String name) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
  }

  /** A family that keeps all versions, with small blocks so that small files have several. */
  static ColumnFamilyDescriptorBuilder family(String name) {
    return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
        .setMaxVersions(Integer.MAX_VALUE)
        .setBlocksize(1024);
  }

  HostTestingUtil util() {
    return util;
  }

  List<String> families() {
    return families;
  }

  TableName name() {
    return name;
  }

  Table table() {
    return table;
  }

  Admin admin() throws IOException {
    return util.getAdmin();
  }

  CellModel model() {
    return model;
  }

  /** The model starts again from an earlier copy: the table has been restored. */
  void modelIs(CellModel earlier) {
    model = earlier.copy();
  }

  /** The timestamp after all that have been used. */
  long now() {
    return clock;
  }

  /** Uses the next timestamp. */
  long tick() {
    return clock++;
  }

  /** From here on timestamps start later than those of a table whose content this one has. */
  void continueAfter(TestTable other) {
    clock = other.clock;
  }

  /**
   * No delete of one version from now on: what is left after it depends on what was compacted
   * before.
   */
  TestTable withoutVersionDeletes() {
    deletesVersions = false;
    return this;
  }

  /** Random puts and deletes in flushes, every third of them in one corner of the rows. */
  void load(int flushes) throws Exception {
    for (int i = 0; i < flushes; i++) {
      if (i % 3 == 2) {
        int corner = random.nextInt(ROWS - ROWS / 10);
        write(WRITES_PER_FLUSH, corner, corner + ROWS / 10);
      } else {
        write(WRITES_PER_FLUSH);
      }
      flush();
    }
  }

  /**
   * Loads so that, with the engine under test, files of all levels are there at the end. How many
   * flushes that takes depends on how many of them a compaction finds when it begins, and so on the
   * machine: flushes go on until it is so.
   */
  void loadAllLevels() throws Exception {
    load(8);
    settle();
    load(3);
    int more = 0;
    do {
      settle();
      write(WRITES_PER_FLUSH);
      flush();
      more++;
    } while (more < MOST_MORE_FLUSHES && !areAllLevelsThere());
    for (String family : families) {
      Levels.assertAllIn(stores(family));
    }
  }

  private boolean areAllLevelsThere() {
    return families.stream().flatMap(family -> stores(family).stream()).allMatch(Levels::areAllIn);
  }

  /** Random puts and deletes, not flushed. */
  void write(int mutations) throws Exception {
    write(mutations, 0, ROWS);
  }

  private void write(int mutations, int fromRow, int toRow) throws Exception {
    List<Row> batch = new ArrayList<>();
    for (int i = 0; i < mutations; i++) {
      String row = row(fromRow + random.nextInt(toRow - fromRow));
      String column = column(random.nextInt(COLUMNS));
      batch.add(random.nextInt(10) == 0 ? delete(row, column) : put(row, column));
    }
    table.batch(batch, new Object[batch.size()]);
  }

  /** Puts one cell, of the next timestamp. */
  void write(String row, String column, String value) throws IOException {
    table.put(put(row, column, value));
  }

  private Put put(String row, String column) {
    return put(row, column, "value-" + clock + PADDING);
  }

  private Put put(String row, String column, String value) {
    long timestamp = clock++;
    Put put = new Put(Bytes.toBytes(row));
    for (String family : families) {
      put.addColumn(Bytes.toBytes(family), Bytes.toBytes(column), timestamp, Bytes.toBytes(value));
    }
    model.put(row, column, timestamp, value);
    return put;
  }

  private Delete delete(String row, String column) {
    long timestamp = clock++;
    Delete delete = new Delete(Bytes.toBytes(row));
    switch (random.nextInt(deletesVersions ? 4 : 2)) {
      case 0 -> deleteColumn(delete, row, column, timestamp);
      case 1 -> deleteRow(delete, row, timestamp);
      case 2 -> deleteVersion(delete, row, column, timestamp);
      default -> deleteRowVersion(delete, row, column, timestamp);
    }
    return delete;
  }

  private void deleteColumn(Delete delete, String row, String column, long timestamp) {
    families.forEach(f -> delete.addColumns(Bytes.toBytes(f), Bytes.toBytes(column), timestamp));
    model.deleteColumn(row, column);
  }

  private void deleteRow(Delete delete, String row, long timestamp) {
    families.forEach(f -> delete.addFamily(Bytes.toBytes(f), timestamp));
    model.deleteRow(row);
  }

  private void deleteVersion(Delete delete, String row, String column, long otherwise) {
    long version = model.timestamps(row, column).stream().findFirst().orElse(otherwise);
    families.forEach(f -> delete.addColumn(Bytes.toBytes(f), Bytes.toBytes(column), version));
    model.deleteVersion(row, column, version);
  }

  private void deleteRowVersion(Delete delete, String row, String column, long otherwise) {
    long version = model.timestamps(row, column).stream().findFirst().orElse(otherwise);
    families.forEach(f -> delete.addFamilyVersion(Bytes.toBytes(f), version));
    model.deleteRowVersion(row, version);
  }

  static String row(int number) {
    return String.format("row%04d", number);
  }

  private static String column(int number) {
    return String.valueOf((char) ('a' + number));
  }

  /** Flushes all regions, and asks for compactions as a region server does after a flush. */
  void flush() throws IOException {
    for (RegionServerThread thread : util.getMiniHBaseCluster().getLiveRegionServerThreads()) {
      HRegionServer server = thread.getRegionServer();
      for (HRegion region : primaries(server)) {
        if (flush(region).isCompactionNeeded()) {
          server.getCompactSplitThread().requestSystemCompaction(region, "flushed by a test");
        }
      }
    }
  }

  /** A region refuses a flush while the region server's own flusher is at one. */
  private static FlushResult flush(HRegion region) throws IOException {
    FlushResult result;
    do {
      if (region.isClosing() || region.isClosed()) {
        throw new IOException(region + " closes while it is flushed");
      }
      region.waitForFlushes();
      result = region.flush(true);
    } while (result.getResult() == FlushResult.Result.CANNOT_FLUSH);
    return result;
  }

  /** Waits until no compaction runs or waits to run. */
  void settle() throws Exception {
    int[] looks = {0};
    Clusters.await(
        "no compactions of " + name,
        () -> {
          looks[0] = isCompacting() ? 0 : looks[0] + 1;
          return looks[0] >= QUIET_LOOKS;
        });
  }

  private boolean isCompacting() {
    for (RegionServerThread thread : util.getMiniHBaseCluster().getLiveRegionServerThreads()) {
      HRegionServer server = thread.getRegionServer();
      if (server.getCompactSplitThread().getCompactionQueueSize() > 0
          || primaries(server).stream()
              .anyMatch(region -> region.getCompactionState() != CompactionState.NONE)) {
        return true;
      }
    }
    return false;
  }

  /**
   * A major compaction of everything, done when it returns. A store of which files are being
   * compacted at the moment of the request, as by a fold that reads have paid for, does not take it
   * up at once, and HBase's own engine not by itself.
   */
  void majorCompact() throws Exception {
    Clusters.await(
        "major compaction of " + name,
        () -> {
          settle();
          admin().majorCompact(name);
          settle();
          return !isMajorAwaited();
        });
    // Whoever has taken it up last, such as the request that follows a fold, may still be at it.
    settle();
  }

  private boolean isMajorAwaited() {
    return families.stream()
        .flatMap(family -> stores(family).stream())
        .filter(store -> store.getStorefilesCount() > 0)
        .filter(store -> ENGINES.contains(store.getStoreEngine().getClass().getName()))
        .anyMatch(TierlineStoreAccess::isMajorAwaited);
  }

  /** Moves the only region and waits until it is there. */
  void moveTo(HRegionServer server) throws Exception {
    settle();
    admin().move(regions().get(0).getRegionInfo().getEncodedNameAsBytes(), server.getServerName());
    Clusters.await(name + " on " + server, () -> !server.getRegions(name).isEmpty());
  }

  /** The regions that are open, replicas apart. */
  List<HRegion> regions() {
    List<HRegion> regions = new ArrayList<>();
    for (RegionServerThread thread : util.getMiniHBaseCluster().getLiveRegionServerThreads()) {
      regions.addAll(primaries(thread.getRegionServer()));
    }
    return regions;
  }

  private List<HRegion> primaries(HRegionServer server) {
    return server.getRegions(name).stream()
        .filter(region -> RegionReplicaUtil.isDefaultReplica(region.getRegionInfo()))
        .toList();
  }

  /** The stores of a family, one for each region. */
  List<HStore> stores(String family) {
    return regions().stream().map(region -> region.getStore(Bytes.toBytes(family))).toList();
  }

  /** Names of the files of a family. */
  Set<String> files(String family) {
    Set<String> files = new TreeSet<>();
    for (HStore store : stores(family)) {
      for (HStoreFile file : store.getStorefiles()) {
        files.add(file.getPath().getName());
      }
    }
    return files;
  }

  List<String> cells(String family) throws IOException {
    return cells(family, new Scan().readAllVersions());
  }

  List<String> cells(String family, Scan scan) throws IOException {
    return Cells.of(table, family, scan);
  }

  /** Every family holds what the model says, to scans and to gets. */
  void verify() throws IOException {
    List<String> expected = model.cells();
    for (String family : families) {
      Cells.assertSame(cells(family), expected, "scan of " + this + ", " + family);
      Cells.assertSame(gotten(family), expected, "gets of " + this + ", " + family);
    }
  }

  /** The families hold the same, deleted cells and markers included. */
  void verifyRaw() throws IOException {
    Scan raw = new Scan().setRaw(true).readAllVersions();
    for (String family : families) {
      Cells.assertSame(
          cells(family, raw), cells(STOCK, raw), "raw scan of " + this + ", " + family);
    }
  }

  private List<String> gotten(String family) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      gets.add(new Get(Bytes.toBytes(row(i))).addFamily(Bytes.toBytes(family)).readAllVersions());
    }
    List<String> cells = new ArrayList<>();
    for (Result result : table.get(gets)) {
      cells.addAll(Cells.of(result));
    }
    return cells;
  }

  private int seed() {
    return name.getNameAsString().hashCode();
  }

  @Override
  public String toString() {
    return name + " (seed " + seed() + ')';
  }

  @Override
  public void close() throws IOException {
    table.close();
    if (admin().isTableEnabled(name)) {
      admin().disableTable(name);
    }
    admin().deleteTable(name);
  }
}
