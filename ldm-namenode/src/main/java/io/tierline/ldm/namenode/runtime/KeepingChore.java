/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.runtime;

import io.tierline.ldm.namenode.access.LimitsByUser;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import java.io.IOException;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what was written and spent for longer than a NameNode runs. */
final class KeepingChore implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(KeepingChore.class);

  private final PlacementAdvisor advisor;
  private final LimitsByUser limits;
  private final KeptParts kept;
  private final BooleanSupplier isToKeep;

  /**
   * Binds it to what it keeps.
   *
   * @param limits learns of users, whose groups are looked up here and not while a block is placed
   * @param isToKeep whether anything new is to be kept, and can be
   */
  KeepingChore(
      PlacementAdvisor advisor, LimitsByUser limits, KeptParts kept, BooleanSupplier isToKeep) {
    this.advisor = advisor;
    this.limits = limits;
    this.kept = kept;
    this.isToKeep = isToKeep;
  }

  @Override
  public void run() {
    try {
      Set<String> users = kept.spending().users();
      users.addAll(advisor.registry().view().owners());
      for (String user : users) {
        limits.learn(user);
      }
    } catch (IOException e) {
      advisor.hostGuard().failed("finding the limits of users", e);
    }
    if (isToKeep.getAsBoolean()) {
      try {
        kept.wear().save();
        kept.spending().save();
        kept.outputKeeper().save();
      } catch (IOException e) {
        advisor.metrics().stateFailures.incr();
        LOG.debug("LDM keeps what was written to SSDs the next time", e);
      }
    }
  }
}
