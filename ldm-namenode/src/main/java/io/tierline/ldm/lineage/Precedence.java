/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which of two jobs comes first, data left aside: inside a workflow control flow says it, between
 * the workflows of one series (the runs of a coordinator, for example) their nominal times do.
 */
final class Precedence {
  private final Map<JobId, Job> jobs;
  private final Map<String, JobOrder> control;
  private final UnaryOperator<String> series;

  private Precedence(
      Map<JobId, Job> jobs, Map<String, JobOrder> control, UnaryOperator<String> series) {
    this.jobs = jobs;
    this.control = control;
    this.series = series;
  }

  /**
   * Orders the jobs of every workflow.
   *
   * @param orders the control flow of each workflow
   * @param series names the series that a workflow of that id belongs to
   */
  static Precedence of(
      Map<JobId, Job> jobs, Map<String, JobOrder> orders, UnaryOperator<String> series) {
    return new Precedence(jobs, orders, series);
  }

  private Job job(JobId id) {
    return TaskGraph.known(jobs, id);
  }

  private JobOrder control(JobId job) {
    return Objects.requireNonNull(control.get(job.workflow()), job::workflow);
  }

  /** True when no single run executes both. */
  boolean exclusive(JobId a, JobId b) {
    return a.workflow().equals(b.workflow())
        && (job(a).excludes().contains(b.job()) || job(b).excludes().contains(a.job()));
  }

  /** True when control flow of their workflow lets the second start only after the first. */
  boolean controls(JobId first, JobId second) {
    return first.workflow().equals(second.workflow()) && control(first).reaches(first, second);
  }

  /** True when one of the two certainly comes after the other. */
  boolean ordered(JobId a, JobId b) {
    if (a.workflow().equals(b.workflow())) {
      return controls(a, b) || controls(b, a);
    }
    Instant startA = start(a);
    Instant startB = start(b);
    return startA != null
        && startB != null
        && !startA.equals(startB)
        && series(a).equals(series(b));
  }

  /** The series that the job's workflow belongs to. */
  String series(JobId job) {
    return series.apply(job.workflow());
  }

  /** True when no branch and no failure decides whether the job runs. */
  boolean surelyRuns(JobId job) {
    return job(job).excludes().isEmpty() && !job(job).onError();
  }

  /** The job's nominal time, null when it has none. */
  @Nullable Instant start(JobId job) {
    return job(job).start().orElse(null);
  }

  /** The job's place in its workflow's control flow: after all those it waits for. */
  int level(JobId job) {
    return control(job).level(job);
  }
}
