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

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.registry.Registration;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OverdueJobsTest {
  private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");
  private static final Duration WEEK = Duration.ofDays(7);
  private static final JobId WRITER = new JobId("w", "writer");
  private static final JobId READER = new JobId("w", "reader");

  private final SeenJobs seen = new SeenJobs();
  private final OverdueJobs overdue = new OverdueJobs(seen);

  private static Registration chain(Job.Builder reader, String... finished) {
    return new Registration(
        workflow("w", job("writer").writes(at("/a")), reader.reads(at("/a"))),
        "ann",
        Set.of(finished));
  }

  private List<JobId> missed(Instant now, Registration registration) {
    return overdue.look(List.of(registration), now, WEEK).stream()
        .map(OverdueJobs.Missed::job)
        .toList();
  }

  @Test
  void readerIsDueWhenWhatItWaitsForHasEnded() {
    seen.saw(WRITER, NOW);
    assertThat(missed(NOW, chain(job("reader")))).containsExactly(WRITER);
    assertThat(missed(NOW, chain(job("reader"), "writer"))).containsExactly(READER);
    assertThat(missed(NOW, chain(job("reader"), "writer", "reader"))).isEmpty();
  }

  @Test
  void itEndsAfterTheTimeSinceItWasDue() {
    seen.saw(WRITER, NOW);
    overdue.look(List.of(chain(job("reader"), "writer")), NOW, WEEK);
    assertThat(
            overdue.look(
                List.of(chain(job("reader"), "writer")), NOW.plus(Duration.ofDays(3)), WEEK))
        .containsExactly(
            new OverdueJobs.Missed(
                READER, NOW.plus(WEEK), "due, and not seen since 2026-11-21T00:00:00Z"));
  }

  @Test
  void itIsSeenMeanwhile() {
    seen.saw(WRITER, NOW);
    overdue.look(List.of(chain(job("reader"), "writer")), NOW, WEEK);
    Instant later = NOW.plus(Duration.ofDays(3));
    seen.saw(READER, later);
    assertThat(overdue.look(List.of(chain(job("reader"), "writer")), later, WEEK))
        .singleElement()
        .satisfies(each -> assertThat(each.at()).isEqualTo(later.plus(WEEK)));
  }

  @Test
  void whereNothingIsSeenNobodyIsMissed() {
    assertThat(missed(NOW, chain(job("reader"), "writer"))).isEmpty();
  }

  @Test
  void jobOfAKnownTimeIsNotDueBeforeIt() {
    seen.saw(WRITER, NOW);
    Instant start = NOW.plusSeconds(60);
    assertThat(missed(NOW, chain(job("reader").start(start), "writer"))).isEmpty();
    assertThat(missed(start, chain(job("reader").start(start), "writer"))).containsExactly(READER);
  }

  @Test
  void errorHandlersAndBranchesNotTakenAreNeitherDueNorWaitedFor() {
    seen.saw(new JobId("w", "left"), NOW);
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
  void whatIsForgottenOrNotDueForAWhileGetsItsTimeAnew() {
    seen.saw(WRITER, NOW);
    missed(NOW, chain(job("reader"), "writer"));
    overdue.forget();
    Instant later = NOW.plus(Duration.ofDays(3));
    assertThat(overdue.look(List.of(chain(job("reader"), "writer")), later, WEEK))
        .singleElement()
        .satisfies(each -> assertThat(each.at()).isEqualTo(later.plus(WEEK)));
    assertThat(overdue.look(List.of(chain(job("reader"), "writer")), later, Duration.ZERO))
        .isEmpty();
  }
}
