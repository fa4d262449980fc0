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

import io.tierline.rlsm.hbase.HostObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
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
  public static final class TwoLargest implements HostObserver {
    static final AtomicInteger SELECTIONS = new AtomicInteger();

    @Override
    public boolean selects(Store store, List<? extends StoreFile> candidates) {
      if (candidates.size() < 3) {
        return false;
      }
      Comparator<StoreFile> byEntries = Comparator.comparingLong(CoprocessorTest::length);
      List<? extends StoreFile> largest =
          candidates.stream().sorted(byEntries.reversed()).limit(2).toList();
      candidates.retainAll(largest);
      if (store.getColumnFamilyName().equals(TestTable.RLSM)) {
        SELECTIONS.incrementAndGet();
      }
      return true;
    }
  }

  private static long length(StoreFile file) {
    return ((org.apache.hadoop.hbase.regionserver.HStoreFile) file).getReader().length();
  }

  /** Drops cells of one column in every compaction. */
  public static final class WithoutColumnC implements HostObserver {
    @Override
    public Predicate<Cell> kept() {
      return cell -> !CellUtil.matchingQualifier(cell, Bytes.toBytes("c"));
    }
  }
}
