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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.FlushLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreFileManager;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.wal.WAL;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.apache.hadoop.hbase.wal.WALSplitter;

/**
 * A table in a directory of the local file system, without a cluster: its regions, one engine or
 * the other, and how they are killed, moved after a crash and cloned.
 */
final class LocalTable implements AutoCloseable {

  private static final Configuration SITE = LocalSite.small();

  private final java.nio.file.Path directory;
  private final Configuration conf;
  private final Path root;
  private final FileSystem fs;
  private final boolean logged;
  private final boolean stock;
  private final LocalRegionOpener opener;
  private final NavigableMap<byte[], HRegion> regions = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private TableDescriptor descriptor;
  private WALFactory wals;
  private WAL wal;
  private int lives;
  private int flushes;
  private long regionId = 1;
  private HeldScan held;
  private final LocalCompactions compactions = new LocalCompactions(this::regions, this::states);
  private final LocalMaster master = new LocalMaster(this);

  /**
   * Creates a table of one region.
   *
   * @param directory where; must not exist
   * @param descriptor the table, with its store engine
   * @param logged whether there is a write-ahead log, so that {@link #crash()} loses nothing
   */
  LocalTable(java.nio.file.Path directory, TableDescriptor descriptor, boolean logged)
      throws IOException {
    this(directory, descriptor, logged, SITE);
  }

  LocalTable(
      java.nio.file.Path directory, TableDescriptor descriptor, boolean logged, Configuration site)
      throws IOException {
    this(directory, descriptor, logged, site, 0);
  }

  private LocalTable(
      java.nio.file.Path directory,
      TableDescriptor descriptor,
      boolean logged,
      Configuration site,
      int lives)
      throws IOException {
    this.lives = lives;
    this.directory = directory;
    this.descriptor = descriptor;
    this.logged = logged;
    this.stock = !isRlsm();
    this.conf = new Configuration(site);
    this.fs = FileSystem.get(conf);
    this.root = fs.makeQualified(new Path(directory.toString()));
    CommonFSUtils.setRootDir(conf, root);
    conf.setBoolean(WALFactory.WAL_ENABLED, logged);
    this.opener = new LocalRegionOpener(conf, fs, root, descriptor);
    openLog();
  }

  /** Makes the first region. */
  LocalTable create() throws IOException {
    RegionInfo info =
        RegionInfoBuilder.newBuilder(descriptor.getTableName()).setRegionId(regionId++).build();
    HRegion.createRegionDir(conf, info, root);
    open(info);
    return this;
  }

  /**
   * Opens a copy of this table's files that was made at some time of its present life, as when the
   * region server was killed then.
   *
   * @param image the copy; it is changed
   * @param next the descriptor of the copy
   * @param replayed whether the log is replayed; if not, what was not flushed is lost
   * @param site as for the constructor
   */
  LocalTable recovered(
      java.nio.file.Path image, TableDescriptor next, boolean replayed, Configuration site)
      throws IOException {
    if (!replayed) {
      Path logs = new Path(image.toString(), HConstants.HREGION_LOGDIR_NAME);
      FileSystem.get(new Configuration(site)).delete(logs, true);
    }
    LocalTable copy = new LocalTable(image, next, replayed, site, lives);
    copy.regionId = regionId;
    if (replayed) {
      copy.splitLogs();
    }
    for (HRegion region : regions.values()) {
      copy.open(region.getRegionInfo());
    }
    return copy;
  }

  // ---------------------------------------------------------------- regions

  private void openLog() throws IOException {
    wals = new WALFactory(conf, "life-" + ++lives);
  }

  /** Opens a region. */
  void open(RegionInfo info) throws IOException {
    if (wal == null) {
      wal = wals.getWAL(info);
    }
    regions.put(info.getStartKey(), opener.open(descriptor, info, wal));
  }

  /** Whether visibility labels have a meaning. */
  boolean isLabelled() {
    return LocalRegionOpener.isLabelled(descriptor);
  }

  /** Closes a region, with what is left in memory in a file. */
  void close(HRegion region) throws IOException {
    release();
    compactions.finishAll();
    region.close();
    regions.remove(region.getRegionInfo().getStartKey());
  }

  Collection<HRegion> regions() {
    return regions.values();
  }

  /** Opens a second reader of a region's files, as another region server does. */
  HRegion openReplica(HRegion region) throws IOException {
    RegionInfo replica = RegionReplicaUtil.getRegionInfoForReplica(region.getRegionInfo(), 1);
    return opener.open(descriptor, replica, null);
  }

  HRegion regionOf(byte[] row) {
    return regions.floorEntry(row).getValue();
  }

  /** The region that begins where another ends, if there is one. */
  Optional<HRegion> regionAfter(HRegion region) {
    return Optional.ofNullable(regions.higherEntry(region.getRegionInfo().getStartKey()))
        .map(Map.Entry::getValue);
  }

  /** A number that no region of the table has. */
  long nextRegionId() {
    return regionId++;
  }

  List<HStore> stores() {
    List<HStore> stores = new ArrayList<>();
    for (HRegion region : regions.values()) {
      stores.addAll(region.getStores());
    }
    return stores;
  }

  TableDescriptor descriptor() {
    return descriptor;
  }

  java.nio.file.Path directory() {
    return directory;
  }

  Configuration configuration() {
    return conf;
  }

  FileSystem fileSystem() {
    return fs;
  }

  /** Whether the table was made with the stock engine. */
  boolean isStock() {
    return stock;
  }

  /** Whether the engine is RLSM now. */
  boolean isRlsm() {
    return RlsmStoreEngine.class
        .getName()
        .equals(descriptor.getValue(StoreEngine.STORE_ENGINE_CLASS_KEY));
  }

  /** The layouts of a table with the RLSM engine. */
  List<StoreState> states() {
    List<StoreState> states = new ArrayList<>();
    for (HStore store : stores()) {
      StoreFileManager files = store.getStoreEngine().getStoreFileManager();
      if (files instanceof RlsmStoreFileManager rlsm) {
        states.add(rlsm.state());
      }
    }
    return states;
  }

  // ---------------------------------------------------------------- reads and writes

  /** Writes a row; the region gets cells of its own, because it numbers them. */
  void mutate(Mutation mutation) throws IOException {
    HRegion region = regionOf(mutation.getRow());
    if (mutation instanceof Put put) {
      region.put(RequestCopies.of(put));
    } else {
      region.delete(RequestCopies.of((Delete) mutation));
    }
  }

  /** Writes a row if a column has a value; returns whether. */
  boolean mutateIf(byte[] family, byte[] column, byte[] value, Mutation mutation)
      throws IOException {
    CheckAndMutate.Builder check =
        CheckAndMutate.newBuilder(mutation.getRow()).ifEquals(family, column, value);
    CheckAndMutate action =
        mutation instanceof Put put
            ? check.build(RequestCopies.of(put))
            : check.build(RequestCopies.of((Delete) mutation));
    return regionOf(mutation.getRow()).checkAndMutate(action).isSuccess();
  }

  /**
   * Scans the table region by region, as a client does.
   *
   * @param rows stop after so many answers of the scanner
   */
  Cells scan(Scan scan, int rows) throws IOException {
    Cells found = new Cells();
    int left = rows;
    for (HRegion region : scan.isReversed() ? regions.descendingMap().values() : regions.values()) {
      try (RegionScanner scanner = RegionAnswers.scanner(region, scan, compactions)) {
        left -= RegionAnswers.read(scanner, found, left);
      }
      if (left <= 0) {
        break;
      }
    }
    return found;
  }

  Cells get(Get get) throws IOException {
    Cells found = new Cells();
    List<Cell> cells = regionOf(get.getRow()).get(RequestCopies.of(get)).listCells();
    found.add(cells == null ? List.of() : cells);
    return found;
  }

  Cells scanAll() throws IOException {
    return scan(new Scan().readAllVersions(), Integer.MAX_VALUE);
  }

  /** Opens a scanner that later calls of {@link #advance} read from. */
  void hold(byte[] row, Scan scan) throws IOException {
    release();
    RegionScanner scanner = RegionAnswers.scanner(regionOf(row), scan, compactions);
    held = isRlsm() ? HeldScan.live(scanner) : HeldScan.readAhead(scanner);
  }

  /** Reads from the scanner that is held; nothing if none is. */
  Cells advance(int rows) throws IOException {
    return held == null ? new Cells() : held.next(rows);
  }

  void release() throws IOException {
    if (held != null) {
      held.close();
      held = null;
    }
  }

  // ---------------------------------------------------------------- files

  void flush() throws IOException {
    for (HRegion region : regions.values()) {
      if (region.flush(true).isFlushSucceeded()) {
        flushes++;
      }
    }
  }

  /** Flushes one family of each region. */
  void flush(byte[] family) throws IOException {
    for (HRegion region : regions.values()) {
      region.flushcache(List.of(family), false, FlushLifeCycleTracker.DUMMY);
    }
  }

  /** How many flushes of a region have written something. */
  int flushes() {
    return flushes;
  }

  /** What a master does to it. */
  LocalMaster master() {
    return master;
  }

  /** Its compactions. */
  LocalCompactions compactions() {
    return compactions;
  }

  void compactAll() throws IOException {
    release();
    compactions.all();
  }

  /** Archives files that compactions have given up. */
  void discharge() throws IOException {
    for (HStore store : stores()) {
      store.closeAndArchiveCompactedFiles();
    }
  }

  /** Loads cells in bulk, as one file for each region that they belong to. */
  void bulkLoad(byte[] family, List<KeyValue> cells) throws IOException {
    bulkLoad(family, cells, 1, true);
  }

  /**
   * Loads cells in bulk, as some files of equal age for each region that they belong to.
   *
   * @param aged whether the region says how old they are
   */
  void bulkLoad(byte[] family, List<KeyValue> cells, int files, boolean aged) throws IOException {
    new LocalBulkLoad(conf, fs, new Path(root, "staging"), () -> regionId++)
        .load(regions.values(), family, cells, files, aged);
  }

  // ---------------------------------------------------------------- what a master does

  /** Closes all regions and opens them, perhaps with another descriptor. */
  void reopen(TableDescriptor next) throws IOException {
    List<RegionInfo> infos = regions.values().stream().map(HRegion::getRegionInfo).toList();
    for (HRegion region : List.copyOf(regions.values())) {
      close(region);
    }
    descriptor = next;
    for (RegionInfo info : infos) {
      open(info);
    }
    master.rewriteHalfFiles();
  }

  /**
   * Kills the region server: what is on disk now is opened again, with the log replayed. Without a
   * log, what was not flushed would be lost: it is flushed first.
   */
  void crash() throws IOException {
    release();
    compactions.finishAll();
    if (!logged) {
      flush();
    } else {
      wal.sync();
    }
    List<RegionInfo> infos = regions.values().stream().map(HRegion::getRegionInfo).toList();
    Path image = root.suffix("-image");
    copyTree(root, image);
    for (HRegion region : regions.values()) {
      region.close(true);
    }
    regions.clear();
    wals.close();
    wal = null;
    fs.delete(root, true);
    fs.rename(image, root);
    openLog();
    if (logged) {
      splitLogs();
    }
    for (RegionInfo info : infos) {
      open(info);
    }
  }

  private void splitLogs() throws IOException {
    Path dead = new Path(root, HConstants.HREGION_LOGDIR_NAME + "/life-" + (lives - 1));
    Path old = new Path(root, HConstants.HREGION_OLDLOGDIR_NAME);
    fs.mkdirs(old);
    WALSplitter.split(root, dead, old, fs, conf, wals);
  }

  /** The files of its regions, as a master handles them. */
  RegionFiles files() {
    return new RegionFiles(conf, fs, tableDir(), descriptor);
  }

  /** Where HBase's files are. */
  Path root() {
    return root;
  }

  Path tableDir() {
    return CommonFSUtils.getTableDir(root, descriptor.getTableName());
  }

  /**
   * Copies the table's files, as a clone of a snapshot does, and opens the copy.
   *
   * @param next the descriptor of the copy
   */
  LocalTable cloneFlushed(java.nio.file.Path into, TableDescriptor next) throws IOException {
    flush();
    Path target = fs.makeQualified(new Path(into.toString()));
    copyTree(root, target);
    fs.delete(new Path(target, HConstants.HREGION_LOGDIR_NAME), true);
    LocalTable copy = new LocalTable(into, next, false, conf);
    for (HRegion region : regions.values()) {
      copy.open(region.getRegionInfo());
    }
    return copy;
  }

  /** Copies the directory as it is, as when the region server is killed now. */
  Path copyEverything(java.nio.file.Path into) throws IOException {
    if (logged) {
      wal.sync();
    }
    Path target = fs.makeQualified(new Path(into.toString()));
    copyTree(root, target);
    return target;
  }

  /** Copies the files that the stores have, as a snapshot without a flush names them. */
  Path copyStoreFiles(java.nio.file.Path into) throws IOException {
    Path target = copyEverything(into);
    fs.delete(new Path(target, HConstants.HREGION_LOGDIR_NAME), true);
    for (String stray : strayFiles()) {
      fs.delete(new Path(stray.replace(root.toString(), target.toString())), false);
    }
    return target;
  }

  /** Files in the directories of the stores, apart from those that the stores have. */
  List<String> strayFiles() throws IOException {
    return files().strays(regions.values());
  }

  static TableDescriptor withEngine(TableDescriptor table, Class<?> engine) {
    return TableDescriptorBuilder.newBuilder(table)
        .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, engine.getName())
        .build();
  }

  static ColumnFamilyDescriptorBuilder family(String name) {
    return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name));
  }

  private void copyTree(Path from, Path to) throws IOException {
    ((TreeCopies) fs).copyTree(from, to);
  }

  @Override
  public void close() throws IOException {
    release();
    compactions.finishAll();
    for (HRegion region : List.copyOf(regions.values())) {
      region.close(true);
    }
    regions.clear();
    wals.close();
    opener.close();
    fs.delete(root, true);
  }
}
