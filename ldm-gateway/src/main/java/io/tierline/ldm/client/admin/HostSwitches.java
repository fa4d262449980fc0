/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client.admin;

import io.tierline.common.Setting;
import io.tierline.ldm.settings.LineageKeys;
import io.tierline.ldm.settings.PlacementKeys;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Switches of HDFS that are on by default, and what of LDM does nothing without them. */
final class HostSwitches {
  private record Need(String ofHdfs, Setting<Boolean> ofLdm, String why) {}

  private static final List<Need> NEEDS =
      List.of(
          new Need(
              "dfs.namenode.xattrs.enabled",
              LineageKeys.STATE_DURABLE,
              "lineage cannot be stored, so each registration gets 503"),
          new Need(
              "dfs.storage.policy.enabled",
              PlacementKeys.STORAGE_POLICIES,
              "HDFS refuses LDM's storage policies, so the Mover takes its fast replicas down"));

  private HostSwitches() {}

  /** A finding for each that is off while what needs it is on. */
  static List<Finding> missing(Configuration conf) {
    return NEEDS.stream()
        .filter(need -> !conf.getBoolean(need.ofHdfs(), true))
        .filter(need -> need.ofLdm().problem(conf::get).isEmpty() && need.ofLdm().read(conf::get))
        .map(
            need ->
                Finding.error(
                    need.ofHdfs() + " is false",
                    need.why(),
                    "take it out, or set " + need.ofLdm() + " to false as well"))
        .toList();
  }
}
