/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.registry.Registration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Jobs of registered workflows that are due and do not come, while others of their workflow do: the
 * registration goes on, and they would be readers for good.
 *
 * <p>A job is due when all that it waits for have ended, and its start has come if it has one.
 * Where no job of a workflow was ever seen nothing tells of jobs, and none is missed alone, see
 * {@link RegistrationLife}. Not safe for several threads.
 */
public final class OverdueJobs {
  /**
   * A job that ends by itself if it is not seen.
   *
   * @param at when
   * @param why for people
   */
  public record Missed(JobId job, Instant at, String why) {}

  private final SeenJobs seen;
  private Map<JobId, Instant> due = new HashMap<>();

  /** None is due yet. */
  public OverdueJobs(SeenJobs seen) {
    this.seen = seen;
  }

  /** All that is due becomes so anew. */
  public void forget() {
    due = new HashMap<>();
  }

  /**
   * Those that are missed now, of these registrations. A job is due from the first call that finds
   * it so.
   *
   * @param expiry how long a job may be due without being seen; zero for ever
   */
  public List<Missed> look(Iterable<Registration> registrations, Instant now, Duration expiry) {
    Map<JobId, Instant> before = due;
    due = new HashMap<>();
    List<Missed> missed = new ArrayList<>();
    if (expiry.isZero()) {
      return missed;
    }
    for (Registration registration : registrations) {
      for (JobId job : dueIn(registration, now)) {
        Instant since = before.getOrDefault(job, now);
        due.put(job, since);
        Instant from = seen.at(job).filter(since::isBefore).orElse(since);
        missed.add(new Missed(job, from.plus(expiry), "due, and not seen since " + from));
      }
    }
    return missed;
  }

  private List<JobId> dueIn(Registration registration, Instant now) {
    Set<String> past = RegistrationLife.past(registration);
    String id = registration.workflow().id();
    if (!isFollowed(registration)) {
      return List.of();
    }
    Set<JobId> waiting = new HashSet<>();
    for (TaskGraph.Edge edge : edges(registration)) {
      if (!past.contains(edge.from().job())) {
        waiting.add(edge.to());
      }
    }
    return registration.workflow().jobs().stream()
        .filter(job -> !past.contains(job.name()))
        .filter(job -> job.start().filter(now::isBefore).isEmpty())
        .map(job -> new JobId(id, job.name()))
        .filter(job -> !waiting.contains(job))
        .toList();
  }

  private boolean isFollowed(Registration registration) {
    String id = registration.workflow().id();
    return registration.workflow().jobs().stream()
        .anyMatch(job -> seen.contains(new JobId(id, job.name())));
  }

  private static Iterable<TaskGraph.Edge> edges(Registration registration) {
    try {
      return TaskGraph.of(List.of(registration.workflow())).edges();
    } catch (LineageException impossible) {
      throw new IllegalStateException("what is registered contradicts itself", impossible);
    }
  }
}
