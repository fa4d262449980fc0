/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AwaitedJobsTest {
  private static LiveJob job(
      String chain, String name, Origin origin, JobState state, LiveJob... after) {
    LiveJob liveJob = new LiveJob(new JobId(chain, name), "ann");
    liveJob.observed(
        new Observation(
            origin,
            "run of " + name,
            "ann",
            Chain.stated(chain, chain),
            name,
            name,
            state,
            Uses.NONE,
            Set.of()),
        Instant.EPOCH);
    List.of(after).forEach(before -> liveJob.after().add(before.id()));
    return liveJob;
  }

  private static LiveJob predicted(String chain, String name, LiveJob... after) {
    return job(chain, name, Origin.PREDICTED, JobState.RUNNING, after);
  }

  @Test
  void expectedJobsAreAwaitedWhileTheFirstBeforeThemRuns() {
    LiveJob runs = job("a", "gen", Origin.YARN, JobState.RUNNING);
    LiveJob next = predicted("a", "sort", runs);
    LiveJob last = job("a", "check", Origin.ANNOUNCED, JobState.RUNNING, next);
    assertThat(AwaitedJobs.among(List.of(last, next, runs))).containsExactlyInAnyOrder(next, last);

    LiveJob ended = job("a", "gen", Origin.YARN, JobState.FAILED);
    assertThat(AwaitedJobs.among(List.of(last, next, ended))).isEmpty();
  }

  @Test
  void jobAfterAScheduledOneIsAwaitedAndTheScheduledOneGoesByItsOwnTime() {
    LiveJob scheduled = job("a", "gen", Origin.SCHEDULED, JobState.RUNNING);
    LiveJob next = predicted("b", "sort", scheduled);
    scheduled.after().add(next.id());
    assertThat(AwaitedJobs.among(List.of(scheduled, next))).containsExactly(next);
  }

  @Test
  void jobsThatAreOnlyExpectedAfterEachOtherAreNotAwaited() {
    LiveJob first = predicted("a", "x");
    LiveJob second = predicted("b", "x", first);
    first.after().add(second.id());
    LiveJob itself = predicted("c", "x");
    itself.after().add(new JobId("c", "x"));
    assertThat(AwaitedJobs.among(List.of(first, second, itself))).isEmpty();
  }

  @Test
  void jobOfTheSameNameInAnotherChainIsAnotherJob() {
    LiveJob runs = job("b", "gen", Origin.YARN, JobState.RUNNING);
    LiveJob waits = predicted("a", "sort");
    waits.after().add(new JobId("a", "gen"));
    assertThat(AwaitedJobs.among(List.of(runs, waits))).isEmpty();
  }
}
