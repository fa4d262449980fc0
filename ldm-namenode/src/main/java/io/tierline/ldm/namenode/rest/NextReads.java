/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.graph.ExpectedStarts;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.placement.Place;
import io.tierline.ldm.placement.PlacementPlanner;
import io.tierline.ldm.registry.LineageView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.util.Time;

/** When datasets are read next, and where their blocks belong until then. For one request. */
final class NextReads {
  private final PlacementAdvisor advisor;
  private final int replicas;
  private final ExpectedStarts starts;

  /** Of the datasets that a workflow and those linked with it use. */
  NextReads(RestParts parts, String workflow) {
    this.advisor = parts.advisor();
    this.replicas =
        parts
            .nameNode()
            .getConf()
            .getInt(DFSConfigKeys.DFS_REPLICATION_KEY, DFSConfigKeys.DFS_REPLICATION_DEFAULT);
    LineageView view = advisor.registry().view();
    double typicalSeconds = advisor.settings().migration().decisions().typicalJobSeconds();
    this.starts =
        ExpectedStarts.of(
            view.tasksAround(workflow),
            view.finishedAround(workflow),
            Instant.ofEpochMilli(Time.now()),
            Duration.ofMillis((long) (typicalSeconds * 1_000)));
  }

  /**
   * When the first of the jobs that are still to read the dataset is expected to, where a schedule
   * tells.
   */
  Optional<Instant> nextUse(Vertex vertex) {
    return vertex.readers().stream()
        .filter(starts::isScheduled)
        .flatMap(job -> starts.use(job, vertex.writers()).stream())
        .min(Instant::compareTo);
  }

  /** The media of the replicas of a block that was written now, from outside the cluster. */
  List<String> place(Vertex vertex) {
    return PlacementPlanner.plan(vertex, replicas, Place.OUTSIDE, advisor.table())
        .replicas()
        .stream()
        .map(replica -> replica.medium().name())
        .toList();
  }
}
