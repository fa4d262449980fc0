/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.namenode.RatedTopology;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.placement.Decider;
import io.tierline.ldm.placement.DecisionGuard;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.registry.LineageRegistry;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicy;
import org.apache.hadoop.net.NetworkTopology;

/** Advisors without a NameNode, for tests. */
public final class Advisors {
  private Advisors() {}

  public static PlacementAdvisor advisor(
      LineageRegistry registry, Configuration conf, LdmMetrics metrics, Decider decider) {
    StoragePolicyAgreement agreement =
        new StoragePolicyAgreement(
            null, StoragePolicyAgreement.Memory.NONE, StoragePolicy.HOT.value(), false, metrics);
    DecisionGuard guard = new DecisionGuard(100, 2, 1_000, () -> 0);
    return new PlacementAdvisor(
        registry,
        LdmSettings.from(conf),
        new Deciding(decider, guard, agreement),
        new PlacementAdvisor.Faults(new HostGuard("LDM"), metrics));
  }

  /** An empty topology of ours, made as a NameNode makes it. */
  public static NetworkTopology topology() {
    Configuration conf = new Configuration(false);
    conf.set(DFSConfigKeys.DFS_NET_TOPOLOGY_IMPL_KEY, RatedTopology.class.getName());
    return DFSNetworkTopology.getInstance(conf);
  }

  public static PlacementAdvisor advisor(LineageRegistry registry, LdmMetrics metrics) {
    return advisor(registry, new Configuration(false), metrics, PlacementPlanner::plan);
  }
}
