/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.net.NetworkTopology;

/** Makes the package-private parts of a NameNode's view of DataNodes, for tests. */
public final class Storages {
  private static final long SIZE = 1L << 40;

  private Storages() {}

  /** A live node of that rack with one empty volume of each type. */
  public static DatanodeDescriptor node(int number, String rack, StorageType... types) {
    DatanodeID id = new DatanodeID("10.0.0." + number, "n" + number, "uuid" + number, 1, 2, 3, 4);
    DatanodeDescriptor node = new DatanodeDescriptor(id, rack);
    List<StorageReport> reports = new ArrayList<>();
    for (StorageType type : types) {
      DatanodeStorage storage =
          new DatanodeStorage(type + "-" + number, DatanodeStorage.State.NORMAL, type);
      node.updateStorage(storage);
      reports.add(new StorageReport(storage, false, SIZE, 0, SIZE, 0, 0));
    }
    node.updateHeartbeat(reports.toArray(StorageReport.EMPTY_ARRAY), 0, 0, 0, 0, null);
    return node;
  }

  /** The policy of HDFS itself. */
  public static BlockPlacementPolicyDefault stock() {
    return new BlockPlacementPolicyDefault();
  }

  /** Prepares a policy as a NameNode would. */
  public static void initialize(
      BlockPlacementPolicyDefault policy, FSClusterStats stats, NetworkTopology topology) {
    policy.initialize(new Configuration(false), stats, topology, new Host2NodesMap());
  }
}
