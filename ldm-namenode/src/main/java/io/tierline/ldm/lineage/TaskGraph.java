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
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The task graph: a DAG whose nodes are jobs (their tasks are not known before they are submitted)
 * and whose edges say which job must end before another can start.
 *
 * <p>Source: P. Mishra, "Host managed storage solutions for Big Data", 2018, chapter 5. An edge
 * exists where control flow orders two jobs directly, and where one job writes what another reads.
 * Inside a workflow, a job that runs <em>after</em> a reader does not feed it: reading yesterday's
 * result and then replacing it is no cycle. Of several jobs that write a dataset in turn, the last
 * one before a reader feeds it.
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
  public record Edge(JobId from, JobId to, EdgeKind kind, @Nullable DatasetPath dataset) {}

  /** Edges of data are found side by side where at least so many datasets are written. */
  private static final int MANY = 10_000;

  /** Comparisons of writers with each other, for all readers, that a bounded graph may take. */
  private static final long MOST_COMPARISONS = 200_000_000;

  private final Map<JobId, Job> jobs;
  private final List<Edge> edges;
  private final Map<JobId, Integer> levels;

  private TaskGraph(Map<JobId, Job> jobs, List<Edge> edges, Map<JobId, Integer> levels) {
    this.jobs = jobs;
    this.edges = List.copyOf(edges);
    this.levels = levels;
  }

  /** The graph of one workflow. */
  public static TaskGraph of(Workflow workflow) throws LineageException {
    return of(List.of(workflow));
  }

  /**
   * Builds the graph over all the workflows together, so that one may feed another.
   *
   * @throws LineageException when two jobs that may run together, and that nothing orders, write
   *     the same dataset, or when jobs wait for each other in a circle; the message names them
   */
  public static TaskGraph of(Collection<Workflow> workflows) throws LineageException {
    return of(workflows, Integer.MAX_VALUE);
  }

  /**
   * As {@link #of(Collection)}, and refuses what would be too large before it is: jobs that all
   * write and all read one dataset have as many edges as the product of their numbers.
   *
   * @param mostEdges edges of data at the most; {@link Integer#MAX_VALUE} for any number
   * @throws TooManyLinksException when there are more, or finding them would take too long
   */
  public static TaskGraph of(Collection<Workflow> workflows, int mostEdges)
      throws LineageException {
    Map<JobId, Job> jobs = new LinkedHashMap<>();
    List<Edge> control = new ArrayList<>();
    Map<String, JobOrder> orders = new HashMap<>();
    for (Workflow workflow : workflows) {
      if (orders.containsKey(workflow.id())) {
        throw new LineageException("two workflows have the id '" + workflow.id() + "'");
      }
      orders.put(workflow.id(), add(workflow, jobs, control));
    }
    Precedence order = Precedence.of(jobs, orders, workflow -> "");
    refuseRivals(jobs, order);
    List<Edge> edges = new ArrayList<>(control);
    List<Edge> data = boundedEdges(jobs, order, mostEdges);
    edges.addAll(data);
    return of(jobs, edges);
  }

  /**
   * Graphs side by side, with no edges between them.
   *
   * @param parts graphs that have no job in common
   */
  public static TaskGraph together(Collection<TaskGraph> parts) {
    if (parts.size() == 1) {
      return parts.iterator().next();
    }
    Map<JobId, Job> jobs = new LinkedHashMap<>();
    List<Edge> edges = new ArrayList<>();
    Map<JobId, Integer> levels = new HashMap<>();
    for (TaskGraph part : parts) {
      jobs.putAll(part.jobs);
      edges.addAll(part.edges);
      levels.putAll(part.levels);
    }
    return new TaskGraph(jobs, edges, levels);
  }

  /** With the data edges in, circles may close that control flow alone does not have. */
  static TaskGraph of(Map<JobId, Job> jobs, List<Edge> edges) throws LineageException {
    return new TaskGraph(jobs, edges, JobOrder.of(jobs.keySet(), edges).levels());
  }

  private static void refuseRivals(Map<JobId, Job> jobs, Precedence order) throws LineageException {
    Map<DatasetPath, Writers> writers = new HashMap<>();
    for (var entry : jobs.entrySet()) {
      for (DatasetPath dataset : claimed(entry.getValue())) {
        Writers others = writers.computeIfAbsent(dataset, d -> new Writers(order));
        JobId rival = others.rivalOf(entry.getKey());
        if (rival != null) {
          throw new LineageException(
              twoWriters(jobs, dataset, rival, entry.getKey()), entry.getValue().line());
        }
        others.add(entry.getKey());
      }
    }
  }

  /** What the job says it writes; one that runs only after a failure repairs or repeats. */
  static List<DatasetPath> claimed(Job job) {
    List<DatasetPath> claimed = new ArrayList<>();
    for (DatasetUse use : job.onError() ? List.<DatasetUse>of() : job.uses()) {
      if (use.access() == Access.WRITE && !use.inferred()) {
        claimed.add(use.dataset());
      }
    }
    return claimed;
  }

  static String twoWriters(Map<JobId, Job> jobs, DatasetPath dataset, JobId one, JobId other) {
    return "dataset %s has two writers: %s and %s"
        .formatted(dataset, located(one, known(jobs, one)), located(other, known(jobs, other)));
  }

  /** A job of which it is certain that it is among those. */
  static Job known(Map<JobId, Job> jobs, JobId id) {
    return Objects.requireNonNull(jobs.get(id), id::toString);
  }

  /** A job that is certainly here. */
  public Job known(JobId id) {
    return known(jobs(), id);
  }

  private static String located(JobId id, Job job) {
    return "'" + id.job() + "' (" + id.workflow() + (job.line() > 0 ? ":" + job.line() : "") + ")";
  }

  /**
   * Adds the jobs and edges of a workflow; nothing is added when its control flow is a circle.
   *
   * @return its control flow
   */
  static JobOrder add(Workflow workflow, Map<JobId, Job> jobs, List<Edge> control)
      throws LineageException {
    Map<JobId, Job> own = new LinkedHashMap<>();
    workflow.jobs().forEach(job -> own.put(new JobId(workflow.id(), job.name()), job));
    List<Edge> edges = controlEdges(own);
    JobOrder order = JobOrder.of(own.keySet(), edges);
    jobs.putAll(own);
    control.addAll(edges);
    return order;
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

  /** The edges from writers to readers, at most so many. */
  static List<Edge> dataEdges(Map<JobId, Job> jobs, Precedence order, int most) {
    UseIndex readers = new UseIndex();
    Map<DatasetPath, Writers> writers = new LinkedHashMap<>();
    jobs.forEach(
        (id, job) -> {
          job.reads().forEach(path -> readers.add(path, id));
          job.renames().forEach(rename -> readers.addAlias(rename.target(), rename.source()));
          for (DatasetPath written : job.writes()) {
            writers.computeIfAbsent(written, w -> new Writers(order)).add(id);
          }
        });
    Stream<Map.Entry<DatasetPath, Writers>> each =
        writers.size() < MANY ? writers.entrySet().stream() : writers.entrySet().parallelStream();
    return each.flatMap(
            written ->
                edgesOf(written.getKey(), written.getValue(), readers.overlapping(written.getKey()))
                    .stream())
        .limit(most)
        .toList();
  }

  private static List<Edge> boundedEdges(Map<JobId, Job> jobs, Precedence order, int most)
      throws TooManyLinksException {
    if (most == Integer.MAX_VALUE) {
      return dataEdges(jobs, order, most);
    }
    requireFewComparisons(jobs, most);
    List<Edge> edges = dataEdges(jobs, order, most + 1);
    if (edges.size() > most) {
      throw new TooManyLinksException(most);
    }
    return edges;
  }

  /** What jobs of one nominal time write is replaced by none of the others' writes. */
  private record Instance(DatasetPath dataset, Optional<Instant> start) {}

  /** Those that write one instance are held against each other, for each of its readers. */
  private static void requireFewComparisons(Map<JobId, Job> jobs, int most)
      throws TooManyLinksException {
    Map<Instance, Long> writers = new HashMap<>();
    long readers = 0;
    for (Job job : jobs.values()) {
      List<DatasetPath> writes = job.writes();
      writes.forEach(path -> writers.merge(new Instance(path, job.start()), 1L, Long::sum));
      readers += job.uses().size() > writes.size() ? 1 : 0;
    }
    long pairs = writers.values().stream().filter(n -> n > 1).mapToLong(n -> n * n).sum();
    if (pairs > 0 && readers > MOST_COMPARISONS / pairs) {
      throw new TooManyLinksException(most);
    }
  }

  private static List<Edge> edgesOf(DatasetPath dataset, Writers writers, Set<JobId> readers) {
    List<Edge> edges = new ArrayList<>();
    for (JobId reader : readers) {
      for (JobId writer : writers.feeding(reader)) {
        edges.add(new Edge(writer, reader, EdgeKind.DATA, dataset));
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
