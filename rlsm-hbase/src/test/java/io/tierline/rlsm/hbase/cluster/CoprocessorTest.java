/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

@ClusterTest
class CoprocessorTest {
  @Test
  void oneThatSelectsTheFilesIsObeyed() throws Exception {
    int before = TwoLargest.SELECTIONS.get();
    try (TestTable table = create("coprocessor-selects", TwoLargest.class)) {
      table.load(12);
      table.settle();
      assertThat(TwoLargest.SELECTIONS.get()).isGreaterThan(before + 1);
      table.verify();
      table.load(4);
      table.verify();
    }
  }

  @Test
  void oneThatFiltersCellsIsAsked() throws Exception {
    try (TestTable table = create("coprocessor-filters", WithoutColumnC.class)) {
      table.loadAllLevels();
      table.majorCompact();
      List<String> expected =
          table.model().cells().stream().filter(cell -> !cell.contains("/c@")).toList();
      for (String family : table.families()) {
        Cells.assertSame(table.cells(family), expected, family);
      }
    }
  }

  private static TestTable create(String name, Class<?> coprocessor) throws Exception {
    return TestTable.create(
        Clusters.home(),
        name,
        family -> {},
        settings -> {
          try {
            settings.setCoprocessor(coprocessor.getName());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** Compacts the two largest files, whatever the engine thinks of it. */
  public static final class TwoLargest implements RegionCoprocessor, RegionObserver {
    static final AtomicInteger SELECTIONS = new AtomicInteger();

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preCompactSelection(
        ObserverContext<RegionCoprocessorEnvironment> context,
        Store store,
        List<? extends StoreFile> candidates,
        CompactionLifeCycleTracker tracker) {
      if (candidates.size() < 3) {
        return;
      }
      Comparator<StoreFile> byEntries = Comparator.comparingLong(CoprocessorTest::length);
      List<? extends StoreFile> largest =
          candidates.stream().sorted(byEntries.reversed()).limit(2).toList();
      candidates.retainAll(largest);
      context.bypass();
      if (store.getColumnFamilyName().equals(TestTable.RLSM)) {
        SELECTIONS.incrementAndGet();
      }
    }
  }

  private static long length(StoreFile file) {
    return ((org.apache.hadoop.hbase.regionserver.HStoreFile) file).getReader().length();
  }

  /** Drops cells of one column in every compaction. */
  public static final class WithoutColumnC implements RegionCoprocessor, RegionObserver {
    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public InternalScanner preCompact(
        ObserverContext<RegionCoprocessorEnvironment> context,
        Store store,
        InternalScanner scanner,
        ScanType type,
        CompactionLifeCycleTracker tracker,
        CompactionRequest request) {
      return new Filtered(scanner);
    }
  }

  private record Filtered(InternalScanner scanner) implements InternalScanner {
    @Override
    public boolean next(List<Cell> cells, ScannerContext context) throws IOException {
      boolean more = scanner.next(cells, context);
      cells.removeIf(cell -> CellUtil.matchingQualifier(cell, Bytes.toBytes("c")));
      return more;
    }

    @Override
    public void close() throws IOException {
      scanner.close();
    }
  }
}
