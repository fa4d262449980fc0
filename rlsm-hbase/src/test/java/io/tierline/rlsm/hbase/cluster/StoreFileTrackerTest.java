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

import java.util.Locale;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ClusterTest
class StoreFileTrackerTest {
  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void aRegionOpensWithTheSameFiles(String tracker) throws Exception {
    try (TestTable table = create("tracker-" + tracker.toLowerCase(Locale.ROOT), tracker)) {
      table.loadAllLevels();
      reopen(table);
      table.verify();
      table.load(4);
      Regions.split(table, 100);
      table.verify();
      table.load(3);
      Regions.awaitNoReferences(table);
      table.majorCompact();
      table.verify();
      table.verifyRaw();
    }
  }

  @Test
  void aTableMigratesOnline() throws Exception {
    try (TestTable table = create("tracker-migrated", "DEFAULT")) {
      table.loadAllLevels();
      table.settle();
      table.admin().modifyTableStoreFileTracker(table.name(), "FILE");
      assertThat(
              table
                  .admin()
                  .getDescriptor(table.name())
                  .getValue(StoreFileTrackerFactory.TRACKER_IMPL))
          .isEqualTo("FILE");
      table.verify();
      table.load(5);
      reopen(table);
      table.verify();
      table.majorCompact();
      table.verify();
    }
  }

  private static TestTable create(String name, String tracker) throws Exception {
    return TestTable.create(
        Clusters.home(),
        name,
        family -> {},
        settings -> settings.setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker));
  }

  private static void reopen(TestTable table) throws Exception {
    table.settle();
    table.admin().disableTable(table.name());
    table.admin().enableTable(table.name());
  }
}
