/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.check;

import io.tierline.ldm.graph.BlockGraph;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.coord.FileReport;
import io.tierline.ldm.oozie.coord.FileReport.Run;
import io.tierline.ldm.oozie.coord.JointPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An action's inputs have a reader for as long as one of its programs has not ended, and none
 * afterwards. The first action of each coordinator is led to its end, job by job, once by the first
 * ways of its decisions and once by the last.
 */
final class HeldInputs {
  private final Rule.Asked asked =
      new Rule.Asked("inputs have a reader until the action's last program has ended");

  private HeldInputs() {}

  static Rule check(JointPlan plan) {
    Map<String, Workflow> first = new HashMap<>();
    plan.workflows().forEach(workflow -> first.putIfAbsent(coordinator(workflow.id()), workflow));
    HeldInputs inputs = new HeldInputs();
    for (FileReport file : plan.files()) {
      for (Run run : file.runs()) {
        if (run.actions() > 0 && first.containsKey(run.id())) {
          inputs.lead(run, first.get(run.id()));
        }
      }
    }
    return inputs.asked.rule();
  }

  private static String coordinator(String action) {
    int at = action.lastIndexOf('@');
    return at < 0 ? action : action.substring(0, at);
  }

  private void lead(Run run, Workflow action) {
    List<DatasetPath> inputs = inputs(run);
    boolean runsPrograms = action.jobs().stream().anyMatch(HeldInputs::isProgram);
    if (inputs.isEmpty() || !runsPrograms) {
      return;
    }
    asked.look();
    try {
      TaskGraph tasks = TaskGraph.of(List.of(action));
      if (lead(run, inputs, tasks, tasks.inOrder())) {
        List<JobId> backwards = new ArrayList<>(tasks.inOrder());
        Collections.reverse(backwards);
        lead(run, inputs, tasks, backwards);
      }
    } catch (LineageException contradictory) {
      asked.broken(run.id(), "cannot be led to its end: " + contradictory.getMessage());
    }
  }

  /** An action that reads what it writes is not waited for by itself. */
  private static List<DatasetPath> inputs(Run run) {
    Set<DatasetPath> written = new HashSet<>();
    List<DatasetPath> read = new ArrayList<>();
    for (DatasetUse use : run.firstUses()) {
      if (use.access() == Access.READ) {
        read.add(use.dataset());
      } else {
        written.add(use.dataset());
      }
    }
    return read.stream().filter(input -> written.stream().noneMatch(input::overlaps)).toList();
  }

  private static boolean isProgram(Job job) {
    return !job.onError() && Programs.isProgram(job);
  }

  /**
   * Goes one way through the action.
   *
   * @param preferred of jobs that no single run executes together, the first one here is run
   * @return true when the rule held
   */
  private boolean lead(Run run, List<DatasetPath> inputs, TaskGraph tasks, List<JobId> preferred) {
    List<JobId> way = way(tasks, preferred);
    Set<JobId> ended = new HashSet<>();
    for (int step = 0; step < way.size(); step++) {
      boolean toCome =
          way.subList(step, way.size()).stream().anyMatch(id -> isProgram(tasks.known(id)));
      if (toCome && !isHeld(run, inputs, BlockGraph.of(tasks, ended), way.get(step))) {
        return false;
      }
      ended.add(way.get(step));
    }
    BlockGraph over = BlockGraph.of(tasks, new HashSet<>(tasks.jobs().keySet()));
    for (DatasetPath input : inputs) {
      if (over.vertex(input).map(Vertex::reusability).orElse(0) > 0) {
        asked.broken(run.id(), input + " has a reader after the end");
        return false;
      }
    }
    return true;
  }

  private boolean isHeld(Run run, List<DatasetPath> inputs, BlockGraph now, JobId next) {
    for (DatasetPath input : inputs) {
      boolean isRead =
          now.vertex(input).map(HeldInputs::isRead).orElseGet(() -> isReadInPart(input, now));
      if (!isRead) {
        asked.broken(run.id(), input + " has no reader while " + next.job() + " is still to run");
        return false;
      }
    }
    return true;
  }

  /** A job that states what it reads may read a part of the input. */
  private static boolean isReadInPart(DatasetPath input, BlockGraph now) {
    return now.vertices().stream().anyMatch(v -> isRead(v) && v.dataset().overlaps(input));
  }

  private static boolean isRead(Vertex vertex) {
    return vertex.reusability() > 0;
  }

  /** The jobs of one run, each after all it waits for. */
  private static List<JobId> way(TaskGraph tasks, List<JobId> preferred) {
    Set<JobId> taken = new HashSet<>();
    for (JobId id : preferred) {
      Job job = tasks.known(id);
      boolean excluded =
          taken.stream()
              .anyMatch(
                  other ->
                      job.excludes().contains(other.job())
                          || tasks.known(other).excludes().contains(id.job()));
      if (!job.onError() && !excluded) {
        taken.add(id);
      }
    }
    return tasks.inOrder().stream().filter(taken::contains).toList();
  }
}
