/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.graph;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.TooManyLinksException;
import io.tierline.ldm.lineage.UseIndex;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The block graph: vertices are blocks, edges the tasks that produce and consume them.
 *
 * <p>Source: P. Mishra, "Host managed storage solutions for Big Data", 2018, chapter 5. Readers
 * that have finished have left the graph, and so have jobs that only run after a failure. A job on
 * a branch of an unresolved decision may run, so it counts. Inferred uses count as stated ones do.
 *
 * <p>Immutable: a change of lineage or progress makes a new graph.
 */
public final class BlockGraph {
  /** Vertices are found side by side where there are at least so many. */
  private static final int MANY = 10_000;

  private final Map<DatasetPath, Vertex> vertices;

  private BlockGraph(Map<DatasetPath, Vertex> vertices) {
    this.vertices = vertices;
  }

  /** When a job reads a dataset that those jobs write. */
  private interface UseTimes {
    Optional<Instant> use(JobId reader, List<JobId> writers);
  }

  private static UseTimes asStated(TaskGraph tasks, Map<JobId, Job> others) {
    return (reader, writers) -> {
      Job other = others.get(reader);
      return (other == null ? tasks.known(reader) : other).reading().earliest();
    };
  }

  /** Leaves the streams below by the shortest way. */
  private static final class Overfull extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Overfull() {
      super(null, null, false, false);
    }
  }

  /**
   * Builds the graph.
   *
   * @param tasks the task graph of all registered workflows
   * @param finished jobs that have ended; they read nothing any more
   */
  public static BlockGraph of(TaskGraph tasks, Set<JobId> finished) {
    return of(tasks, finished, Map.of());
  }

  /** Builds the graph of what is planned, with the times at which it is expected to be read. */
  public static BlockGraph planned(TaskGraph tasks) {
    ExpectedStarts starts = ExpectedStarts.planned(tasks);
    return of(tasks, Set.of(), Map.of(), starts::use, vertex -> {});
  }

  /**
   * Builds the graph of one user's jobs. Jobs of others count as readers of what these produce. How
   * soon they read is not told by their own graphs, so it is taken to be next; nobody can put off
   * the use of another's data by what he states.
   *
   * @param tasks the task graph of the user's workflows
   * @param finished jobs that have ended, others' among them; they read nothing any more
   * @param others jobs of other users
   */
  public static BlockGraph of(TaskGraph tasks, Set<JobId> finished, Map<JobId, Job> others) {
    return of(tasks, finished, others, asStated(tasks, others), vertex -> {});
  }

  /**
   * Builds the graph of one user's jobs, or refuses one that would be too large before it is: jobs
   * that all read what lies above all datasets are readers of each of them.
   *
   * @param mostLinks pairs of a dataset and a job that writes or reads it
   * @throws TooManyLinksException when there are more
   */
  public static BlockGraph of(
      TaskGraph tasks, Set<JobId> finished, Map<JobId, Job> others, long mostLinks)
      throws TooManyLinksException {
    AtomicLong links = new AtomicLong();
    try {
      return of(
          tasks,
          finished,
          others,
          asStated(tasks, others),
          vertex -> {
            if (links.addAndGet(vertex.links()) > mostLinks) {
              throw new Overfull();
            }
          });
    } catch (Overfull tooMany) {
      throw new TooManyLinksException(mostLinks);
    }
  }

  private static BlockGraph of(
      TaskGraph tasks,
      Set<JobId> finished,
      Map<JobId, Job> others,
      UseTimes times,
      Consumer<Vertex> onEach) {
    UseIndex readers = new UseIndex();
    UseIndex writers = new UseIndex();
    Set<DatasetPath> datasets = new LinkedHashSet<>();
    tasks
        .jobs()
        .forEach(
            (id, job) -> {
              for (DatasetUse use : job.uses()) {
                datasets.add(use.dataset());
                boolean reads = use.access() == Access.READ;
                if (!reads) {
                  writers.add(use.dataset(), id);
                } else if (isReader(id, job, tasks.jobs(), finished)) {
                  readers.add(use.dataset(), id);
                }
              }
              job.renames()
                  .forEach(
                      rename -> {
                        readers.addAlias(rename.target(), rename.source());
                        writers.addAlias(rename.source(), rename.target());
                        datasets.add(rename.target());
                      });
            });
    others.forEach(
        (id, job) -> {
          if (isReader(id, job, others, finished)) {
            job.reads().forEach(dataset -> readers.add(dataset, id));
          }
        });
    Stream<DatasetPath> each =
        datasets.size() < MANY ? datasets.stream() : datasets.parallelStream();
    Map<DatasetPath, Vertex> vertices = new LinkedHashMap<>(2 * datasets.size());
    each.map(dataset -> vertex(dataset, tasks, others, writers, readers, times))
        .peek(onEach)
        .toList()
        .forEach(vertex -> vertices.put(vertex.dataset(), vertex));
    return new BlockGraph(vertices);
  }

  /** It is expected to run, and it, or what it reads for, has not ended. */
  private static boolean isReader(JobId id, Job job, Map<JobId, Job> jobs, Set<JobId> finished) {
    return !job.onError()
        && (!finished.contains(id)
            || job.reading().until().stream()
                .anyMatch(name -> isToCome(new JobId(id.workflow(), name), jobs, finished)));
  }

  /** Not so on a branch that was not taken. */
  private static boolean isToCome(JobId id, Map<JobId, Job> jobs, Set<JobId> finished) {
    Job job = jobs.get(id);
    return job != null
        && !job.onError()
        && !finished.contains(id)
        && job.excludes().stream()
            .noneMatch(other -> finished.contains(new JobId(id.workflow(), other)));
  }

  /**
   * One graph of several users' graphs. Of vertices of one dataset a produced one goes before one
   * that is only read, and an earlier one before a later one.
   */
  public static BlockGraph together(List<BlockGraph> parts) {
    if (parts.size() == 1) {
      return parts.get(0);
    }
    Map<DatasetPath, Vertex> vertices = new LinkedHashMap<>();
    for (BlockGraph part : parts) {
      part.vertices.forEach(
          (dataset, vertex) ->
              vertices.merge(
                  dataset,
                  vertex,
                  (first, next) -> first.isProduced() || !next.isProduced() ? first : next));
    }
    return new BlockGraph(vertices);
  }

  private static Vertex vertex(
      DatasetPath dataset,
      TaskGraph tasks,
      Map<JobId, Job> others,
      UseIndex writers,
      UseIndex readers,
      UseTimes times) {
    List<JobId> producing = new ArrayList<>(writers.covering(dataset));
    List<JobId> consuming = new ArrayList<>(readers.covering(dataset));
    // A job that extends what it reads does not wait for itself.
    consuming.removeIf(job -> producing.size() == 1 && producing.contains(job));
    int written = -1;
    for (JobId job : producing) {
      written = Math.max(written, tasks.level(job));
    }
    int first = consuming.isEmpty() ? written + 1 : Integer.MAX_VALUE;
    int last = consuming.isEmpty() ? written + 1 : -1;
    List<Instant> uses = new ArrayList<>(consuming.size());
    for (JobId id : consuming) {
      Job other = others.get(id);
      int level = other == null ? tasks.level(id) : written + 1;
      first = Math.min(first, level);
      last = Math.max(last, other == null ? lastLevel(id, tasks, level) : level);
      times.use(id, producing).ifPresent(uses::add);
    }
    int slack = Math.max(0, first - written - 1);
    int stay = Math.max(slack, last - written - 1);
    return new Vertex(dataset, producing, consuming, slack, stay, uses);
  }

  /** The level at which it stops reading. */
  private static int lastLevel(JobId id, TaskGraph tasks, int own) {
    int last = own;
    for (String name : tasks.known(id).reading().until()) {
      JobId until = new JobId(id.workflow(), name);
      last = Math.max(last, tasks.jobs().containsKey(until) ? tasks.level(until) : own);
    }
    return last;
  }

  /** All vertices, in the order their datasets were first named. */
  public Collection<Vertex> vertices() {
    return Collections.unmodifiableCollection(vertices.values());
  }

  /** The vertex of exactly that dataset, if a job names it. */
  public Optional<Vertex> vertex(DatasetPath dataset) {
    return Optional.ofNullable(vertices.get(dataset));
  }
}
