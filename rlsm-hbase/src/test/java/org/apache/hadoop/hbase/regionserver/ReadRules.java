/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.regionserver.querymatcher.UserScanQueryMatcher;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.CollectionBackedScanner;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * What HBase answers from a set of cells, however they may lie in files: its own rules for
 * versions, deletes and expiry, applied to one list that is in HBase's order of cells. No file,
 * memstore or engine has a part in it.
 */
public final class ReadRules {

  private ReadRules() {}

  /** What a scan shows. */
  public static List<Cell> read(Scan scan, HStore store, List<? extends ExtendedCell> cells)
      throws IOException {
    return scan.hasFilter() ? filtered(scan, store, cells) : all(scanner(scan, store, cells));
  }

  private static StoreScanner scanner(Scan scan, HStore store, List<? extends ExtendedCell> cells)
      throws IOException {
    ScanInfo family = store.getScanInfo();
    NavigableSet<byte[]> columns = scan.getFamilyMap().get(family.getFamily());
    StoreScanner scanner = new StoreScanner(scan, family, columns, List.of(scanner(cells)));
    if (store.getHRegion().getCoprocessorHost() != null) {
      setMatcher(scanner, scan, store, columns);
    }
    return scanner;
  }

  /** A scanner without a store does not ask coprocessors what a delete marker covers. */
  private static void setMatcher(
      StoreScanner scanner, Scan scan, HStore store, NavigableSet<byte[]> columns)
      throws IOException {
    long now = EnvironmentEdgeManager.currentTime();
    try {
      Field matcher = StoreScanner.class.getDeclaredField("matcher");
      matcher.setAccessible(true);
      matcher.set(
          scanner,
          UserScanQueryMatcher.create(
              scan,
              store.getScanInfo(),
              columns,
              now - store.getScanInfo().getTtl(),
              now,
              store.getHRegion().getCoprocessorHost()));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A region asks a filter for each row first, and tells it when a row ends. */
  private static List<Cell> filtered(Scan scan, HStore store, List<? extends ExtendedCell> cells)
      throws IOException {
    Filter filter = ProtobufUtil.toFilter(ProtobufUtil.toFilter(scan.getFilter()));
    Scan own = new Scan(scan).setFilter(filter);
    List<Cell> found = new ArrayList<>();
    TreeMap<Cell, List<ExtendedCell>> rows =
        new TreeMap<>(CellComparator.getInstance()::compareRows);
    cells.forEach(cell -> rows.computeIfAbsent(cell, key -> new ArrayList<>()).add(cell));
    for (List<ExtendedCell> row : rows.values()) {
      filter.reset();
      if (!filter.filterRowKey(row.get(0))) {
        found.addAll(all(scanner(own, store, row)));
      }
    }
    return found;
  }

  /** What a compaction of everything keeps. */
  public static List<Cell> purge(HStore store, List<? extends ExtendedCell> cells)
      throws IOException {
    return compact(store, ScanType.COMPACT_DROP_DELETES, cells);
  }

  /** What a flush of these cells keeps. */
  public static List<Cell> flush(HStore store, List<? extends ExtendedCell> cells)
      throws IOException {
    return compact(store, ScanType.COMPACT_RETAIN_DELETES, cells);
  }

  private static List<Cell> compact(HStore store, ScanType type, List<? extends ExtendedCell> cells)
      throws IOException {
    return all(
        new StoreScanner(
            store, store.getScanInfo(), List.of(scanner(cells)), type, Long.MAX_VALUE, 0));
  }

  private static KeyValueScanner scanner(List<? extends ExtendedCell> sorted) {
    return new CollectionBackedScanner(
        CellComparator.getInstance(), sorted.toArray(ExtendedCell[]::new));
  }

  private static List<Cell> all(StoreScanner scanner) throws IOException {
    List<Cell> found = new ArrayList<>();
    try (scanner) {
      List<Cell> row = new ArrayList<>();
      boolean more = true;
      while (more) {
        more = scanner.next(row);
        found.addAll(row);
        row.clear();
      }
    }
    return found;
  }
}
