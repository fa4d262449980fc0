/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.TaskGraph;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * When the jobs that are still to run will read.
 *
 * <p>A job with a nominal start reads then, or now if that has passed. The time of any other is an
 * estimate: it waits for the longest chain of jobs before it that have not ended, each taken to run
 * for a typical time from when it can start. Jobs that run only after a failure hold nobody up.
 */
public final class ComingUses {
  private static final double NANOS = 1e9;

  private final Map<JobId, Double> seconds;

  private ComingUses(Map<JobId, Double> seconds) {
    this.seconds = seconds;
  }

  /**
   * Computes the times.
   *
   * @param tasks all registered jobs
   * @param finished those that have ended
   * @param now the present
   * @param typicalJobSeconds how long a job is taken to run, above 0
   */
  public static ComingUses of(
      TaskGraph tasks, Set<JobId> finished, Instant now, double typicalJobSeconds) {
    Map<JobId, List<JobId>> before = new HashMap<>();
    for (TaskGraph.Edge edge : tasks.edges()) {
      if (!finished.contains(edge.from()) && !tasks.jobs().get(edge.from()).onError()) {
        before.computeIfAbsent(edge.to(), to -> new ArrayList<>()).add(edge.from());
      }
    }
    Map<JobId, Double> seconds = new HashMap<>();
    for (JobId id : tasks.inOrder()) {
      double waits = 0;
      for (JobId earlier : before.getOrDefault(id, List.of())) {
        waits = Math.max(waits, seconds.get(earlier) + typicalJobSeconds);
      }
      Job job = tasks.jobs().get(id);
      seconds.put(id, job.start().isPresent() ? until(job.start().get(), now) : waits);
    }
    return new ComingUses(seconds);
  }

  private static double until(Instant start, Instant now) {
    Duration left = Duration.between(now, start);
    return Math.max(0, left.getSeconds() + left.getNano() / NANOS);
  }

  /** Seconds to each coming use of that dataset, nearest first; empty when none is left. */
  public double[] of(Vertex vertex) {
    return vertex.readers().stream().mapToDouble(seconds::get).sorted().toArray();
  }
}
