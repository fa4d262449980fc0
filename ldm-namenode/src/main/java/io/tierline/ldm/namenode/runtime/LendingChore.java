/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.runtime;

import io.tierline.ldm.kept.LentRoom;
import io.tierline.ldm.namenode.config.LdmSettings;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.settings.MigrationMode;
import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lends spare room, and has it given back; only where migration gives it back by itself. */
final class LendingChore implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(LendingChore.class);

  private final PlacementAdvisor advisor;
  private final LentRoom lentRoom;
  private final StoragePolicyAgreement agreement;
  private final BooleanSupplier isToKeep;

  /**
   * Binds it to what it asks.
   *
   * @param isToKeep whether anything new is to be kept, and can be
   */
  LendingChore(
      PlacementAdvisor advisor,
      LentRoom lentRoom,
      StoragePolicyAgreement agreement,
      BooleanSupplier isToKeep) {
    this.advisor = advisor;
    this.lentRoom = lentRoom;
    this.agreement = agreement;
    this.isToKeep = isToKeep;
  }

  @Override
  public void run() {
    LdmSettings now = advisor.settings();
    boolean comesBack = now.migration().mode() == MigrationMode.AUTO;
    if (!isToKeep.getAsBoolean() || now.shadow()) {
      lentRoom.pause();
      return;
    }
    GlobalStorageTable table = advisor.table();
    try {
      lentRoom.look(
          comesBack ? now.lentTo() : List.of(),
          now.placement() && table.hasRoomToLend(),
          table.wantsLentRoom(),
          directory -> now.canary().admits(directory) && !agreement.isLimited(directory));
    } catch (IOException e) {
      advisor.metrics().stateFailures.incr();
      LOG.debug("LDM has lent room given back the next time", e);
    }
  }
}
