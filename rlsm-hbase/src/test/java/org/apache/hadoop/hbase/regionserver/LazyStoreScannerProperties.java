/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.hbase.HFileFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.util.Bytes;

/** Scans as a store does them, over files that are opened late and over stock files. */
@Tag("slow")
class LazyStoreScannerProperties {
  private static final int FILES = 6;
  private static final int CHAINS = 3;
  private static final int CELLS = 60;

  /**
   * Sees all cells. A stock reverse scan with an older read point may return a cell that it must
   * not see: {@code seekToPreviousRow} answers that there is no visible row, but leaves the scanner
   * on a newer cell, and the heap takes that.
   */
  private static final long NEWEST = 10;

  @Property(tries = 50)
  void aScanOfLazyFilesIsAScanOfTheirCells(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    BloomType bloom = random.nextBoolean() ? BloomType.ROW : BloomType.ROWCOL;
    try (HFileFolder folder = new HFileFolder()) {
      List<HStoreFile> ranged = new ArrayList<>();
      List<HStoreFile> stock = new ArrayList<>();
      for (int i = 0; i < FILES; i++) {
        write(folder, HFileFolder.cells(random, CELLS), bloom, ranged, stock);
      }
      assertScansAreTheSame(random, ranged, stock);
    }
  }

  @Property(tries = 50)
  void aScanOfChainedFilesIsAScanOfTheirCells(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    BloomType bloom = random.nextBoolean() ? BloomType.ROW : BloomType.ROWCOL;
    try (HFileFolder folder = new HFileFolder()) {
      List<HStoreFile> ranged = new ArrayList<>();
      List<HStoreFile> stock = new ArrayList<>();
      long state = HFileFolder.newState();
      for (int chain = 0; chain < CHAINS; chain++) {
        int first = ranged.size();
        for (SortedSet<KeyValue> part :
            HFileFolder.parts(random, HFileFolder.cells(random, CELLS), FILES)) {
          write(folder, part, bloom, ranged, stock);
        }
        HFileFolder.chain(state, chain, ranged.subList(first, ranged.size()));
      }
      Collections.shuffle(ranged, new Random(seed));
      Collections.shuffle(stock, new Random(seed));
      assertScansAreTheSame(random, ranged, stock);
    }
  }

  private static void assertScansAreTheSame(
      Random random, List<HStoreFile> ranged, List<HStoreFile> stock) throws IOException {
    for (int scans = 0; scans < 5; scans++) {
      boolean stream = random.nextBoolean();
      Scan scan = scan(random);
      long readPoint = scan.isReversed() ? NEWEST : NEWEST - random.nextInt(8);
      NavigableSet<byte[]> columns = columns(random);
      assertThat(scanned(scan, columns, scanners(ranged, stream, readPoint)))
          .isEqualTo(scanned(scan, columns, scanners(stock, stream, readPoint)));
    }
    for (HStoreFile file : ranged) {
      assertThat(file.getRefCount()).isZero();
      file.closeStoreFile(true);
    }
    for (HStoreFile file : stock) {
      file.closeStoreFile(true);
    }
  }

  private static void write(
      HFileFolder folder,
      SortedSet<KeyValue> cells,
      BloomType bloom,
      List<HStoreFile> ranged,
      List<HStoreFile> stock)
      throws IOException {
    Path file = folder.write(cells, bloom, DataBlockEncoding.NONE);
    ranged.add(folder.lazy(file, bloom));
    stock.add(folder.stock(file, bloom));
  }

  private static List<StoreFileScanner> scanners(
      List<? extends HStoreFile> files, boolean stream, long readPoint) throws IOException {
    List<StoreFileScanner> scanners = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      scanners.add(
          stream
              ? files.get(i).getStreamScanner(false, false, false, readPoint, i, true)
              : files.get(i).getPreadScanner(false, readPoint, i, true));
    }
    return scanners;
  }

  private static Scan scan(Random random) throws IOException {
    int from = random.nextInt(HFileFolder.ROWS);
    int to = from + random.nextInt(HFileFolder.ROWS - from);
    Scan scan = new Scan().readVersions(1 + random.nextInt(3)).setReversed(random.nextBoolean());
    byte[] low = random.nextInt(4) == 0 ? HConstants.EMPTY_BYTE_ARRAY : HFileFolder.row(from);
    byte[] high = random.nextInt(4) == 0 ? HConstants.EMPTY_BYTE_ARRAY : HFileFolder.row(to);
    scan.withStartRow(scan.isReversed() ? high : low, random.nextBoolean());
    scan.withStopRow(scan.isReversed() ? low : high, random.nextBoolean());
    if (random.nextInt(3) == 0) {
      scan.setTimeRange(random.nextInt(4), 5 + random.nextInt(4));
    }
    return scan;
  }

  private static NavigableSet<byte[]> columns(Random random) {
    NavigableSet<byte[]> columns = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    for (int n = random.nextInt(3); n > 0; n--) {
      columns.add(Bytes.toBytes(String.valueOf((char) ('a' + random.nextInt(5)))));
    }
    return columns.isEmpty() ? null : columns;
  }

  private static List<List<Cell>> scanned(
      Scan scan, NavigableSet<byte[]> columns, List<StoreFileScanner> scanners) throws IOException {
    ColumnFamilyDescriptor family =
        ColumnFamilyDescriptorBuilder.newBuilder(HFileFolder.FAMILY).setMaxVersions(3).build();
    ScanInfo info =
        new ScanInfo(
            new Configuration(false), family, Long.MAX_VALUE, 0, CellComparator.getInstance());
    List<List<Cell>> rows = new ArrayList<>();
    try (StoreScanner scanner =
        scan.isReversed()
            ? new ReversedStoreScanner(scan, info, columns, scanners)
            : new StoreScanner(scan, info, columns, scanners)) {
      boolean more = true;
      while (more) {
        List<Cell> row = new ArrayList<>();
        more = scanner.next(row);
        List<Cell> copies = new ArrayList<>();
        for (Cell cell : row) {
          copies.add(KeyValueUtil.copyToNewKeyValue(cell));
        }
        if (!copies.isEmpty() && isInScan(scan, copies.get(0))) {
          rows.add(copies);
        }
        scanner.shipped();
      }
    }
    return rows;
  }

  /** A store goes past the stop row now and then; a region does not look at what it finds there. */
  private static boolean isInScan(Scan scan, Cell cell) {
    if (scan.getStopRow().length == 0) {
      return true;
    }
    int order =
        CellComparator.getInstance()
            .compareRows(cell, scan.getStopRow(), 0, scan.getStopRow().length);
    return order == 0 ? scan.includeStopRow() : order < 0 != scan.isReversed();
  }
}
