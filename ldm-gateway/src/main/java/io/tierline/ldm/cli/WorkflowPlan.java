/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import io.tierline.ldm.graph.BlockGraph;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.JointGraph;
import io.tierline.ldm.lineage.JointGraph.Conflict;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.placement.GlobalStorageTable;
import io.tierline.ldm.placement.Place;
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.placement.PlacementPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What LDM would do with one workflow on a cluster with room on all tiers.
 *
 * @param workflow the lineage as read
 * @param tasks its jobs in order
 * @param datasets its datasets with the place of each replica
 * @param conflicts what in it contradicts and was left out
 */
record WorkflowPlan(
    Workflow workflow, TaskGraph tasks, List<PlannedDataset> datasets, List<Conflict> conflicts) {

  /**
   * A dataset and where its replicas go.
   *
   * @param vertex who writes and reads it
   * @param placement the plan; null when no job of the workflow writes it
   */
  record PlannedDataset(Vertex vertex, PlacementPlan placement) {}

  static WorkflowPlan of(Workflow workflow, int replication) {
    JointGraph graph = JointGraph.of(List.of(workflow), id -> id);
    TaskGraph tasks = graph.tasks();
    GlobalStorageTable storages = GlobalStorageTable.reference(replication);
    Place writer = new Place("node0", "/rack0");
    List<PlannedDataset> datasets = new ArrayList<>();
    for (Vertex vertex : BlockGraph.of(tasks, Set.of()).vertices()) {
      PlacementPlan placement =
          vertex.isProduced() ? PlacementPlanner.plan(vertex, replication, writer, storages) : null;
      datasets.add(new PlannedDataset(vertex, placement));
    }
    return new WorkflowPlan(workflow, tasks, List.copyOf(datasets), graph.conflicts());
  }
}
