/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.migration.MigrationPlan;
import io.tierline.ldm.migration.PlanHistory;
import io.tierline.ldm.migration.PlanProgress;
import io.tierline.ldm.migration.PlanState;
import io.tierline.ldm.state.MemoryStore;
import io.tierline.ldm.state.StateUnavailableException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenPlansTest {
  private final MemoryStore store = new MemoryStore();
  private final OpenPlans open = new OpenPlans(store);
  private final PlanHistory plans = new PlanHistory(4);

  private PlanProgress plan(String id) {
    PlanProgress plan = new PlanProgress(new MigrationPlan(id, Instant.EPOCH, "ann", List.of()), 1);
    assertThat(plans.add(plan)).isTrue();
    return plan;
  }

  @Test
  void planIsKeptFromItsStartToItsEnd() throws Exception {
    PlanProgress plan = plan("a");
    open.begin(plan.plan(), () -> {});
    open.tidy(plans);
    assertThat(store.records).containsOnlyKeys("a");
    plan.apply();
    assertThat(plan.state()).isEqualTo(PlanState.DONE);
    open.tidy(plans);
    assertThat(store.records).isEmpty();
  }

  @Test
  void planThatCannotBeKeptIsNotStarted() {
    PlanProgress plan = plan("a");
    store.failure = new IOException("safe mode");
    assertThatThrownBy(() -> open.begin(plan.plan(), plan::apply))
        .isInstanceOf(StateUnavailableException.class)
        .hasMessageContaining("safe mode");
    assertThat(plan.state()).isEqualTo(PlanState.PLANNED);
  }

  @Test
  void whatAnEarlierTermHadUnderWayIsGivenUpOnce() throws Exception {
    new OpenPlans(store).begin(plan("known").plan(), () -> {});
    PlanHistory elsewhere = new PlanHistory(4);
    open.read();
    open.giveUp(elsewhere, 1);
    PlanProgress told = elsewhere.find("known").orElseThrow();
    assertThat(told.state()).isEqualTo(PlanState.ABANDONED);
    assertThat(told.note()).isEqualTo(OpenPlans.GIVEN_UP);
    assertThat(told.plan().by()).isEqualTo("ann");
    open.tidy(elsewhere);
    assertThat(store.records).isEmpty();
    open.read();
    open.giveUp(plans, 1);
    assertThat(plans.find("known").orElseThrow().state()).isEqualTo(PlanState.PLANNED);
  }

  @Test
  void recordThatCannotBeReadStopsNobody() throws Exception {
    store.put("damaged", Map.of());
    open.read();
    open.giveUp(plans, 1);
    assertThat(plans.newestFirst()).isEmpty();
  }
}
