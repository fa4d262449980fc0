/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.guard.Chores;
import io.tierline.ldm.guard.HostGuard;
import io.tierline.ldm.namenode.access.AccessRoom;
import io.tierline.ldm.namenode.config.Reconfiguration;
import io.tierline.ldm.namenode.live.LiveRoom;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.namenode.migration.MigrationService;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.placement.PlacementRoom;
import io.tierline.ldm.namenode.state.StateLifeCycle;
import io.tierline.ldm.namenode.uninstall.Uninstall;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

/**
 * What REST answers from: the NameNode, and what each room offers. For this room alone: what stands
 * below it is given what it needs, and knows of no such thing.
 */
public record RestParts(
    NameNode nameNode,
    PlacementRoom placement,
    AccessRoom access,
    LiveRoom live,
    MigrationService migration,
    StateLifeCycle state,
    Uninstall uninstall,
    Serving serving) {

  /**
   * What requests pass, and what the service tells of itself.
   *
   * @param requests holds those that are answered now
   */
  public record Serving(
      CsrfGuard csrfGuard, RequestPool requests, Reconfiguration reconfiguration, Chores chores) {}

  public PlacementAdvisor advisor() {
    return placement.advisor();
  }

  public LdmMetrics metrics() {
    return advisor().metrics();
  }

  HostGuard hostGuard() {
    return advisor().hostGuard();
  }
}
