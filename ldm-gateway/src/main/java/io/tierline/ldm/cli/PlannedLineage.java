/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.coord.JointPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a plan registers with a NameNode: its workflows, and each action of its coordinators as a
 * workflow of its own, under {@code COORDINATOR@NOMINALTIME}, as a NameNode that follows an Oozie
 * server knows it. What contradicts is left out as in the plan; so is, of several workflows, what
 * uses no data.
 */
final class PlannedLineage {
  private PlannedLineage() {}

  static List<Workflow> of(JointPlan plan) throws LineageException {
    Map<String, Workflow> all = new LinkedHashMap<>();
    for (Workflow workflow : plan.workflows()) {
      Workflow kept = kept(workflow, plan);
      if (plan.workflows().size() == 1 || usesData(kept)) {
        Workflow named = named(kept);
        String id = named.id();
        for (int number = 2; all.containsKey(id); number++) {
          id = named.id() + "+" + number;
        }
        all.put(id, named.withId(id));
      }
    }
    return List.copyOf(all.values());
  }

  /** A workflow that is planned by itself goes by its name, as when it is registered alone. */
  private static Workflow named(Workflow workflow) throws LineageException {
    boolean isAction = workflow.jobs().stream().anyMatch(job -> job.start().isPresent());
    return isAction ? workflow.withId(LineageFile.id(workflow.id())) : LineageFile.withId(workflow);
  }

  private static boolean usesData(Workflow workflow) {
    return workflow.jobs().stream()
        .anyMatch(job -> !job.uses().isEmpty() || !job.renames().isEmpty());
  }

  private static Workflow kept(Workflow workflow, JointPlan plan) {
    List<Job> jobs =
        workflow.jobs().stream()
            .map(job -> plan.tasks().job(new JobId(workflow.id(), job.name())))
            .flatMap(Optional::stream)
            .toList();
    return new Workflow(workflow.id(), workflow.name(), jobs, workflow.notes());
  }
}
