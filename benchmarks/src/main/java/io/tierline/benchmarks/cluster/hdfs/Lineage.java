/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.ldm.foresight.OutputHistory;
import io.tierline.ldm.foresight.OutputOrigin;
import io.tierline.ldm.graph.BlockGraph;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.migration.ComingUses;
import io.tierline.ldm.placement.ComingData;
import io.tierline.ldm.placement.Outlook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** What LDM knows of applications: its own graphs, and which jobs have ended. */
public final class Lineage {
  private static final String USER = "user";

  private final TaskGraph tasks;
  private final Map<String, JobId> ids = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final Set<JobId> finished = new HashSet<>();
  private final Instant begin;
  private final OutputHistory history;
  private BlockGraph blocks;
  private int seen;

  /** The same, of applications that have never run. */
  Lineage(Map<String, List<Job>> chains) {
    this(chains, new OutputHistory());
  }

  /**
   * The lineage of some applications, whose jobs have no times.
   *
   * @param chains by name, their jobs with the datasets that they read and write; see {@link #path}
   * @param history what earlier runs have taught; learns from this one
   */
  public Lineage(Map<String, List<Job>> chains, OutputHistory history) {
    this(workflows(chains), Instant.EPOCH, history);
    chains.forEach(
        (chain, jobs) -> jobs.forEach(job -> ids.put(job.name(), new JobId(chain, job.name()))));
  }

  /**
   * The lineage of some workflows of one job each, which goes by the workflow's id.
   *
   * @param begin the time that is second 0
   * @param history what earlier runs have taught; learns from this one
   */
  public Lineage(List<Workflow> workflows, Instant begin, OutputHistory history) {
    this.begin = begin;
    this.history = history;
    for (Workflow workflow : workflows) {
      ids.put(workflow.id(), new JobId(workflow.id(), workflow.jobs().get(0).name()));
      names.put(workflow.id(), workflow.name());
    }
    try {
      tasks = TaskGraph.of(workflows);
    } catch (LineageException e) {
      throw new IllegalArgumentException(e);
    }
    blocks = BlockGraph.of(tasks, finished);
  }

  private static List<Workflow> workflows(Map<String, List<Job>> chains) {
    List<Workflow> workflows = new ArrayList<>();
    try {
      for (Map.Entry<String, List<Job>> chain : chains.entrySet()) {
        workflows.add(Workflow.of(chain.getKey(), chain.getKey(), chain.getValue(), List.of()));
      }
    } catch (LineageException e) {
      throw new IllegalArgumentException(e);
    }
    return workflows;
  }

  /** The path of a dataset of that name. */
  public static DatasetPath path(String dataset) {
    return new DatasetPath("", "/" + dataset);
  }

  /** What a job's own configuration says of what it will write. */
  public void told(String dataset, long bytes) {
    history.told(USER, path(dataset), bytes);
  }

  /**
   * A job has ended; where it is not of an application that is registered, nothing to LDM.
   *
   * @param size bytes of a dataset that are there, by its path
   */
  void finished(String job, ToLongFunction<DatasetPath> size) {
    JobId id = ids.get(job);
    if (id != null && finished.add(id)) {
      Job known = tasks.known(id);
      long input = known.reads().stream().mapToLong(size).sum();
      for (DatasetPath written : known.writes()) {
        history.learn(origin(id, written), written, input, size.applyAsLong(written));
      }
    }
  }

  private OutputOrigin origin(JobId writer, DatasetPath dataset) {
    return OutputOrigin.of(USER, names.get(writer.workflow()), writer.job(), dataset);
  }

  private double expected(Vertex vertex, double input) {
    OutputOrigin origin = origin(vertex.writers().get(0), vertex.dataset());
    return history.expected(origin, vertex.dataset(), input);
  }

  /** How many registered jobs have ended. */
  int finished() {
    return finished.size();
  }

  /** True when all of those have ended. */
  boolean hasEnded(Collection<JobId> jobs) {
    return finished.containsAll(jobs);
  }

  /** Has the graph say what is known now. */
  void refresh() {
    if (seen != finished.size()) {
      seen = finished.size();
      blocks = BlockGraph.of(tasks, finished);
    }
  }

  /** All datasets that registered jobs use, read or have used. */
  Collection<Vertex> vertices() {
    return blocks.vertices();
  }

  /**
   * When each is read.
   *
   * @param now seconds since the beginning
   * @param typicalJobSeconds how long a job is taken to run
   */
  ComingUses comingUses(double now, double typicalJobSeconds) {
    Instant time = begin.plusNanos((long) (now * 1e9));
    return ComingUses.of(tasks, finished, time, typicalJobSeconds);
  }

  /**
   * What is foreseen of the datasets that are being written, and of those that are to leave room to
   * others.
   *
   * @param written bytes of a dataset that are there, by its path
   * @param disks of the cluster
   */
  Map<DatasetPath, Outlook> outlooks(ToLongFunction<DatasetPath> written, int disks) {
    ComingData coming = new ComingData(tasks, blocks.vertices(), finished, this::expected);
    Set<DatasetPath> datasets =
        new LinkedHashSet<>(coming.givingWay(disks, blocks.vertices().size()));
    blocks.vertices().stream()
        .map(Vertex::dataset)
        .filter(dataset -> written.applyAsLong(dataset) > 0)
        .forEach(datasets::add);
    return coming.outlooks(datasets, written, coming.highestClaim(), disks);
  }

  /** Of a dataset that a job of a chain writes. */
  Optional<Vertex> managed(Dataset dataset) {
    return blocks.vertex(path(dataset.name())).filter(Vertex::isProduced);
  }
}
