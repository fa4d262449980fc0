/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.ldm.graph.BlockGraph;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.placement.ComingData;
import io.tierline.ldm.placement.Outlook;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** What LDM knows of chains: its own graphs, and which jobs have ended. */
public final class Lineage {
  private final TaskGraph tasks;
  private final Map<String, JobId> ids = new HashMap<>();
  private final Set<JobId> finished = new HashSet<>();
  private BlockGraph blocks;
  private int seen;

  /**
   * The lineage of some chains.
   *
   * @param chains by name, their jobs with the datasets that they read and write; see {@link #path}
   */
  public Lineage(Map<String, List<Job>> chains) {
    List<Workflow> workflows = new ArrayList<>();
    try {
      for (Map.Entry<String, List<Job>> chain : chains.entrySet()) {
        String id = chain.getKey();
        workflows.add(Workflow.of(id, id, chain.getValue(), List.of()));
        chain.getValue().forEach(job -> ids.put(job.name(), new JobId(id, job.name())));
      }
      tasks = TaskGraph.of(workflows);
    } catch (LineageException e) {
      throw new IllegalArgumentException(e);
    }
    blocks = BlockGraph.of(tasks, finished);
  }

  /** The path of a dataset of that name. */
  public static DatasetPath path(String dataset) {
    return new DatasetPath("", "/" + dataset);
  }

  /** A job has ended; where it is not of a chain that is nothing to LDM. */
  public void finished(String job) {
    JobId id = ids.get(job);
    if (id != null) {
      finished.add(id);
    }
  }

  /** Has the graph say what is known now. */
  void refresh() {
    if (seen != finished.size()) {
      seen = finished.size();
      blocks = BlockGraph.of(tasks, finished);
    }
  }

  /**
   * What is foreseen of the datasets that are being written.
   *
   * @param written bytes of a dataset that are there, by its path
   */
  Map<DatasetPath, Outlook> outlooks(ToLongFunction<DatasetPath> written) {
    ComingData coming = new ComingData(tasks, blocks.vertices(), finished);
    List<DatasetPath> datasets =
        blocks.vertices().stream()
            .map(Vertex::dataset)
            .filter(dataset -> written.applyAsLong(dataset) > 0)
            .toList();
    return coming.outlooks(datasets, written, coming.highestClaim());
  }

  /** Of a dataset that a job of a chain writes. */
  Optional<Vertex> managed(Dataset dataset) {
    return blocks.vertex(path(dataset.name())).filter(Vertex::isProduced);
  }
}
