/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tierline.common.UnknownKey;
import io.tierline.ldm.guard.Chores;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.state.StateLifeCycle;
import java.util.List;

/** How LDM is. The same to everybody, but for the user's name. */
record StatusDocument(
    @JsonUnwrapped Placement placement,
    String at,
    String user,
    int expiringWithinADay,
    StateLifeCycle.Status state,
    List<Unknown> unknownKeys,
    long faults,
    List<Chores.Status> threads) {

  /** What decides, and by what. */
  record Placement(
      boolean placement,
      boolean shadow,
      boolean everywhere,
      Object migration,
      boolean readsByRating,
      int workflows,
      int nodes,
      int racks,
      List<TierDocument> tiers) {
    static Placement of(PlacementAdvisor advisor) {
      return new Placement(
          advisor.settings().placement() && !advisor.isOff(),
          advisor.isShadow() && !advisor.isOff(),
          advisor.settings().canary().isAll(),
          advisor.settings().migration().mode(),
          advisor.ordersReads(),
          advisor.registry().view().registrations().size(),
          advisor.table().nodeCount(),
          advisor.table().rackCount(),
          TierDocument.all(advisor));
    }
  }

  /** What may be seen by everybody: a key that has no effect, without its value. */
  record Unknown(String key, String nearest) {
    static List<Unknown> all(List<UnknownKey> keys) {
      return keys.stream().map(each -> new Unknown(each.key(), each.nearest().orElse(""))).toList();
    }
  }
}
