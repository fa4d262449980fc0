/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A task graph over workflows that nobody promised to fit together: what contradicts is left out
 * and reported, by rules that depend on nothing but the order in which the workflows are given.
 *
 * <ul>
 *   <li>Of two workflows with one id the first stays.
 *   <li>Of two jobs that may both write a dataset at the same time, or that belong to different
 *       series, the first keeps it; the other's write is left out.
 *   <li>In a circle, the edges of data that lead back are left out: those from a job to one that
 *       starts earlier, or at the same time in a workflow given before, or earlier in control flow.
 * </ul>
 *
 * @param tasks the graph without what was left out
 * @param conflicts what was left out and why
 */
public record JointGraph(TaskGraph tasks, List<Conflict> conflicts) {
  /** Edges of data that a graph has at most. */
  public static final int EDGES_MAX = 3_000_000;

  /**
   * Two things that do not fit together.
   *
   * @param kind what does not fit
   * @param kept the job that stays as it is
   * @param leftOut the job of which something was left out
   * @param dataset what both want; null when that is not what they differ in
   * @param reason one line in plain words
   */
  public record Conflict(
      Kind kind, JobId kept, JobId leftOut, @Nullable DatasetPath dataset, String reason) {}

  /** The kinds of conflict. */
  public enum Kind {
    /** Two workflows have one id. */
    SAME_ID,
    /** Two jobs write one dataset. */
    TWO_WRITERS,
    /** Jobs wait for each other. */
    CIRCLE,
    /** There is more than can be taken in. */
    BOUND
  }

  /** Copies the list; the record is immutable. */
  public JointGraph {
    conflicts = List.copyOf(conflicts);
  }

  /**
   * Builds the graph.
   *
   * @param series names the series that a workflow of that id belongs to: its members replace each
   *     other's results in the order of their nominal times, and a series of one is just its id
   */
  public static JointGraph of(Collection<Workflow> workflows, UnaryOperator<String> series) {
    List<Conflict> conflicts = new ArrayList<>();
    Map<JobId, Job> jobs = new LinkedHashMap<>();
    List<TaskGraph.Edge> control = new ArrayList<>();
    Precedence order = Precedence.of(jobs, addJobs(workflows, jobs, control, conflicts), series);
    try {
      dropRivals(jobs, order, conflicts);
      List<TaskGraph.Edge> data = TaskGraph.dataEdges(jobs, order, EDGES_MAX);
      if (data.size() == EDGES_MAX) {
        conflicts.add(bound(data.get(EDGES_MAX - 1)));
      }
      List<TaskGraph.Edge> edges = new ArrayList<>(control);
      edges.addAll(data);
      return new JointGraph(withoutCircles(jobs, order, edges, conflicts), conflicts);
    } catch (LineageException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Adds the jobs of those workflows whose ids are new and whose control flow is a flow. */
  private static Map<String, JobOrder> addJobs(
      Collection<Workflow> workflows,
      Map<JobId, Job> jobs,
      List<TaskGraph.Edge> control,
      List<Conflict> conflicts) {
    Map<String, JobOrder> orders = new HashMap<>();
    Set<String> ids = new HashSet<>();
    for (Workflow workflow : workflows) {
      JobId first =
          new JobId(workflow.id(), workflow.jobs().isEmpty() ? "" : workflow.jobs().get(0).name());
      if (!ids.add(workflow.id())) {
        String reason = "two workflows have the id '" + workflow.id() + "'";
        conflicts.add(new Conflict(Kind.SAME_ID, first, first, null, reason));
        continue;
      }
      try {
        orders.put(workflow.id(), TaskGraph.add(workflow, jobs, control));
      } catch (LineageException circle) {
        conflicts.add(
            new Conflict(Kind.CIRCLE, first, first, null, String.valueOf(circle.getMessage())));
      }
    }
    return orders;
  }

  private static void dropRivals(Map<JobId, Job> jobs, Precedence order, List<Conflict> conflicts) {
    Map<DatasetPath, Writers> writers = new HashMap<>();
    Map<JobId, Set<DatasetPath>> dropped = new LinkedHashMap<>();
    jobs.forEach(
        (id, job) -> {
          for (DatasetPath dataset : TaskGraph.claimed(job)) {
            Writers others = writers.computeIfAbsent(dataset, d -> new Writers(order));
            JobId rival = others.rivalOf(id);
            if (rival == null) {
              others.add(id);
            } else {
              String reason = TaskGraph.twoWriters(jobs, dataset, rival, id);
              conflicts.add(new Conflict(Kind.TWO_WRITERS, rival, id, dataset, reason));
              dropped.computeIfAbsent(id, j -> new HashSet<>()).add(dataset);
            }
          }
        });
    dropped.forEach((id, paths) -> jobs.computeIfPresent(id, (j, job) -> job.withoutWrites(paths)));
  }

  /** Most graphs have no circle, and then none is looked for. */
  private static TaskGraph withoutCircles(
      Map<JobId, Job> jobs, Precedence order, List<TaskGraph.Edge> edges, List<Conflict> conflicts)
      throws LineageException {
    try {
      return TaskGraph.of(jobs, edges);
    } catch (LineageException circle) {
      edges.removeAll(leadingBack(jobs, order, edges, conflicts));
      return TaskGraph.of(jobs, edges);
    }
  }

  private static Conflict bound(TaskGraph.Edge last) {
    return new Conflict(
        Kind.BOUND,
        last.from(),
        last.to(),
        last.dataset(),
        "there are more than " + EDGES_MAX + " edges of data; the rest is left out");
  }

  private static Set<TaskGraph.Edge> leadingBack(
      Map<JobId, Job> jobs,
      Precedence order,
      List<TaskGraph.Edge> edges,
      List<Conflict> conflicts) {
    Map<JobId, Integer> circles = Circles.of(jobs.keySet(), edges);
    Map<JobId, Integer> positions = positions(jobs.keySet(), order);
    Set<TaskGraph.Edge> back = new HashSet<>();
    for (TaskGraph.Edge edge : edges) {
      boolean inCircle =
          edge.kind() == TaskGraph.EdgeKind.DATA
              && circles.containsKey(edge.from())
              && circles.get(edge.from()).equals(circles.get(edge.to()));
      if (inCircle && at(positions, edge.from()) > at(positions, edge.to())) {
        back.add(edge);
        String reason =
            "jobs wait for each other in a circle: %s does not wait for %s in %s"
                .formatted(edge.to(), edge.dataset(), edge.from());
        conflicts.add(new Conflict(Kind.CIRCLE, edge.from(), edge.to(), edge.dataset(), reason));
      }
    }
    return back;
  }

  /** The order in which nothing leads back: by nominal time, workflow given, control flow. */
  private static Map<JobId, Integer> positions(Set<JobId> jobs, Precedence order) {
    Map<String, Integer> given = new HashMap<>();
    jobs.forEach(job -> given.putIfAbsent(job.workflow(), given.size()));
    List<JobId> sorted = new ArrayList<>(jobs);
    sorted.sort(
        Comparator.comparing((JobId job) -> time(order, job))
            .thenComparing(job -> given.get(job.workflow()))
            .thenComparing(order::level));
    Map<JobId, Integer> positions = new HashMap<>();
    sorted.forEach(job -> positions.put(job, positions.size()));
    return positions;
  }

  private static Instant time(Precedence order, JobId job) {
    Instant start = order.start(job);
    return start == null ? Instant.MIN : start;
  }

  private static int at(Map<JobId, Integer> positions, JobId job) {
    return Objects.requireNonNull(positions.get(job), job::toString);
  }
}
