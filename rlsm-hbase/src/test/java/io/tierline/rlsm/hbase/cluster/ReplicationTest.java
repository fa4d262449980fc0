/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import io.tierline.rlsm.hbase.HostTestingUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@ClusterTest
class ReplicationTest {
  private static final String PEER = "peer";

  private HostTestingUtil peer;

  @BeforeEach
  void connect() throws Exception {
    peer = Clusters.peer();
    Clusters.home()
        .getAdmin()
        .addReplicationPeer(
            PEER, ReplicationPeerConfig.newBuilder().setClusterKey(peer.getClusterKey()).build());
  }

  @AfterEach
  void disconnect() throws Exception {
    Clusters.home().getAdmin().removeReplicationPeer(PEER);
  }

  @Test
  void editsAndBulkLoadsReachThePeersTable() throws Exception {
    try (TestTable table = TestTable.create("replicated", ReplicationTest::replicate)) {
      TableDescriptor descriptor = table.admin().getDescriptor(table.name());
      peer.getAdmin().createTable(descriptor);
      try (TestTable copy = TestTable.open(peer, table.name())) {
        table.loadAllLevels();
        awaitSame(table, copy);
        copy.flush();
        BulkFiles files = new BulkFiles(table);
        for (int row = 0; row < 300; row += 11) {
          files.put(TestTable.row(row), "bulk", "bulk-" + row);
        }
        files.load();
        table.load(2);
        awaitSame(table, copy);
        copy.modelIs(table.model());
        copy.verify();
        copy.majorCompact();
        copy.verify();
      }
    }
  }

  private static void replicate(ColumnFamilyDescriptorBuilder family) {
    family.setScope(HConstants.REPLICATION_SCOPE_GLOBAL);
  }

  private static void awaitSame(TestTable table, TestTable copy) throws Exception {
    for (String family : table.families()) {
      Clusters.await(
          "replication of " + family, () -> copy.cells(family).equals(table.model().cells()));
    }
  }
}
