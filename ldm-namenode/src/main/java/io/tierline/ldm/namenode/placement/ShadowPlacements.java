/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import io.tierline.ldm.migration.DatasetBlocks;
import io.tierline.ldm.migration.Move;
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
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.hadoop.util.Time;

/** Counts what would be placed if LDM placed anything, and who still reads that. */
public final class ShadowPlacements {
  private final BooleanSupplier isShadow;
  private final Function<ManagedDataset, Standing> standing;
  private final LineageRegistry registry;
  private final LdmMetrics metrics;
  private final ShadowLedger ledger = new ShadowLedger();

  /**
   * Has counted nothing yet.
   *
   * @param isShadow whether nothing is placed or moved now
   * @param standing how much counts what users state
   */
  ShadowPlacements(
      BooleanSupplier isShadow,
      Function<ManagedDataset, Standing> standing,
      LineageRegistry registry,
      LdmMetrics metrics) {
    this.isShadow = isShadow;
    this.standing = standing;
    this.registry = registry;
    this.metrics = metrics;
  }

  /** The count. */
  public ShadowLedger ledger() {
    return ledger;
  }

  /** Begins to count. */
  public void begin() {
    ledger.begin(Instant.ofEpochMilli(Time.now()));
  }

  /** A new block would have been placed by that plan. */
  void placed(ManagedDataset dataset, PlacementPlan plan, long bytes, GlobalStorageTable table) {
    ledger.placed(dataset.root(), dataset.owner(), plan.fast(), bytes, roomOnFastTiers(table));
  }

  /**
   * Notes what a plan would move.
   *
   * @param users whose word counts at a root
   */
  public void planned(List<DatasetBlocks> looked, List<Move> moves, UnaryOperator<String> users) {
    if (isShadow.getAsBoolean()) {
      ledger.planned(looked, moves, users);
    }
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
  public void follow() {
    if (!isShadow.getAsBoolean()) {
      return;
    }
    LineageView view = registry.view();
    ledger.follow(
        root -> {
          ManagedDataset stated = view.managed(root);
          return stated == null ? null : counting(stated).vertex().readers();
        });
    metrics.shadow(ledger.total());
  }

  /** Where it is not known yet whose word counts, the first one's does. */
  private ManagedDataset counting(ManagedDataset stated) {
    ManagedDataset counting = stated.counting(standing);
    return counting == null ? stated : counting;
  }
}
