/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.placement.Deciding;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.placement.StorageMedium;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.placement.DecisionGuard;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.placement.StorageState;
import io.tierline.ldm.registry.LineageRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.util.Time;

/** LDM's service as a placement policy sees it, without the NameNode around it. */
public final class PaperLdm {
  private static final byte HOT = 7;

  private PaperLdm() {}

  /**
   * Makes policies on that topology place by lineage: each dataset is written by one job and read
   * by another, so that one replica belongs on SSD.
   */
  public static void attach(
      NetworkTopology topology, Collection<DatanodeDescriptor> nodes, Collection<String> datasets)
      throws LineageException {
    LdmSettings settings = LdmSettings.from(new Configuration());
    LdmMetrics metrics = LdmMetrics.create();
    LineageRegistry registry = PaperLineage.registry(List.copyOf(datasets));
    DecisionGuard guard =
        new DecisionGuard(
            settings.budgetNanos(),
            settings.strikes(),
            settings.pauseNanos(),
            Time::monotonicNowNanos);
    PlacementAdvisor advisor =
        new PlacementAdvisor(
            registry,
            settings,
            new Deciding(
                PlacementPlanner::plan,
                guard,
                new StoragePolicyAgreement(
                    null, StoragePolicyAgreement.Memory.NONE, HOT, true, metrics)),
            new PlacementAdvisor.Faults(new HostGuard("LDM"), metrics));
    advisor.publish(table(nodes, settings));
    LdmInstances.attach(topology, advisor);
  }

  private static GlobalStorageTable table(
      Collection<DatanodeDescriptor> nodes, LdmSettings settings) {
    List<StorageState> storages = new ArrayList<>();
    for (DatanodeDescriptor node : nodes) {
      for (StorageReport report : node.getStorageReports()) {
        storages.add(
            new StorageState(
                node.getDatanodeUuid(),
                node.getNetworkLocation(),
                StorageMedium.of(report.getStorage().getStorageType()),
                report.getCapacity(),
                report.getRemaining()));
      }
    }
    return GlobalStorageTable.of(
        storages, settings.tiers(), settings.network(), GlobalStorageTable.BLOCK_BYTES);
  }
}
