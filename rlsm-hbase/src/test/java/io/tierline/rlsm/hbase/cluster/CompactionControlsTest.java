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
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.junit.jupiter.api.Test;

@ClusterTest
class CompactionControlsTest {
  @Test
  void aMajorCompactionLeavesNothingSuperseded() throws Exception {
    try (TestTable table = TestTable.create("major", family -> family.setMaxVersions(1))) {
      table.withoutVersionDeletes().loadAllLevels();
      table.majorCompact();
      for (String family : table.families()) {
        Cells.assertSame(table.cells(family), table.model().cells(1), family);
        long stored = 0;
        for (HStoreFile file : table.stores(family).get(0).getStorefiles()) {
          stored += file.getReader().getEntries();
        }
        assertThat(stored).as(family).isEqualTo(table.model().cells(1).size());
      }
      table.verifyRaw();
    }
  }

  @Test
  void aSwitchOnTheTableStopsCompactions() throws Exception {
    try (TestTable table =
        TestTable.create(
            Clusters.home(),
            "no-compactions",
            family -> {},
            settings -> settings.setCompactionEnabled(false))) {
      for (int flush = 1; flush <= 6; flush++) {
        table.load(1);
        table.settle();
        assertThat(table.files(TestTable.RLSM)).hasSize(flush);
      }
      table.verify();
    }
  }

  @Test
  void compactionsAreThrottledByWhatTheyWrite() throws Exception {
    try (TestTable table =
        TestTable.create(
            Clusters.home(),
            "throttled",
            family -> {},
            settings -> settings.setValue("hbase.hstore.close.check.time.interval", "0"))) {
      table.loadAllLevels();
      table.settle();
      HStore store = table.stores(TestTable.RLSM).get(0);
      CompactionContext[] major = new CompactionContext[1];
      Clusters.await(
          "a major compaction",
          () -> {
            major[0] = major(store);
            return major[0] != null;
          });
      Meter meter = new Meter();
      assertThat(table.regions().get(0).compact(major[0], store, meter)).isTrue();
      assertThat(meter.starts).hasValue(1);
      assertThat(meter.finishes).hasValue(1);
      assertThat(meter.bytes.get()).isGreaterThan(valueBytes(table));
      table.verify();
    }
  }

  /** A major compaction; null while another one runs, beside which none is begun. */
  private static CompactionContext major(HStore store) throws IOException {
    store.triggerMajorCompaction();
    CompactionContext compaction = store.requestCompaction().orElse(null);
    if (compaction != null && !compaction.getRequest().isMajor()) {
      store.cancelRequestedCompaction(compaction);
      return null;
    }
    return compaction;
  }

  @Test
  void offPeakHoursOnlyChangeHowMuchIsCompacted() throws Exception {
    for (String end : new String[] {"23", "0"}) {
      try (TestTable table =
          TestTable.create(
              Clusters.home(),
              "off-peak-" + end,
              family -> family.setMaxVersions(1),
              settings ->
                  settings
                      .setValue("hbase.offpeak.start.hour", "0")
                      .setValue("hbase.offpeak.end.hour", end)
                      .setValue("hbase.hstore.compaction.ratio.offpeak", "5.0"))) {
        table.withoutVersionDeletes().loadAllLevels();
        table.settle();
        Collection<HStoreFile> files = table.stores(TestTable.RLSM).get(0).getStorefiles();
        assertThat(files).isNotEmpty();
        Cells.assertSame(table.cells(TestTable.RLSM), table.model().cells(1), table.toString());
        table.majorCompact();
        Cells.assertSame(table.cells(TestTable.RLSM), table.model().cells(1), table.toString());
        table.verifyRaw();
      }
    }
  }

  private static long valueBytes(TestTable table) {
    return table.model().cells().stream()
        .mapToLong(cell -> cell.length() - cell.indexOf('='))
        .sum();
  }

  /** Lets everything pass and counts. */
  private static final class Meter implements ThroughputController {
    final AtomicLong starts = new AtomicLong();
    final AtomicLong finishes = new AtomicLong();
    final AtomicLong bytes = new AtomicLong();

    @Override
    public void setup(RegionServerServices server) {}

    @Override
    public void start(String name) {
      starts.incrementAndGet();
    }

    @Override
    public long control(String name, long size) {
      bytes.addAndGet(size);
      return 0;
    }

    @Override
    public void finish(String name) {
      finishes.incrementAndGet();
    }

    @Override
    public void stop(String why) {}

    @Override
    public boolean isStopped() {
      return false;
    }
  }
}
