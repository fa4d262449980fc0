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
import static io.tierline.ldm.lineage.Samples.job;
import static io.tierline.ldm.lineage.Samples.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.registry.LineageRegistry;
import io.tierline.ldm.registry.Registration;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OverdueJobsTest {
  private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");
  private static final Duration WEEK = Duration.ofDays(7);
  private static final JobId WRITER = new JobId("w", "writer");
  private static final JobId READER = new JobId("w", "reader");

  private final SeenJobs seen = new SeenJobs();
  private final OverdueJobs overdue = new OverdueJobs(seen);
  private Map<String, Instant> known = Map.of();

  private static Registration chain(Job.Builder reader, String... finished) {
    return new Registration(
        workflow("w", job("writer").writes(at("/a")), reader.reads(at("/a"))),
        "ann",
        Set.of(finished));
  }

  private List<OverdueJobs.Missed> look(Instant now, Duration expiry, Registration... all)
      throws LineageException {
    LineageRegistry registry = new LineageRegistry(10);
    for (Registration each : all) {
      registry.register(each.workflow(), each.owner());
      for (String job : each.finished()) {
        registry.finish(each.workflow().id(), job);
      }
    }
    return overdue.look(registry.view(), id -> true, now, expiry, id -> known);
  }

  private List<JobId> missed(Instant now, Registration... all) throws LineageException {
    return look(now, WEEK, all).stream().map(OverdueJobs.Missed::job).toList();
  }

  @Test
  void readerIsDueWhenWhatItWaitsForHasEnded() throws LineageException {
    seen.saw(WRITER, JobState.SUCCEEDED, NOW);
    assertThat(missed(NOW, chain(job("reader")))).containsExactly(WRITER);
    assertThat(missed(NOW, chain(job("reader"), "writer"))).containsExactly(READER);
    assertThat(missed(NOW, chain(job("reader"), "writer", "reader"))).isEmpty();
  }

  @Test
  void itEndsAfterTheTimeSinceItWasDue() throws LineageException {
    seen.saw(WRITER, JobState.SUCCEEDED, NOW);
    look(NOW, WEEK, chain(job("reader"), "writer"));
    assertThat(look(NOW.plus(Duration.ofDays(3)), WEEK, chain(job("reader"), "writer")))
        .containsExactly(
            new OverdueJobs.Missed(
                READER, NOW, NOW.plus(WEEK), "due, and not seen since 2026-11-21T00:00:00Z"));
  }

  @Test
  void whatAnEarlierProcessKnewCounts() throws LineageException {
    Instant earlier = NOW.minus(Duration.ofDays(2));
    known = Map.of("reader", earlier, "writer", earlier);
    assertThat(look(NOW, WEEK, chain(job("reader"), "writer")))
        .as("of a workflow of which nothing is seen yet")
        .extracting(OverdueJobs.Missed::job, OverdueJobs.Missed::at)
        .containsExactly(tuple(READER, earlier.plus(WEEK)));
    known = Map.of("reader", NOW.plus(WEEK));
    overdue.forget();
    assertThat(look(NOW, WEEK, chain(job("reader"), "writer")))
        .as("by a clock that was wrong")
        .extracting(OverdueJobs.Missed::at)
        .containsExactly(NOW.plus(WEEK));
  }

  @Test
  void itIsSeenMeanwhile() throws LineageException {
    seen.saw(WRITER, JobState.SUCCEEDED, NOW);
    look(NOW, WEEK, chain(job("reader"), "writer"));
    Instant later = NOW.plus(Duration.ofDays(3));
    seen.saw(READER, JobState.FAILED, later);
    assertThat(look(later, WEEK, chain(job("reader"), "writer")))
        .singleElement()
        .satisfies(each -> assertThat(each.at()).isEqualTo(later.plus(WEEK)));
  }

  @Test
  void whereNothingIsSeenNobodyIsMissed() throws LineageException {
    assertThat(missed(NOW, chain(job("reader"), "writer"))).isEmpty();
  }

  @Test
  void jobOfAKnownTimeIsNotDueBeforeIt() throws LineageException {
    seen.saw(WRITER, JobState.SUCCEEDED, NOW);
    Instant start = NOW.plusSeconds(60);
    assertThat(missed(NOW, chain(job("reader").start(start), "writer"))).isEmpty();
    assertThat(missed(start, chain(job("reader").start(start), "writer"))).containsExactly(READER);
  }

  @Test
  void errorHandlersAndBranchesNotTakenAreNeitherDueNorWaitedFor() throws LineageException {
    seen.saw(new JobId("w", "left"), JobState.SUCCEEDED, NOW);
    Registration decision =
        new Registration(
            workflow(
                "w",
                job("left").excludes("right"),
                job("right").excludes("left"),
                job("mail").onError(true),
                job("join").after("left").after("right").after("mail")),
            "ann",
            Set.of("left"));
    assertThat(missed(NOW, decision)).containsExactly(new JobId("w", "join"));
  }

  @Test
  void whatIsForgottenOrNotDueForAWhileGetsItsTimeAnew() throws LineageException {
    seen.saw(WRITER, JobState.SUCCEEDED, NOW);
    missed(NOW, chain(job("reader"), "writer"));
    overdue.forget();
    Instant later = NOW.plus(Duration.ofDays(3));
    assertThat(look(later, WEEK, chain(job("reader"), "writer")))
        .singleElement()
        .satisfies(each -> assertThat(each.at()).isEqualTo(later.plus(WEEK)));
    assertThat(look(later, Duration.ZERO, chain(job("reader"), "writer"))).isEmpty();
  }

  /** The month's end reads what another workflow writes once a month. */
  @Test
  void jobThatWaitsForAnotherWorkflowIsNotDue() throws LineageException {
    seen.saw(new JobId("w", "daily"), JobState.SUCCEEDED, NOW);
    Registration end =
        new Registration(
            workflow("w", job("daily"), job("month-end").reads(at("/month"))),
            "ann",
            Set.of("daily"));
    Workflow monthly = workflow("v", job("monthly").writes(at("/month")));
    Registration waits = new Registration(monthly, "ann", Set.of());
    Registration done = new Registration(monthly, "ann", Set.of("monthly"));
    assertThat(missed(NOW, end, waits)).isEmpty();
    assertThat(missed(NOW, end, done)).containsExactly(new JobId("w", "month-end"));
  }

  /** Of a long run its start is told, and then nothing before its end. */
  @Test
  void jobThatRunsIsNotDueUntilItsRunIsOver() throws LineageException {
    seen.saw(WRITER, JobState.SUCCEEDED, NOW);
    seen.saw(READER, JobState.RUNNING, NOW);
    Instant later = NOW.plus(WEEK).plusSeconds(1);
    assertThat(missed(later, chain(job("reader"), "writer"))).isEmpty();
    seen.saw(READER, JobState.FAILED, later);
    assertThat(look(later, WEEK, chain(job("reader"), "writer")))
        .singleElement()
        .satisfies(each -> assertThat(each.at()).isEqualTo(later.plus(WEEK)));
  }
}
