/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.ldm.graph.BlockGraph;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.AppFiles;
import io.tierline.ldm.oozie.JobProperties;
import io.tierline.ldm.oozie.OozieWorkflowSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The example workflow: its lineage, as LDM reads it, and the actions to run.
 *
 * @param workflow the lineage
 * @param graph the order of the jobs and who reads what
 * @param actions what each job runs, by job name
 */
record Chain(Workflow workflow, TaskGraph graph, Map<String, ChainAction> actions) {
  /** Where the example puts its outputs. */
  static final String BASE = "/data/terasort";

  private static final String WORKFLOW_ID = "terasort-chain";

  /**
   * Reads the example below a source tree for a cluster.
   *
   * @param nameNode the cluster's file system, for example {@code hdfs://localhost:8020}
   */
  static Chain read(Path home, String nameNode, long rows) throws IOException {
    Path directory = home.resolve("conf/examples/terasort-chain");
    Path submitted = directory.resolve("job.properties");
    Map<String, String> properties =
        new HashMap<>(JobProperties.read(submitted.toString(), Files.readAllBytes(submitted)));
    properties.put("nameNode", nameNode);
    properties.put("rows", Long.toString(rows));
    properties.put("base", BASE);
    Path file = directory.resolve("workflow.xml");
    Workflow workflow =
        new OozieWorkflowSource(
                file.toString(), Files.readAllBytes(file), properties, AppFiles.none())
            .read(WORKFLOW_ID);
    return new Chain(workflow, TaskGraph.of(workflow), JavaActions.read(file, properties));
  }

  /** The jobs in the order in which they run. */
  List<Job> inOrder() {
    return graph.inOrder().stream().map(this::job).toList();
  }

  /** What the job runs. */
  ChainAction action(Job job) {
    return actions.get(job.name());
  }

  /** How many jobs will read the dataset: its reusability before the first of them has run. */
  int readers(DatasetPath dataset) {
    return BlockGraph.of(graph, Set.of()).vertex(dataset).map(Vertex::reusability).orElse(0);
  }

  private Job job(JobId id) {
    return graph.job(id).orElseThrow();
  }
}
