/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.runtime;

import io.tierline.ldm.foresight.OutputHistory;
import io.tierline.ldm.kept.LeavingDatasets;
import io.tierline.ldm.kept.OutputKeeper;
import io.tierline.ldm.kept.SpendingKeeper;
import io.tierline.ldm.migration.SsdWear;
import io.tierline.ldm.migration.UserSpending;
import io.tierline.ldm.namenode.access.LimitsByUser;
import io.tierline.ldm.namenode.migration.OpenPlans;
import io.tierline.ldm.namenode.placement.WearKeeper;
import io.tierline.ldm.namenode.policy.PolicyMemory;
import io.tierline.ldm.namenode.policy.StoragePolicyAgreement;
import io.tierline.ldm.namenode.state.StateLifeCycle;
import io.tierline.ldm.namenode.state.StateStores;
import io.tierline.ldm.namenode.uninstall.Uninstall;
import java.io.IOException;
import org.apache.hadoop.util.Time;

/**
 * What LDM keeps in the namespace beside the lineage, so that a NameNode that starts or takes over
 * goes on where another has ended.
 *
 * @param leaving datasets that may still have fast replicas without lineage
 * @param policies storage policies that directories carry
 * @param plans of users, while they are carried out
 * @param wear what was written to SSDs
 * @param spending what was spent for users
 * @param outputs how much jobs have written, as it is known now
 * @param outputKeeper keeps that
 */
record KeptParts(
    LeavingDatasets leaving,
    PolicyMemory policies,
    OpenPlans plans,
    WearKeeper wear,
    SpendingKeeper spending,
    OutputHistory outputs,
    OutputKeeper outputKeeper) {

  /** What a term begins with once all that is kept is known. */
  @FunctionalInterface
  interface NewTerm {
    /** Begins it. */
    void begin() throws IOException;
  }

  /**
   * Nothing is known of what is kept before it is loaded.
   *
   * @param blockBytes the length of a block
   */
  static KeptParts in(StateStores stores, SsdWear wear, long blockBytes, LimitsByUser limits) {
    LeavingDatasets leaving = new LeavingDatasets(stores.of("leaving"));
    OutputHistory outputs = new OutputHistory();
    return new KeptParts(
        leaving,
        new PolicyMemory(stores.of("policies"), leaving),
        new OpenPlans(stores.of("plans")),
        new WearKeeper(wear, stores.of("wear"), blockBytes),
        new SpendingKeeper(new UserSpending(Time::now), stores.of("spending"), limits::ofKnown),
        outputs,
        new OutputKeeper(outputs, stores.of("outputs")));
  }

  /** Has all of it read, loaded and let go of with the lineage. */
  StateLifeCycle.Companion companion(
      StoragePolicyAgreement agreement, Uninstall uninstall, NewTerm newTerm) {
    StateLifeCycle.Companion carried = policies.companion(agreement);
    return new StateLifeCycle.Companion() {
      @Override
      public void prepare() throws IOException {
        carried.prepare();
        leaving.read();
        plans.read();
        wear.read();
        spending.read();
        outputKeeper.read();
        uninstall.read();
      }

      @Override
      public void load() throws IOException {
        uninstall.load();
        carried.load();
        leaving.load();
        wear.load();
        spending.load();
        outputKeeper.load();
        newTerm.begin();
      }

      @Override
      public void release() {
        uninstall.release();
        carried.release();
      }
    };
  }
}
