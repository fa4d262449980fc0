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

import org.apache.hadoop.hbase.mob.MobStoreEngine;
import org.junit.jupiter.api.Test;

@ClusterTest
class MobTest {
  @Test
  void aFamilyOfLargeObjectsKeepsHBasesEngine() throws Exception {
    try (TestTable table =
        TestTable.create("mob", family -> family.setMobEnabled(true).setMobThreshold(10))) {
      assertThat(table.stores(TestTable.RLSM).get(0).getStoreEngine())
          .isInstanceOf(MobStoreEngine.class);
      table.load(6);
      table.verify();
      table.majorCompact();
      table.verify();
    }
  }
}
