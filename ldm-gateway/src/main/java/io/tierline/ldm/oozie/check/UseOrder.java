/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.check;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.oozie.coord.JointPlan;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * No dataset is used before one of its writers can have run. A job can begin at its nominal time,
 * when the newest instance that it waits for is due, and when the first writer of each of its
 * inputs can have begun, whichever is latest. That is a bound from below: how long jobs run does
 * not enter.
 */
final class UseOrder {
  private final JointPlan plan;
  private final Map<JobId, Instant> begins = new HashMap<>();

  private UseOrder(JointPlan plan) {
    this.plan = plan;
  }

  static Rule check(JointPlan plan) {
    UseOrder order = new UseOrder(plan);
    plan.tasks().inOrder().forEach(order::add);
    Rule.Asked asked = new Rule.Asked("no dataset is used before its producer has run");
    for (Vertex vertex : plan.blocks().vertices()) {
      Optional<Instant> written = order.begin(vertex.writers(), null);
      if (written.isPresent() && !vertex.uses().isEmpty()) {
        asked.look();
        Instant used = vertex.uses().get(0);
        if (!used.isAfter(written.get())) {
          asked.broken(
              vertex.dataset(),
              "used at %s; %s begins at %s"
                  .formatted(used, vertex.writers().get(0), written.get()));
        }
      }
    }
    return asked.rule();
  }

  private void add(JobId id) {
    Job job = plan.tasks().known(id);
    Instant begin = job.reading().earliest().orElse(null);
    for (DatasetPath read : job.reads()) {
      List<JobId> writers = plan.blocks().vertex(read).map(Vertex::writers).orElse(List.of());
      Instant written = begin(writers, id).orElse(null);
      begin = begin == null || (written != null && written.isAfter(begin)) ? written : begin;
    }
    if (begin != null) {
      begins.put(id, begin);
    }
  }

  /** When the first of them can begin; empty when that of one of them is not known. */
  private Optional<Instant> begin(List<JobId> writers, JobId reader) {
    Instant first = null;
    for (JobId writer : writers) {
      Instant begin = begins.get(writer);
      if (!writer.equals(reader)) {
        if (begin == null) {
          return Optional.empty();
        }
        first = first == null || begin.isBefore(first) ? begin : first;
      }
    }
    return Optional.ofNullable(first);
  }
}
