/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.migration.MigrationPlan;
import io.tierline.ldm.migration.PlanHistory;
import io.tierline.ldm.migration.PlanProgress;
import io.tierline.ldm.namenode.namespace.Audit;
import io.tierline.ldm.state.LaterFields;
import io.tierline.ldm.state.PlanRecord;
import io.tierline.ldm.state.Records;
import io.tierline.ldm.state.StateStore;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plans of people that are under way, kept from their start to their end. The moves of a plan
 * end with its NameNode, since the next one plans anew from where the replicas are; that its plan
 * was given up is what somebody who applied it has to be told.
 */
public final class OpenPlans {
  private static final Logger LOG = LoggerFactory.getLogger(OpenPlans.class);
  public static final String GIVEN_UP = "its NameNode was restarted, or another one took over";

  private final StateStore store;
  private Records<PlanRecord> found = Records.none();
  private final Map<String, PlanRecord> kept = new HashMap<>();

  public OpenPlans(StateStore store) {
    this.store = store;
  }

  /**
   * Keeps that a plan is under way, and starts it.
   *
   * @throws StateUnavailableException when it cannot be kept; then it is not started
   */
  synchronized void begin(MigrationPlan plan, Runnable start) throws StateUnavailableException {
    PlanRecord record = new PlanRecord(plan.id(), plan.by(), plan.created());
    try {
      store.put(
          record.name(),
          LaterFields.kept(store.read(record.name()), record.encode(store.format())));
    } catch (IOException e) {
      throw new StateUnavailableException(
          "that plan " + plan.id() + " is under way could not be kept: " + e.getMessage());
    }
    kept.put(plan.id(), record);
    start.run();
  }

  /** Forgets those that have come to their end. Only for a NameNode that may write. */
  synchronized void tidy(PlanHistory plans) throws IOException {
    for (PlanRecord record : List.copyOf(kept.values())) {
      if (plans.find(record.id()).map(plan -> plan.state().isEnd()).orElse(true)) {
        store.remove(record.name());
        kept.remove(record.id());
      }
    }
  }

  /** Reads what an earlier term had under way; {@link #giveUp} goes by it. */
  public synchronized void read() throws IOException {
    found = Records.readAll(store, PlanRecord::decode);
  }

  /** Gives up what was read, in the history and in the audit log. */
  synchronized void giveUp(PlanHistory plans, int tries) throws IOException {
    found
        .damaged()
        .forEach(
            (name, why) ->
                LOG.warn("LDM passes over the record {} of a plan: {}", name, Printable.of(why)));
    kept.clear();
    for (PlanRecord record : found.whole()) {
      kept.put(record.id(), record);
      if (plans.find(record.id()).isEmpty()) {
        plans.add(
            new PlanProgress(
                new MigrationPlan(record.id(), record.created(), record.by(), List.of()), tries));
      }
      plans.find(record.id()).ifPresent(plan -> plan.abandon(GIVEN_UP));
      String what = record.id() + " by " + record.by() + ": " + GIVEN_UP;
      new Audit(UserGroupInformation.getLoginUser(), "127.0.0.1")
          .logged("migration.abandon", what, () -> what);
    }
    found = Records.none();
  }
}
