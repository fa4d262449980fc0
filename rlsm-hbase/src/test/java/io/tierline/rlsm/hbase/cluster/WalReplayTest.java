/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.junit.jupiter.api.Test;

@ClusterTest
class WalReplayTest {
  @Test
  void aKilledRegionServerLosesNoAcknowledgedCell() throws Exception {
    try (TestTable table = TestTable.create("wal-replay")) {
      table.loadAllLevels();
      HRegionServer victim = Clusters.addRegionServer();
      table.moveTo(victim);
      table.load(2);
      table.write(100);
      Clusters.home().getMiniHBaseCluster().killRegionServer(victim.getServerName());
      Clusters.await(
          "the region on another server", () -> !victim.isAlive() && !table.regions().isEmpty());
      table.verify();
      table.load(3);
      table.majorCompact();
      table.verify();
      table.verifyRaw();
    }
  }
}
