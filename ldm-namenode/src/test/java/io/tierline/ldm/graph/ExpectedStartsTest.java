/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExpectedStartsTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final DatasetPath DATA = DatasetPath.of("/data");

  private static JobId id(String job) {
    return new JobId("w", job);
  }

  private static TaskGraph graph(Job... jobs) throws LineageException {
    return TaskGraph.of(Workflow.of("w", "w", List.of(jobs), List.of()));
  }

  private static Job.Builder job(String name) {
    return Job.named(name, "map-reduce");
  }

  private static ExpectedStarts of(TaskGraph tasks, String... finished) {
    Set<JobId> ended = new HashSet<>();
    for (String each : finished) {
      ended.add(id(each));
    }
    return ExpectedStarts.of(tasks, ended, NOON, HOUR);
  }

  @Test
  void firstOfSeveralWritersToEndMakesSomethingToRead() throws LineageException {
    TaskGraph tasks =
        graph(
            job("slow").start(NOON.plus(HOUR)).build(),
            job("quick").start(NOON).build(),
            job("late").start(NOON.plus(HOUR.multipliedBy(5))).build(),
            job("reader").reads(DATA).build());
    List<JobId> writers = List.of(id("slow"), id("quick"), id("late"));
    assertThat(of(tasks).use(id("reader"), writers)).contains(NOON.plus(HOUR));
    assertThat(of(tasks).use(id("reader"), List.of(id("late"))))
        .contains(NOON.plus(HOUR.multipliedBy(6)));
  }

  @Test
  void whereAWriterHasEndedItIsThere() throws LineageException {
    TaskGraph tasks =
        graph(job("ended").build(), job("later").build(), job("reader").reads(DATA).build());
    List<JobId> writers = List.of(id("later"), id("ended"));
    assertThat(of(tasks, "ended").use(id("reader"), writers)).contains(NOON);
  }

  @Test
  void readerDoesNotWaitForItselfOrForWhoIsNotKnown() throws LineageException {
    TaskGraph tasks = graph(job("both").reads(DATA).writes(DATA).build());
    assertThat(of(tasks).use(id("both"), List.of(id("both")))).contains(NOON);
    assertThat(of(tasks).use(id("both"), List.of(id("nobody"), id("both")))).contains(NOON);
    assertThat(of(tasks).use(id("nobody"), List.of(id("both")))).isEmpty();
  }

  @Test
  void nothingIsKnownWhereNoTimeIs() throws LineageException {
    TaskGraph tasks =
        graph(
            job("writer").writes(DATA).build(),
            job("reader").reads(DATA).build(),
            job("timed").start(NOON).build(),
            job("after").after("timed").build());
    ExpectedStarts planned = ExpectedStarts.planned(tasks);
    assertThat(planned.use(id("reader"), List.of(id("writer")))).isEmpty();
    assertThat(planned.isScheduled(id("reader"))).isFalse();
    assertThat(planned.isScheduled(id("after"))).isTrue();
    assertThat(planned.use(id("after"), List.of())).contains(NOON.plus(ExpectedStarts.TYPICAL_JOB));
  }

  @Test
  void whoRunsForEverIsWaitedForToTheEndOfTime() throws LineageException {
    Reading endless = Reading.UNKNOWN.taking(Duration.ofSeconds(Long.MAX_VALUE));
    TaskGraph tasks =
        graph(
            job("endless").reading(endless).writes(DATA).build(),
            job("reader").reads(DATA).build());
    assertThat(of(tasks).use(id("reader"), List.of(id("endless")))).contains(Instant.MAX);
  }

  @Test
  void jobsOfTheErrorWayHoldNobodyUp() throws LineageException {
    TaskGraph tasks =
        graph(
            job("mail").onError(true).start(NOON.plus(HOUR.multipliedBy(9))).build(),
            job("next").after("mail").build());
    assertThat(of(tasks).use(id("next"), List.of())).contains(NOON);
  }
}
