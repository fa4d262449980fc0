/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.placement.Tier;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.LineageView;
import io.tierline.ldm.registry.ManagedDataset;
import io.tierline.ldm.registry.Standing;
import io.tierline.ldm.shadow.ShadowLedger;
import java.util.function.Function;

/** Counts what would be placed if LDM placed anything, and who still reads that. */
final class ShadowPlacements {
  private final LineageRegistry registry;
  private final LdmMetrics metrics;
  private final ShadowLedger ledger = new ShadowLedger();

  ShadowPlacements(LineageRegistry registry, LdmMetrics metrics) {
    this.registry = registry;
    this.metrics = metrics;
  }

  ShadowLedger ledger() {
    return ledger;
  }

  /** A new block would have been placed by that plan. */
  void placed(ManagedDataset dataset, PlacementPlan plan, long bytes, GlobalStorageTable table) {
    ledger.placed(dataset.root(), dataset.owner(), plan.fast(), bytes, roomOnFastTiers(table));
  }

  private static long roomOnFastTiers(GlobalStorageTable table) {
    long room = 0;
    for (Tier tier : table.tiers()) {
      if (tier.medium() != TierSettings.BASE) {
        room += tier.bytesAboveReserve();
      }
    }
    return room;
  }

  /** Looks who still reads what would have been placed. */
  void follow(Function<ManagedDataset, Standing> standing) {
    LineageView view = registry.view();
    ledger.follow(
        root -> {
          ManagedDataset stated = view.managed(root);
          return stated == null ? null : counting(stated, standing).vertex().readers();
        });
    metrics.shadow(ledger.total());
  }

  /** Where it is not known yet whose word counts, the first one's does. */
  private static ManagedDataset counting(
      ManagedDataset stated, Function<ManagedDataset, Standing> standing) {
    ManagedDataset counting = stated.counting(standing);
    return counting == null ? stated : counting;
  }
}
