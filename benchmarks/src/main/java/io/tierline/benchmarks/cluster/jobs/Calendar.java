/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.jobs;

import io.tierline.ldm.lineage.Workflow;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Jobs that start at their times, or later, when all that they read has been written.
 *
 * @param jobs each with its time
 * @param deletions when datasets are deleted, in seconds since the beginning; later where jobs that
 *     have not ended still read them
 * @param workflows the lineage of all of them, as LDM's own classes read it from coordinators
 */
record Calendar(List<Due> jobs, Map<String, Double> deletions, List<Workflow> workflows) {
  /** No jobs. */
  static final Calendar NONE = new Calendar(List.of(), Map.of(), List.of());

  /** The time that is second 0. */
  static final Instant BEGIN = Instant.parse("2026-03-01T00:00:00Z");

  /**
   * A job.
   *
   * @param at its nominal time, in seconds since the beginning
   */
  record Due(JobSpec spec, double at) {}
}
