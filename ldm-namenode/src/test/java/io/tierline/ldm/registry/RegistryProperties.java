/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.Place;
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.placement.PlacementPlanner;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Operations that must not change what is decided for a workflow. */
class RegistryProperties {
  private static final GlobalStorageTable TABLE = GlobalStorageTable.reference(3);

  @Provide
  Arbitrary<Workflow> workflows() {
    return Samples.workflows();
  }

  @Provide
  Arbitrary<Workflow> strangers() {
    return Samples.workflows("stranger", "/elsewhere");
  }

  @Property(tries = 200)
  void unrelatedWorkflowChangesNoPlan(
      @ForAll("workflows") Workflow workflow, @ForAll("strangers") Workflow stranger)
      throws LineageException {
    LineageRegistry registry = registryOf(workflow);
    Map<String, PlacementPlan> before = plans(registry.view(), workflow);
    registry.register(stranger, "bob");
    assertThat(plans(registry.view(), workflow)).isEqualTo(before);
  }

  @Property(tries = 200)
  void registeringAndWithdrawingLeavesNothingBehind(
      @ForAll("workflows") Workflow workflow, @ForAll("strangers") Workflow stranger)
      throws LineageException {
    LineageRegistry registry = registryOf(workflow);
    LineageView before = registry.view();
    registry.register(stranger, "bob");
    registry.withdraw(stranger.id());
    LineageView after = registry.view();
    assertThat(after.registrations()).isEqualTo(before.registrations());
    assertThat(after.tasks().edges()).isEqualTo(before.tasks().edges());
    assertThat(after.blocks().vertices()).containsExactlyElementsOf(before.blocks().vertices());
    assertThat(after.find("/elsewhere/0/part-0")).isNull();
  }

  @Property(tries = 200)
  void finishingAJobTakesOneReaderFromEachOfItsInputs(@ForAll("workflows") Workflow workflow)
      throws LineageException {
    LineageRegistry registry = registryOf(workflow);
    for (Job job : workflow.jobs()) {
      LineageView before = registry.view();
      registry.finish(workflow.id(), job.name());
      for (var vertex : registry.view().blocks().vertices()) {
        boolean read = !job.onError() && job.reads().contains(vertex.dataset());
        int had = before.blocks().vertex(vertex.dataset()).orElseThrow().reusability();
        assertThat(vertex.reusability()).isEqualTo(had - (read ? 1 : 0));
      }
    }
  }

  private static LineageRegistry registryOf(Workflow workflow) throws LineageException {
    LineageRegistry registry = new LineageRegistry(10);
    registry.register(workflow, "alice");
    return registry;
  }

  private static Map<String, PlacementPlan> plans(LineageView view, Workflow workflow) {
    Map<String, PlacementPlan> plans = new TreeMap<>();
    for (Job job : workflow.jobs()) {
      for (var written : job.writes()) {
        String path = written.path() + "/part-0";
        plans.put(path, PlacementPlanner.plan(view.find(path).vertex(), 3, Place.OUTSIDE, TABLE));
      }
    }
    return plans;
  }
}
