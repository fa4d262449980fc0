/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import io.tierline.ldm.graph.ExpectedStarts;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.TaskGraph;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** How soon the jobs that are still to run will read: see {@link ExpectedStarts}. */
public final class ComingUses {
  private static final double NANOS = 1e9;

  private final ExpectedStarts starts;
  private final Instant now;

  private ComingUses(ExpectedStarts starts, Instant now) {
    this.starts = starts;
    this.now = now;
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
    Duration typicalJob = Duration.ofNanos((long) (typicalJobSeconds * NANOS));
    return new ComingUses(ExpectedStarts.of(tasks, finished, now, typicalJob), now);
  }

  private double until(Instant time) {
    Duration left = Duration.between(now, time);
    return Math.max(0, left.getSeconds() + left.getNano() / NANOS);
  }

  /** Seconds to each coming use of that dataset, nearest first; empty when none is left. */
  public double[] of(Vertex vertex) {
    return vertex.readers().stream()
        .mapToDouble(job -> starts.use(job, vertex.writers()).map(this::until).orElse(0.0))
        .sorted()
        .toArray();
  }
}
