/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The task graph: a DAG whose nodes are jobs (their tasks are not known before they are submitted)
 * and whose edges say which job must end before another can start.
 *
 * <p>Source: P. Mishra, "Host managed storage solutions for Big Data", 2018, chapter 5. An edge
 * exists where control flow orders two jobs directly, and where one job writes what another reads.
 * Inside a workflow, a job that runs <em>after</em> a reader does not feed it: reading yesterday's
 * result and then replacing it is no cycle.
 *
 * <p>Immutable.
 */
public final class TaskGraph {
  /** Why an edge exists. */
  public enum EdgeKind {
    /** The definition orders the two jobs. */
    CONTROL,
    /** The second job reads what the first writes. */
    DATA
  }

  /**
   * An edge of the graph.
   *
   * @param from the job that ends first
   * @param to the job that waits for it
   * @param kind why
   * @param dataset what is handed over; null for a control edge
   */
  public record Edge(JobId from, JobId to, EdgeKind kind, DatasetPath dataset) {}

  private final Map<JobId, Job> jobs;
  private final List<Edge> edges;
  private final Map<JobId, Integer> levels;

  private TaskGraph(Map<JobId, Job> jobs, List<Edge> edges, Map<JobId, Integer> levels) {
    this.jobs = jobs;
    this.edges = edges;
    this.levels = levels;
  }

  /** The graph of one workflow. */
  public static TaskGraph of(Workflow workflow) throws LineageException {
    return of(List.of(workflow));
  }

  /**
   * Builds the graph over all the workflows together, so that one may feed another.
   *
   * @throws LineageException when two jobs that may run together write the same dataset, or when
   *     jobs wait for each other in a circle; the message names them
   */
  public static TaskGraph of(Collection<Workflow> workflows) throws LineageException {
    Map<JobId, Job> jobs = new LinkedHashMap<>();
    for (Workflow workflow : workflows) {
      for (Job job : workflow.jobs()) {
        if (jobs.put(new JobId(workflow.id(), job.name()), job) != null) {
          throw new LineageException("two workflows have the id '" + workflow.id() + "'");
        }
      }
    }
    refuseDuplicateWriters(jobs);
    List<Edge> control = controlEdges(jobs);
    Set<Edge> edges = new LinkedHashSet<>(control);
    edges.addAll(dataEdges(jobs, controlOrders(jobs, control)));
    List<Edge> all = List.copyOf(edges);
    // With the data edges in, circles may close that control flow alone does not have.
    return new TaskGraph(jobs, all, JobOrder.of(jobs.keySet(), all).levels());
  }

  private static void refuseDuplicateWriters(Map<JobId, Job> jobs) throws LineageException {
    Map<DatasetPath, List<JobId>> writers = new TreeMap<>();
    for (var entry : jobs.entrySet()) {
      if (entry.getValue().onError()) {
        // It repairs or repeats what failed before it.
        continue;
      }
      for (DatasetUse use : entry.getValue().uses()) {
        if (use.access() != Access.WRITE || use.inferred()) {
          continue;
        }
        List<JobId> others = writers.computeIfAbsent(use.dataset(), d -> new ArrayList<>());
        for (JobId other : others) {
          if (!exclusive(jobs, other, entry.getKey())) {
            throw new LineageException(
                "dataset %s has two writers: %s and %s"
                    .formatted(
                        use.dataset(),
                        located(other, jobs.get(other)),
                        located(entry.getKey(), entry.getValue())),
                entry.getValue().line());
          }
        }
        others.add(entry.getKey());
      }
    }
  }

  private static String located(JobId id, Job job) {
    return "'" + id.job() + "' (" + id.workflow() + (job.line() > 0 ? ":" + job.line() : "") + ")";
  }

  private static boolean exclusive(Map<JobId, Job> jobs, JobId a, JobId b) {
    return a.workflow().equals(b.workflow())
        && (jobs.get(a).excludes().contains(b.job()) || jobs.get(b).excludes().contains(a.job()));
  }

  private static List<Edge> controlEdges(Map<JobId, Job> jobs) {
    List<Edge> edges = new ArrayList<>();
    for (var entry : jobs.entrySet()) {
      JobId to = entry.getKey();
      entry.getValue().after().stream()
          .sorted()
          .forEach(
              from ->
                  edges.add(new Edge(new JobId(to.workflow(), from), to, EdgeKind.CONTROL, null)));
    }
    return edges;
  }

  /** Control flow stays inside a workflow, so each has an order of its own. */
  private static Map<String, JobOrder> controlOrders(Map<JobId, Job> jobs, List<Edge> control)
      throws LineageException {
    Map<String, List<JobId>> members = new LinkedHashMap<>();
    jobs.keySet()
        .forEach(id -> members.computeIfAbsent(id.workflow(), w -> new ArrayList<>()).add(id));
    Map<String, List<Edge>> edges = new LinkedHashMap<>();
    control.forEach(
        edge -> edges.computeIfAbsent(edge.to().workflow(), w -> new ArrayList<>()).add(edge));
    Map<String, JobOrder> orders = new LinkedHashMap<>();
    for (var entry : members.entrySet()) {
      List<Edge> own = edges.getOrDefault(entry.getKey(), List.of());
      orders.put(entry.getKey(), JobOrder.of(entry.getValue(), own));
    }
    return orders;
  }

  private static List<Edge> dataEdges(Map<JobId, Job> jobs, Map<String, JobOrder> control) {
    UseIndex readers = new UseIndex();
    jobs.forEach((id, job) -> job.reads().forEach(path -> readers.add(path, id)));
    jobs.forEach(
        (id, job) ->
            job.renames().forEach(rename -> readers.addAlias(rename.target(), rename.source())));
    List<Edge> edges = new ArrayList<>();
    for (var entry : jobs.entrySet()) {
      JobId writer = entry.getKey();
      for (DatasetPath written : entry.getValue().writes()) {
        for (JobId reader : readers.overlapping(written)) {
          boolean sameRun = !reader.equals(writer) && !exclusive(jobs, writer, reader);
          boolean readBefore =
              reader.workflow().equals(writer.workflow())
                  && control.get(writer.workflow()).reaches(reader, writer);
          if (sameRun && !readBefore) {
            edges.add(new Edge(writer, reader, EdgeKind.DATA, written));
          }
        }
      }
    }
    return edges;
  }

  /** The jobs, in the order they were given. */
  public Map<JobId, Job> jobs() {
    return Collections.unmodifiableMap(jobs);
  }

  /** All edges: first those of control flow, then those of data. */
  public List<Edge> edges() {
    return edges;
  }

  /**
   * The job's place on the longest chain that leads to it: 0 for a job that waits for none. Jobs of
   * one level may run at the same time.
   */
  public int level(JobId job) {
    Integer level = levels.get(job);
    if (level == null) {
      throw new IllegalArgumentException("no such job: " + job);
    }
    return level;
  }

  /** The job under that id, if it is here. */
  public Optional<Job> job(JobId id) {
    return Optional.ofNullable(jobs.get(id));
  }

  /** The jobs in an order in which each comes after all it waits for. */
  public List<JobId> inOrder() {
    List<JobId> order = new ArrayList<>(jobs.keySet());
    order.sort(Comparator.comparingInt(this::level));
    return order;
  }
}
