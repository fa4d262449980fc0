/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.rlsm.plan.PlannerSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No policy loses a cell, or finds it anywhere but where it says. */
class ConservationTest {
  private static Workload load(KeyDistribution keys, double updates) {
    return new Workload(96, 60, keys, updates, 20, 11);
  }

  private static void holdsAll(SimulatedStore store, Map<Long, Long> newest) {
    newest.forEach((key, sequence) -> assertThat(store.find(key)).isEqualTo(sequence));
  }

  @ParameterizedTest
  @EnumSource(Contender.class)
  void everyCellIsFoundWhilePoliciesWorkAndAfter(Contender contender) {
    for (KeyDistribution keys : KeyDistribution.values()) {
      Workload workload = load(keys, 0.4);
      SimulatedStore store = contender.open(workload);
      Simulation simulation = new Simulation(workload, new Pace(2, 0.3), contender, store);
      for (int i = 0; i < workload.flushes(); i++) {
        simulation.step();
        if (i % 8 == 0) {
          holdsAll(store, simulation.newest());
        }
      }
      holdsAll(store, simulation.newest());
      simulation.settle();
      holdsAll(store, simulation.newest());
    }
  }

  @ParameterizedTest
  @EnumSource(KeyDistribution.class)
  void readerWhoKnowsNoLayoutFindsTheSame(KeyDistribution keys) {
    Workload workload = load(keys, 0.6);
    RlsmStore store = (RlsmStore) Contender.RLSM.open(workload);
    Simulation simulation = new Simulation(workload, new Pace(2, 0.3), Contender.RLSM, store);
    for (int i = 0; i < workload.flushes(); i++) {
      simulation.step();
      if (i % 16 == 0) {
        simulation
            .newest()
            .forEach((key, sequence) -> assertThat(store.findAnywhere(key)).isEqualTo(sequence));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(KeyDistribution.class)
  void slicesNeverPassTheCap(KeyDistribution keys) {
    PlannerSettings few =
        new PlannerSettings(Workload.FLUSH_BYTES, 1, 8, 6, 3, 8, 3, 0.3, 0.5, 0, 1, false);
    staysBelowTheCap(PlannerSettings.defaults(Workload.FLUSH_BYTES), keys, new Pace(2, 0.2));
    staysBelowTheCap(few, keys, Pace.AT_ONCE);
  }

  private static void staysBelowTheCap(PlannerSettings settings, KeyDistribution keys, Pace pace) {
    Workload workload = new Workload(192, 100, keys, 0.2, 0, 3);
    RlsmStore store = new RlsmStore(settings, workload.cellBytes());
    Simulation simulation = new Simulation(workload, pace, Contender.RLSM, store);
    for (int i = 0; i < workload.flushes(); i++) {
      simulation.step();
      assertThat(store.layout().maxDepth()).isLessThanOrEqualTo(settings.slicesMax());
    }
  }

  @Test
  void sequencesOfASettledStoreHaveOneCellForAKey() {
    Workload workload = load(KeyDistribution.UNIFORM, 0.5);
    RlsmStore store = (RlsmStore) Contender.RLSM.open(workload);
    Simulation simulation = new Simulation(workload, Pace.AT_ONCE, Contender.RLSM, store);
    simulation.run();
    assertThat(store.bytes())
        .isBetween(
            simulation.newest().size() * workload.cellBytes(),
            (long) (1.35 * simulation.newest().size() * workload.cellBytes()));
  }
}
