/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import static io.tierline.ldm.lineage.Samples.at;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Reading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Observations that tests need, built step by step. */
final class Seen {
  private final Origin origin;
  private final String run;
  private String owner = "ann";
  private Chain chain = Chain.adHoc("yarn:ann:default");
  private String job;
  private String application;
  private JobState state = JobState.RUNNING;
  private final List<DatasetPath> reads = new ArrayList<>();
  private final List<DatasetPath> writes = new ArrayList<>();
  private Set<String> followers = Set.of();
  private Reading reading = Reading.UNKNOWN;

  private Seen(Origin origin, String run, String application) {
    this.origin = origin;
    this.run = run;
    this.application = application;
    this.job = application + " " + run;
  }

  /** A job in the ad hoc chain of ann. */
  static Seen yarn(String run, String application) {
    return new Seen(Origin.YARN, run, application);
  }

  static Seen openLineage(String run, String application) {
    return new Seen(Origin.OPENLINEAGE, run, application).in("ol", application);
  }

  /** A job that a schedule tells of, the only one of its workflow. */
  static Seen scheduled(String workflow, Instant start) {
    Seen seen = new Seen(Origin.SCHEDULED, workflow, "hourly/work").in(workflow, "work");
    seen.reading = Reading.UNKNOWN.at(start);
    return seen;
  }

  static Seen oozie(String workflow) {
    return new Seen(Origin.OOZIE, workflow + "@work", "flow/work").in(workflow, "work");
  }

  /** A run of ann's that has turned out to be no job. */
  static SourceReport noJob(Origin source, String run) {
    return new SourceReport(
        source, "ann", List.of(), List.of(), List.of(), List.of(), List.of(), List.of(run));
  }

  Seen in(String workflow, String name) {
    chain = Chain.stated(workflow, workflow);
    job = name;
    return this;
  }

  Seen of(String user) {
    owner = user;
    return this;
  }

  Seen reads(String... paths) {
    for (String path : paths) {
      reads.add(at(path));
    }
    return this;
  }

  Seen writes(String... paths) {
    for (String path : paths) {
      writes.add(at(path));
    }
    return this;
  }

  Seen before(String... names) {
    followers = Set.of(names);
    return this;
  }

  Seen until(String... names) {
    reading = reading.until(Set.of(names));
    return this;
  }

  Observation running() {
    return with(JobState.RUNNING);
  }

  Observation with(JobState now) {
    state = now;
    return new Observation(
        origin,
        run,
        owner,
        chain,
        job,
        application,
        state,
        Uses.of(reads, writes),
        followers,
        reading);
  }

  Observation succeeded() {
    return with(JobState.SUCCEEDED);
  }
}
