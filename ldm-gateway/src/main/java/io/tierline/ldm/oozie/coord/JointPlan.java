/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.graph.BlockGraph;
import io.tierline.ldm.lineage.JointGraph;
import io.tierline.ldm.lineage.JointGraph.Conflict;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Workflows, coordinators, bundles, datasets and properties planned together.
 *
 * @param files what was read from each file, in the order given
 * @param workflows the actions of all coordinators, and the workflows that none of them runs
 * @param tasks their task graph
 * @param clashes what did not fit together
 * @param blocks their datasets with readers and use times
 * @param findings what could not be resolved, or was assumed
 * @param window the time for which it was planned
 */
public record JointPlan(
    List<FileReport> files,
    List<Workflow> workflows,
    TaskGraph tasks,
    List<Clash> clashes,
    BlockGraph blocks,
    List<Finding> findings,
    PlanWindow window) {

  /**
   * Conflicts of one kind between the same two workflows or coordinators.
   *
   * @param first the first of them
   * @param count how many there are
   */
  public record Clash(Conflict first, int count) {}

  /** Copies the lists; the record is immutable. */
  public JointPlan {
    files = List.copyOf(files);
    workflows = List.copyOf(workflows);
    clashes = List.copyOf(clashes);
    findings = List.copyOf(findings);
  }

  /**
   * Plans files together. What one of them lacks is a finding, never a failure of the others.
   *
   * @param files the files, in any order
   * @param common properties that every definition is submitted with, above all others
   * @param window the time for which to plan
   */
  public static JointPlan of(List<PlanFile> files, Map<String, String> common, PlanWindow window) {
    Findings findings = new Findings();
    Library library = new Library(findings);
    library.read(files, common);
    Runs runs = new Runs(library, findings);
    PlanWindow settled = runs.materialise(window);
    List<Workflow> workflows = new ArrayList<>(runs.workflows());
    workflows.addAll(library.workflowsAlone(runs));
    UnaryOperator<String> series = id -> runs.series().getOrDefault(id, id);
    JointGraph graph = JointGraph.of(workflows, series);
    List<Conflict> conflicts = new ArrayList<>(runs.conflicts());
    conflicts.addAll(graph.conflicts());
    return new JointPlan(
        library.reports(runs),
        workflows,
        graph.tasks(),
        clashes(conflicts, series),
        BlockGraph.planned(graph.tasks()),
        findings.all(),
        settled);
  }

  private static List<Clash> clashes(List<Conflict> conflicts, UnaryOperator<String> series) {
    Map<String, Clash> clashes = new LinkedHashMap<>();
    for (Conflict conflict : conflicts) {
      String key =
          conflict.kind()
              + "\n"
              + series.apply(conflict.kept().workflow())
              + "\n"
              + series.apply(conflict.leftOut().workflow());
      clashes.merge(
          key, new Clash(conflict, 1), (one, other) -> new Clash(one.first(), one.count() + 1));
    }
    return List.copyOf(clashes.values());
  }
}
