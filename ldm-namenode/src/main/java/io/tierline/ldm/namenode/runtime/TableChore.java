/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.runtime;

import io.tierline.ldm.foresight.Foresight;
import io.tierline.ldm.kept.SpendingKeeper;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.placement.StorageTableUpdater;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.Tier;

/**
 * Has decisions go by the storages of now, and by what is foreseen of them.
 *
 * @param updater makes the table from what DataNodes report
 * @param advisor decides by it
 * @param spending learns what was spent since the last one
 */
record TableChore(
    StorageTableUpdater updater,
    Foresight foresight,
    PlacementAdvisor advisor,
    SpendingKeeper spending)
    implements Runnable {

  @Override
  public void run() {
    long blockBytes = updater.meanFastBlockBytes();
    GlobalStorageTable table = updater.rebuild().foreseeing(foresight.outlooks(), blockBytes);
    advisor.publish(table);
    spending.settle(table, blockBytes);
    advisor.metrics().ssdsWorn.set(table.tiers().stream().mapToInt(Tier::wornCount).sum());
  }
}
