/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * When a job reads its inputs and by how many tasks, as far as its source knows.
 *
 * @param start its nominal time
 * @param data the earliest moment at which all that it waits for can be there, where that may be
 *     after the nominal time
 * @param until names of jobs of the workflow until whose end the job counts as a reader, too: where
 *     it is known what a workflow reads as a whole, and not by which of its jobs
 * @param took how long such jobs have run so far
 * @param tasks how many tasks read an input, each its part of it from end to end; 0 where that is
 *     not known, as of a job that has a task for each block
 */
public record Reading(
    Optional<Instant> start,
    Optional<Instant> data,
    Set<String> until,
    Optional<Duration> took,
    int tasks) {
  /** Nothing known. */
  public static final Reading UNKNOWN =
      new Reading(Optional.empty(), Optional.empty(), Set.of(), Optional.empty(), 0);

  /** Copies the set. */
  public Reading {
    until = Set.copyOf(until);
    if (tasks < 0) {
      throw new IllegalArgumentException("fewer tasks than none: " + tasks);
    }
  }

  /** With that nominal time. */
  public Reading at(Instant nominal) {
    return new Reading(Optional.ofNullable(nominal), data, until, took, tasks);
  }

  /** Not before that moment. */
  public Reading waitingFor(Instant newest) {
    return new Reading(start, Optional.ofNullable(newest), until, took, tasks);
  }

  /** Until those jobs have ended. */
  public Reading until(Set<String> jobs) {
    return new Reading(start, data, jobs, took, tasks);
  }

  /** By a job that runs for so long; null when that is not known. */
  public Reading taking(Duration run) {
    return new Reading(start, data, until, Optional.ofNullable(run), tasks);
  }

  /** By so many tasks; 0 where that is not known. */
  public Reading by(int number) {
    return new Reading(start, data, until, took, number);
  }

  /** The earliest moment at which it can read; empty when no time is known. */
  public Optional<Instant> earliest() {
    boolean isLate = data.isPresent() && (start.isEmpty() || data.get().isAfter(start.get()));
    return isLate ? data : start;
  }
}
