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
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.ClientSideRegionScanner;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Scan.ReadType;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.mob.MobCell;
import org.apache.hadoop.hbase.mob.MobUtils;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HMobStore;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.ScannerContext.LimitScope;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/** Every way to read a table of one region; all must show what is known of its families. */
final class AllReaders {

  /** Scans as HBase chooses, by stream and by position, and reversed ones. */
  private static final int KINDS = 4;

  /** When it is the turn of all of them, and of the last one; of others by their order. */
  private static final int ALL = 0;

  private static final int REVERSED = KINDS - 1;

  private final List<KnownCells> known;
  private final Map<KnownCells, Map<String, List<Cell>>> files = new HashMap<>();
  private int copies;
  private int changes;

  AllReaders(List<KnownCells> known) {
    this.known = known;
  }

  static HRegion region(LocalTable table) {
    return table.regions().iterator().next();
  }

  /** The store of a family in the first region. */
  static HStore store(LocalTable table, KnownCells family) {
    return region(table).getStore(family.family());
  }

  // ---------------------------------------------------------------- files

  /**
   * All that lies in the files of a family, whatever an engine would show of it, file by file. The
   * cells of a file that was there before are the same list.
   */
  Collection<List<Cell>> onDisk(LocalTable table, KnownCells family) throws IOException {
    Map<String, List<Cell>> before = files.getOrDefault(family, Map.of());
    Map<String, List<Cell>> now = new HashMap<>();
    for (HRegion region : table.regions()) {
      HStore store = region.getStore(family.family());
      for (HStoreFile file : store.getStorefiles()) {
        // Two halves of one file have the same name.
        String name = file.getPath().toString();
        List<Cell> cells = before.get(name);
        now.put(name, cells == null ? whole(store, cellsOf(table, file)) : cells);
      }
    }
    files.put(family, now);
    return now.values();
  }

  private static List<Cell> cellsOf(LocalTable table, HStoreFile file) throws IOException {
    // Cells of a file that was loaded have its number, which is not written beside them.
    return file.isReference() || file.getFileInfo().isLink() || file.isBulkLoadResult()
        ? cellsOfPart(file)
        : cellsOf(table, file.getPath());
  }

  /** Half of a file, or a file that another region has. */
  private static List<Cell> cellsOfPart(HStoreFile file) throws IOException {
    List<Cell> cells = new ArrayList<>();
    StoreFileScanner scanner =
        file.getReader().getStoreFileScanner(false, true, false, Long.MAX_VALUE, 0, false);
    try {
      scanner.seek(KeyValue.LOWESTKEY);
      for (Cell cell = scanner.next(); cell != null; cell = scanner.next()) {
        cells.add(KeyValueUtil.copyToNewKeyValue(cell));
      }
    } finally {
      scanner.close();
    }
    return cells;
  }

  /** Large values of a MOB family lie elsewhere. */
  private static List<Cell> whole(HStore store, List<Cell> cells) throws IOException {
    if (!(store instanceof HMobStore mob)) {
      return cells;
    }
    List<Cell> whole = new ArrayList<>();
    for (Cell cell : cells) {
      ExtendedCell inner = InnerCells.of(cell);
      if (MobUtils.isMobReferenceCell(inner)) {
        try (MobCell resolved = mob.resolve(inner, false)) {
          whole.add(KeyValueUtil.copyToNewKeyValue(resolved.getCell()));
        }
      } else {
        whole.add(cell);
      }
    }
    return whole;
  }

  private static List<Cell> cellsOf(LocalTable table, Path file) throws IOException {
    List<Cell> cells = new ArrayList<>();
    Configuration conf = table.configuration();
    try (HFile.Reader reader =
        HFile.createReader(table.fileSystem(), file, CacheConfig.DISABLED, true, conf)) {
      HFileScanner scanner = reader.getScanner(conf, false, true);
      for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
        cells.add(KeyValueUtil.copyToNewKeyValue(scanner.getCell()));
      }
    }
    return cells;
  }

  // ---------------------------------------------------------------- in the region server

  /**
   * Reads everything after files have come or gone: by one kind of scan, in turns, and by all kinds
   * every {@value #KINDS} times. What a change of files spoils stays spoilt, so that a kind whose
   * turn comes later finds it too, and one whose turn it is finds what all would.
   */
  void scanAll(LocalTable table) throws IOException {
    int turn = changes++ % KINDS;
    List<Cell> expected = expected(table, new Scan().readAllVersions());
    for (ReadType type : ReadType.values()) {
      if (turn == ALL || turn == type.ordinal()) {
        check(region(table), new Scan().readAllVersions().setReadType(type), expected);
      }
    }
    if (turn == ALL || turn == REVERSED) {
      Scan back = new Scan().readAllVersions().setReversed(true);
      check(region(table), back, KnownCells.backwards(expected));
    }
  }

  void scan(LocalTable table, Scan scan) throws IOException {
    check(region(table), scan, expected(table, scan));
  }

  /** Reads, and compares each cell while it is there: copies would cost as much as reading. */
  private static void check(HRegion region, Scan scan, List<Cell> expected) throws IOException {
    int at = 0;
    boolean right = true;
    try (RegionScanner scanner = region.getScanner(copy(scan))) {
      List<Cell> row = new ArrayList<>();
      boolean more = true;
      while (more && right) {
        more = next(scanner, scan, row);
        for (Cell cell : row) {
          right &= at < expected.size() && same(expected.get(at), cell);
          at++;
        }
        row.clear();
        // As after an answer to a client: only then does a default scan go over to a stream.
        ((Shipper) scanner).shipped();
      }
    }
    if (!right || at < expected.size()) {
      compare(text(scan), expected, cells(region, scan));
      throw new AssertionError(text(scan) + " was wrong at " + at + ", and is right now");
    }
  }

  /** What is known of the families that a scan asks for. */
  private List<Cell> expected(LocalTable table, Scan scan) throws IOException {
    List<List<Cell>> families = new ArrayList<>();
    for (KnownCells family : known) {
      if (!scan.hasFamilies() || scan.getFamilyMap().containsKey(family.family())) {
        families.add(family.read(scan, store(table, family)));
      }
    }
    return rowByRow(families, scan.isReversed());
  }

  /** What is known to be in the files. */
  private List<Cell> onDiskOnly(LocalTable table, Scan scan) throws IOException {
    List<List<Cell>> families = new ArrayList<>();
    for (KnownCells family : known) {
      families.add(family.readDisk(scan, store(table, family)));
    }
    return rowByRow(families, scan.isReversed());
  }

  private List<Cell> onDiskOnly(LocalTable table) throws IOException {
    return onDiskOnly(table, new Scan().readAllVersions());
  }

  /** A scan shows a row of one family after the other. */
  private static List<Cell> rowByRow(List<List<Cell>> families, boolean reversed) {
    if (families.size() == 1) {
      return families.get(0);
    }
    Comparator<byte[]> order = Arrays::compareUnsigned;
    Map<byte[], List<Cell>> rows = new TreeMap<>(reversed ? order.reversed() : order);
    for (List<Cell> family : families) {
      for (Cell cell : family) {
        rows.computeIfAbsent(CellUtil.cloneRow(cell), key -> new ArrayList<>()).add(cell);
      }
    }
    return rows.values().stream().flatMap(List::stream).toList();
  }

  static List<Cell> cells(LocalTable table, Scan scan) throws IOException {
    return cells(region(table), scan);
  }

  /** Reads everything where the table has several regions, perhaps with half files. */
  void scanRegions(LocalTable table) throws IOException {
    for (ReadType type : ReadType.values()) {
      Scan scan = new Scan().readAllVersions().setReadType(type);
      List<Cell> found = new ArrayList<>();
      for (HRegion region : table.regions()) {
        found.addAll(cells(region, scan));
      }
      compare("regions, " + text(scan), expected(table, scan), found);
    }
  }

  /** Filters have a state: each scanner needs its own. */
  private static Scan copy(Scan scan) throws IOException {
    Scan copy = new Scan(scan);
    return scan.hasFilter()
        ? copy.setFilter(ProtobufUtil.toFilter(ProtobufUtil.toFilter(scan.getFilter())))
        : copy;
  }

  private static List<Cell> cells(HRegion region, Scan scan) throws IOException {
    List<Cell> found = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(copy(scan))) {
      List<Cell> row = new ArrayList<>();
      boolean more = true;
      while (more) {
        more = next(scanner, scan, row);
        row.forEach(cell -> found.add(KeyValueUtil.copyToNewKeyValue(cell)));
        row.clear();
        ((Shipper) scanner).shipped();
      }
    }
    return found;
  }

  /** Reads a row, or as much of one as the scan's client takes in one answer. */
  private static boolean next(RegionScanner scanner, Scan scan, List<Cell> row) throws IOException {
    long most = scan.getMaxResultSize();
    return most <= 0
        ? scanner.next(row)
        : scanner.next(
            row,
            ScannerContext.newBuilder()
                .setSizeLimit(LimitScope.BETWEEN_CELLS, most, most, most)
                .build());
  }

  /** Begins a scan, whose answer is what is right now. */
  CheckedScan hold(LocalTable table, Scan scan) throws IOException {
    return new CheckedScan(region(table).getScanner(copy(scan)), text(scan), expected(table, scan));
  }

  void get(LocalTable table, Get get) throws IOException {
    List<Cell> found = region(table).get(get, false);
    compare(
        "get of " + Bytes.toStringBinary(get.getRow()) + columns(new Scan(get)),
        expected(table, new Scan(get)),
        found);
  }

  // ---------------------------------------------------------------- without a region server

  private static java.nio.file.Path beside(LocalTable table, String name) {
    return table.directory().resolveSibling(name);
  }

  private java.nio.file.Path next(LocalTable table) {
    return beside(table, "copy-" + ++copies);
  }

  /** The files of a snapshot, by HBase's reader without a region server, with and without us. */
  void snapshot(LocalTable table) throws IOException {
    if (table.isLabelled()) {
      // That reader has no coprocessors, and takes a marker to cover cells of all labels.
      return;
    }
    for (TableDescriptor reader : List.of(table.descriptor(), stock(table))) {
      Path root = table.copyStoreFiles(next(table));
      Scan scan = new Scan().readAllVersions();
      List<Cell> found = new ArrayList<>();
      try (ClientSideRegionScanner scanner =
          new ClientSideRegionScanner(
              new Configuration(table.configuration()),
              table.fileSystem(),
              root,
              reader,
              region(table).getRegionInfo(),
              scan,
              null)) {
        for (Result row = scanner.next(); row != null; row = scanner.next()) {
          found.addAll(row.listCells());
        }
      } finally {
        table.fileSystem().delete(root, true);
      }
      compare("snapshot by " + engine(reader), onDiskOnly(table), found);
    }
  }

  /** The files of a snapshot, opened as a table. */
  void clone(LocalTable table) throws IOException {
    for (TableDescriptor reader : List.of(table.descriptor(), stock(table))) {
      java.nio.file.Path into = next(table);
      table.copyStoreFiles(into);
      try (LocalTable copy = table.recovered(into, reader, false, table.configuration())) {
        compare(
            "clone by " + engine(reader),
            onDiskOnly(table),
            cells(copy, new Scan().readAllVersions()));
      }
    }
  }

  /** The directory as it is now, as when the region server is killed, by the stock engine. */
  void crashImage(LocalTable table, boolean logged) throws IOException {
    java.nio.file.Path into = next(table);
    table.copyEverything(into);
    try (LocalTable copy = table.recovered(into, stock(table), logged, table.configuration())) {
      Scan scan = new Scan().readAllVersions();
      compare(
          "crash image by stock",
          logged ? expected(table, scan) : onDiskOnly(table),
          cells(copy, scan));
    }
  }

  /** The files as they are, by a region that only reads and has read them before. */
  void replica(LocalTable table, HRegion replica) throws IOException {
    for (HStore store : replica.getStores()) {
      store.refreshStoreFiles();
    }
    for (boolean reversed : new boolean[] {false, true}) {
      // A replica never goes over to a stream: HBase takes its files for links there, and fails.
      Scan scan = new Scan().readAllVersions().setReversed(reversed).setReadType(ReadType.PREAD);
      compare("replica, " + text(scan), onDiskOnly(table, scan), cells(replica, scan));
    }
  }

  static TableDescriptor stock(LocalTable table) {
    return LocalTable.withEngine(table.descriptor(), DefaultStoreEngine.class);
  }

  private static String engine(TableDescriptor table) {
    String name = table.getValue("hbase.hstore.engine.class");
    return name.substring(name.lastIndexOf('.') + 1);
  }

  // ---------------------------------------------------------------- the comparison

  static void compare(String how, List<Cell> expected, List<Cell> found) {
    int at = 0;
    while (at < Math.min(expected.size(), found.size()) && same(expected.get(at), found.get(at))) {
      at++;
    }
    if (at < Math.max(expected.size(), found.size())) {
      throw new AssertionError(
          String.format(
              "%s at %d: %d cells, should be %d; the %d-th is %s, should be %s",
              how,
              EnvironmentEdgeManager.currentTime(),
              found.size(),
              expected.size(),
              at,
              at < found.size() ? text(found.get(at)) : "none",
              at < expected.size() ? text(expected.get(at)) : "none"));
    }
  }

  private static boolean same(Cell one, Cell other) {
    return CellComparator.getInstance().compare(one, other, true) == 0
        && CellUtil.matchingValue(one, other)
        && PrivateCellUtil.matchingTags(
            one, other, InnerCells.of(one).getTagsLength(), InnerCells.of(other).getTagsLength());
  }

  /** What tells scans apart here. */
  static String text(Scan scan) {
    return String.format(
        "%s%s scan%s from %s to %s, %d versions at %s%s%s",
        scan.getReadType(),
        scan.isReversed() ? " reversed" : "",
        columns(scan),
        Bytes.toStringBinary(scan.getStartRow()) + (scan.includeStartRow() ? "" : ", without,"),
        Bytes.toStringBinary(scan.getStopRow()) + (scan.includeStopRow() ? ", with it" : ""),
        scan.getMaxVersions(),
        scan.getTimeRange(),
        scan.hasFilter() ? ", " + scan.getFilter() : "",
        parts(scan));
  }

  private static String parts(Scan scan) {
    return (scan.getBatch() > 0 ? ", " + scan.getBatch() + " at a time" : "")
        + (scan.getMaxResultSize() > 0 ? ", " + scan.getMaxResultSize() + " bytes at a time" : "")
        + (scan.getMaxResultsPerColumnFamily() > 0
            ? String.format(
                ", %d from %d on of a row",
                scan.getMaxResultsPerColumnFamily(), scan.getRowOffsetPerColumnFamily())
            : "");
  }

  private static String columns(Scan scan) {
    NavigableSet<byte[]> columns = scan.getFamilyMap().get(AllReadersLife.FAMILY);
    return columns != null
        ? " of " + columns.stream().map(Bytes::toString).toList()
        : scan.hasFamilies()
            ? " of " + Arrays.stream(scan.getFamilies()).map(Bytes::toString).toList()
            : "";
  }

  private static String text(Cell cell) {
    return cell
        + "="
        + new String(CellUtil.cloneValue(cell), java.nio.charset.StandardCharsets.ISO_8859_1);
  }
}
