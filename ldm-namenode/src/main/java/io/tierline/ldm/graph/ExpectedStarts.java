/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.graph;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.TaskGraph;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When jobs are expected to start, and so to read: not before their nominal time, not before what
 * they wait for can be there, and not before the jobs before them have ended, each of which runs
 * for as long as its source has seen its like run, or else for a typical time. Jobs that run only
 * after a failure hold nobody up.
 */
public final class ExpectedStarts {
  /** How long a job is taken to run where nothing else is said. */
  public static final Duration TYPICAL_JOB = Duration.ofMinutes(10);

  private final TaskGraph tasks;
  private final Set<JobId> finished;
  private final Duration typicalJob;
  private final Map<JobId, Instant> starts = new HashMap<>();
  private final Set<JobId> scheduled = new HashSet<>();

  private ExpectedStarts(TaskGraph tasks, Set<JobId> finished, Duration typicalJob) {
    this.tasks = tasks;
    this.finished = finished;
    this.typicalJob = typicalJob;
  }

  /** Of jobs of which none has begun, at a time that is not told. */
  public static ExpectedStarts planned(TaskGraph tasks) {
    return new ExpectedStarts(tasks, Set.of(), TYPICAL_JOB).computed(null);
  }

  /**
   * As things stand.
   *
   * @param tasks all registered jobs
   * @param finished those that have ended
   * @param now the present: nothing starts before it
   * @param typicalJob how long a job is taken to run
   */
  public static ExpectedStarts of(
      TaskGraph tasks, Set<JobId> finished, Instant now, Duration typicalJob) {
    return new ExpectedStarts(tasks, finished, typicalJob).computed(now);
  }

  private ExpectedStarts computed(@Nullable Instant now) {
    Map<JobId, List<JobId>> before = new HashMap<>();
    for (TaskGraph.Edge edge : tasks.edges()) {
      if (!finished.contains(edge.from()) && !tasks.known(edge.from()).onError()) {
        before.computeIfAbsent(edge.to(), to -> new ArrayList<>(2)).add(edge.from());
      }
    }
    for (JobId id : tasks.inOrder()) {
      Instant earliest = tasks.known(id).reading().earliest().orElse(null);
      boolean isScheduled = earliest != null;
      Instant start = later(now, earliest);
      for (JobId other : before.getOrDefault(id, List.of())) {
        start = later(start, end(other));
        isScheduled |= scheduled.contains(other);
      }
      if (start != null) {
        starts.put(id, start);
      }
      if (isScheduled) {
        scheduled.add(id);
      }
    }
    return this;
  }

  private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.isAfter(other) ? one : other;
  }

  /** Null when its start is not known. */
  private @Nullable Instant end(JobId id) {
    Instant start = starts.get(id);
    Job job = tasks.jobs().get(id);
    if (start == null || job == null) {
      return null;
    }
    try {
      return start.plus(job.reading().took().orElse(typicalJob));
    } catch (DateTimeException | ArithmeticException beyondTheCalendar) {
      return Instant.MAX;
    }
  }

  /**
   * When a job reads a dataset: not before the first of its writers has ended, whether or not the
   * reader waits for that one. Empty when no time is known.
   */
  public Optional<Instant> use(JobId reader, List<JobId> writers) {
    Instant start = starts.get(reader);
    return Optional.ofNullable(start == null ? null : later(start, firstEnd(reader, writers)));
  }

  /** Null when one of them has ended: then there is something to read. */
  private @Nullable Instant firstEnd(JobId reader, List<JobId> writers) {
    Instant first = null;
    for (JobId writer : writers) {
      Instant end = writer.equals(reader) ? null : end(writer);
      if (finished.contains(writer)) {
        return null;
      }
      first = first == null || (end != null && end.isBefore(first)) ? end : first;
    }
    return first;
  }

  /** True where the time follows from a schedule, and not only from the order of jobs. */
  public boolean isScheduled(JobId job) {
    return scheduled.contains(job);
  }
}
