/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.junit.jupiter.api.Test;

@ClusterTest
class EngineMixTest {
  @Test
  void familiesOfOneTableHaveEnginesOfTheirOwn() throws Exception {
    TableDescriptorBuilder descriptor =
        TestTable.descriptor("engine-mix")
            .setColumnFamily(Engines.stock(TestTable.family(TestTable.STOCK)).build())
            .setColumnFamily(Engines.underTest(TestTable.family(TestTable.RLSM)).build())
            .setColumnFamily(Engines.underTest(TestTable.family("r2")).build());
    for (Class<?> engine : new Class<?>[] {StripeStoreEngine.class, DateTieredStoreEngine.class}) {
      descriptor.setColumnFamily(
          TestTable.family(engine.getSimpleName())
              .setConfiguration(StoreEngine.STORE_ENGINE_CLASS_KEY, engine.getName())
              .setConfiguration("hbase.hstore.blockingStoreFiles", "100")
              .build());
    }
    try (TestTable table = TestTable.create(Clusters.home(), descriptor)) {
      table.loadAllLevels();
      table.verify();
      table.majorCompact();
      table.verify();
    }
  }
}
