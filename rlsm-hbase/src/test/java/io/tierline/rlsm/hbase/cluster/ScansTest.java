/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Scans of every kind return what they return from the stock engine, on a store with all levels.
 */
@ClusterTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScansTest {
  private static final int SCANS = 60;

  private TestTable table;

  @BeforeAll
  void load() throws Exception {
    table = TestTable.create("scans", f -> f.setKeepDeletedCells(KeepDeletedCells.TRUE));
    table.loadAllLevels();
    table.write(30);
  }

  @AfterAll
  void drop() throws Exception {
    table.close();
  }

  @Test
  void overRangesOfRowsInBothDirections() throws Exception {
    agree(ScansTest::range);
  }

  @Test
  void withLimitsBatchesAndCaching() throws Exception {
    agree(
        (scan, random) -> {
          range(scan, random).setCaching(1 + random.nextInt(20));
          return random.nextBoolean()
              ? scan.setLimit(1 + random.nextInt(40))
              : scan.setBatch(1 + random.nextInt(4)).setAllowPartialResults(random.nextBoolean());
        });
  }

  @Test
  void overRangesOfTimeAndNumbersOfVersions() throws Exception {
    agree(
        (scan, random) -> {
          long from = 1_000_000 + random.nextInt((int) (table.now() - 1_000_000));
          long to = from + 1 + random.nextInt(300);
          return scan.setTimeRange(from, to).readVersions(1 + random.nextInt(5));
        });
  }

  @Test
  void ofColumnsWithBothKindsOfReads() throws Exception {
    agree(
        (scan, random) -> {
          byte[] column = Bytes.toBytes(random.nextBoolean() ? "a" : "c");
          table.families().forEach(family -> scan.addColumn(Bytes.toBytes(family), column));
          return range(scan, random)
              .readVersions(1 + random.nextInt(3))
              .setReadType(random.nextBoolean() ? Scan.ReadType.PREAD : Scan.ReadType.STREAM);
        });
  }

  @Test
  void withFilters() throws Exception {
    agree((scan, random) -> range(scan, random).setFilter(filter(random)));
  }

  /** Which markers are still there depends on the compactions; the cells under them do not. */
  @Test
  void rawOnesSeeDeletedCells() throws Exception {
    Random random = new Random(6);
    for (int i = 0; i < SCANS; i++) {
      Scan scan = range(new Scan().setRaw(true).readAllVersions(), random);
      Cells.assertSame(puts(TestTable.RLSM, scan), puts(TestTable.STOCK, scan), scan.toString());
    }
  }

  @Test
  void anOpenScannerSeesNeitherWritesNorCompactionsThatComeLater() throws Exception {
    try (TestTable other = TestTable.create("scan-open")) {
      other.loadAllLevels();
      for (boolean reversed : new boolean[] {false, true}) {
        Scan scan = new Scan().readAllVersions().setCaching(10).setReversed(reversed);
        scan.addFamily(Bytes.toBytes(TestTable.RLSM));
        List<String> before = other.cells(TestTable.RLSM, scan);
        List<String> seen = new ArrayList<>();
        try (ResultScanner scanner = other.table().getScanner(scan)) {
          for (Result result : scanner.next(30)) {
            seen.addAll(Cells.of(result));
          }
          other.load(4);
          other.majorCompact();
          scanner.forEach(result -> seen.addAll(Cells.of(result)));
        }
        Cells.assertSame(seen, before, scan.toString());
      }
      other.verify();
    }
  }

  private interface Variation {
    Scan of(Scan scan, Random random) throws IOException;
  }

  private void agree(Variation variation) throws IOException {
    for (int seed = 0; seed < SCANS; seed++) {
      List<String> stock = cells(TestTable.STOCK, variation, seed);
      Cells.assertSame(cells(TestTable.RLSM, variation, seed), stock, "seed " + seed);
    }
  }

  private List<String> cells(String family, Variation variation, int seed) throws IOException {
    Scan both = variation.of(new Scan(), new Random(seed));
    var columns = both.getFamilyMap().get(Bytes.toBytes(family));
    Scan scan = both.setFamilyMap(new TreeMap<>(Bytes.BYTES_COMPARATOR));
    scan.addFamily(Bytes.toBytes(family));
    if (columns != null) {
      columns.forEach(column -> scan.addColumn(Bytes.toBytes(family), column));
    }
    List<String> cells = new ArrayList<>();
    try (ResultScanner scanner = table.table().getScanner(scan)) {
      scanner.forEach(result -> cells.addAll(Cells.of(result)));
    }
    return cells;
  }

  /** From a row, up to another in three of four cases; downwards in half of them. */
  private static Scan range(Scan scan, Random random) {
    int low = random.nextInt(310);
    int high = low + random.nextInt(80);
    boolean reversed = random.nextBoolean();
    scan.setReversed(reversed);
    scan.withStartRow(Bytes.toBytes(TestTable.row(reversed ? high : low)), random.nextBoolean());
    return random.nextInt(4) == 0
        ? scan
        : scan.withStopRow(
            Bytes.toBytes(TestTable.row(reversed ? low : high)), random.nextBoolean());
  }

  private List<String> puts(String family, Scan scan) throws IOException {
    return table.cells(family, scan).stream().filter(cell -> !cell.contains(" Delete")).toList();
  }

  private static Filter filter(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> new PrefixFilter(Bytes.toBytes("row0" + random.nextInt(3)));
      case 1 -> new PageFilter(1 + random.nextInt(20));
      case 2 -> new ColumnPaginationFilter(2, random.nextInt(2));
      default ->
          new ValueFilter(
              CompareOperator.GREATER, new BinaryComparator(Bytes.toBytes("value-1000300")));
    };
  }
}
