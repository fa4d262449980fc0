/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import io.tierline.ldm.lineage.Reading;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What a source has seen of one run of a job.
 *
 * @param origin the source
 * @param run tells this run from all others of its source
 * @param owner the user it runs as
 * @param chain the workflow it was seen in
 * @param job its name there
 * @param application its name as it comes again with every run; dates, times and ids in it are
 *     abstracted
 * @param state how far it is
 * @param uses the datasets it is known to use
 * @param followers names of jobs of the same chain that come directly after it
 * @param reading when it is to read its inputs
 */
public record Observation(
    Origin origin,
    String run,
    String owner,
    Chain chain,
    String job,
    String application,
    JobState state,
    Uses uses,
    Set<String> followers,
    Reading reading) {
  private static final int OBSERVATION_BYTES = 500;
  private static final int FOLLOWER_BYTES = 120;

  /** What was seen of a job that no schedule sets a time for. */
  public Observation(
      Origin origin,
      String run,
      String owner,
      Chain chain,
      String job,
      String application,
      JobState state,
      Uses uses,
      Set<String> followers) {
    this(origin, run, owner, chain, job, application, state, uses, followers, Reading.UNKNOWN);
  }

  /** Checks that nothing is missing. */
  public Observation {
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(chain, "chain");
    Objects.requireNonNull(job, "job");
    Objects.requireNonNull(application, "application");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(uses, "uses");
    Objects.requireNonNull(reading, "reading");
    followers = Set.copyOf(followers);
  }

  /** This observation with other datasets. */
  public Observation with(Uses other) {
    return new Observation(
        origin, run, owner, chain, job, application, state, other, followers, reading);
  }

  /** What it takes of the heap, an estimate in bytes. */
  long memory() {
    long bytes = OBSERVATION_BYTES + uses.memory();
    for (String text : List.of(run, chain.id(), chain.name(), job, application)) {
      bytes += 2L * text.length();
    }
    for (Set<String> names : List.of(followers, reading.until())) {
      for (String name : names) {
        bytes += FOLLOWER_BYTES + 2L * name.length();
      }
    }
    return bytes;
  }

  /** This observation in another workflow. */
  Observation in(Chain other) {
    return new Observation(
        origin, run, owner, other, job, application, state, uses, followers, reading);
  }

  /** Tells the run from those of all sources. */
  String key() {
    return origin + " " + run;
  }
}
