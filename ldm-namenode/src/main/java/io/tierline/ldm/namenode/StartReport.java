/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import io.tierline.ldm.guard.TestedHadoop;
import io.tierline.ldm.settings.ForeignPlacement;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.net.NetworkTopology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the NameNode's log says when LDM has started: which hooks are in place, and what is odd. */
final class StartReport {
  private static final Logger LOG = LoggerFactory.getLogger(LdmService.class);

  private StartReport() {}

  static void log(NameNode nameNode, NetworkTopology topology, String hadoop) {
    Object policy = nameNode.getNamesystem().getBlockManager().getBlockPlacementPolicy();
    warnOfOtherPolicies(nameNode, policy.getClass().getName());
    if (!TestedHadoop.isTested(hadoop)) {
      LOG.warn("LDM was not tested with Hadoop {}", hadoop);
    }
    LOG.info(
        "Tierline LDM started: placement policy {}, topology {}",
        policy instanceof LineageBlockPlacementPolicy
            ? "in place"
            : "NOT configured (" + DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY + ")",
        topology instanceof RatedTopology
            ? "in place"
            : "NOT configured (" + DFSConfigKeys.DFS_NET_TOPOLOGY_IMPL_KEY + ")");
  }

  /** What another policy promises is lost under ours, and ours does nothing beside another. */
  private static void warnOfOtherPolicies(NameNode nameNode, String policy) {
    if (ForeignPlacement.isOther(policy)) {
      LOG.warn(
          "LDM places nothing: {} is in place ({}), and a NameNode has one policy",
          policy,
          ForeignPlacement.promiseOf(policy));
    }
    for (String trace : ForeignPlacement.tracesIn(nameNode.getConf())) {
      LOG.warn(
          "LDM's placement policy has taken the place of another one: {} is without effect; see"
              + " hdfs ldm -check",
          trace);
    }
  }
}
