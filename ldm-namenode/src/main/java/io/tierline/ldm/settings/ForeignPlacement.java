/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * Placement policies of HDFS that ours would take the place of. A NameNode has one policy; ours is
 * built on the default one, and what another one promises is lost without a word.
 */
public final class ForeignPlacement {
  /** The key that names the policy. */
  public static final String POLICY_KEY = "dfs.block.replicator.classname";

  private static final String PACKAGE = "org.apache.hadoop.hdfs.server.blockmanagement.";

  /** What HDFS has when nothing is named. */
  private static final String DEFAULT = PACKAGE + "BlockPlacementPolicyDefault";

  /** What each of HDFS's other policies is for. */
  private static final Map<String, String> PROMISES =
      Map.of(
          PACKAGE + "BlockPlacementPolicyWithUpgradeDomain",
          "replicas in different upgrade domains",
          PACKAGE + "AvailableSpaceBlockPlacementPolicy",
          "more blocks on emptier DataNodes",
          PACKAGE + "AvailableSpaceRackFaultTolerantBlockPlacementPolicy",
          "replicas on as many racks as there are, more on emptier DataNodes",
          PACKAGE + "BlockPlacementPolicyRackFaultTolerant",
          "replicas on as many racks as there are",
          PACKAGE + "BlockPlacementPolicyWithNodeGroup",
          "replicas in different node groups");

  /** Beginnings of keys that only one of them reads. */
  private static final Map<String, String> TRACES =
      Map.of(
          "dfs.namenode.upgrade.domain.factor",
          "BlockPlacementPolicyWithUpgradeDomain",
          "dfs.namenode.available-space-block-placement-policy.",
          "AvailableSpaceBlockPlacementPolicy",
          "dfs.namenode.available-space-rack-fault-tolerant-block-placement-policy.",
          "AvailableSpaceRackFaultTolerantBlockPlacementPolicy",
          "net.topology.nodegroup.aware",
          "BlockPlacementPolicyWithNodeGroup");

  private ForeignPlacement() {}

  /** True when the class is a policy that promises more than the default one. */
  public static boolean isOther(String policy) {
    return policy != null && !policy.equals(DEFAULT) && !policy.startsWith("io.tierline.");
  }

  /** What a policy is for. */
  public static String promiseOf(String policy) {
    return PROMISES.getOrDefault(policy, "what it places by");
  }

  /**
   * Keys that somebody has set for a policy which is not in place any more, each with what is lost.
   */
  public static List<String> tracesIn(Configuration conf) {
    Map<String, String> lost = new TreeMap<>();
    for (Map.Entry<String, String> property : conf) {
      TRACES.forEach(
          (beginning, policy) -> {
            if (property.getKey().startsWith(beginning) && isSet(conf, property.getKey())) {
              lost.put(property.getKey(), promiseOf(PACKAGE + policy));
            }
          });
    }
    List<String> lines = new ArrayList<>();
    lost.forEach((key, promise) -> lines.add(key + " (" + promise + ")"));
    return lines;
  }

  /** Whether a key is set by somebody, and not by Hadoop's defaults. */
  public static boolean isSet(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources == null
        ? conf.get(key) != null
        : !sources[sources.length - 1].endsWith("-default.xml");
  }
}
