/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.BlockGraph;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ComingUsesTest {
  private static final Instant NOW = Instant.parse("2026-11-21T20:00:00Z");
  private static final DatasetPath DATA = DatasetPath.of("/data");

  private static double[] uses(List<Job> jobs, String... finished) throws LineageException {
    TaskGraph tasks = TaskGraph.of(Workflow.of("w", "w", jobs, List.of()));
    Set<JobId> ended =
        Arrays.stream(finished).map(job -> new JobId("w", job)).collect(Collectors.toSet());
    BlockGraph blocks = BlockGraph.of(tasks, ended);
    return ComingUses.of(tasks, ended, NOW, 100).of(blocks.vertex(DATA).orElseThrow());
  }

  private static Job.Builder job(String name) {
    return Job.named(name, "job");
  }

  private static List<Job> chain() {
    return List.of(
        job("make").writes(DATA).build(),
        job("first").after("make").reads(DATA).build(),
        job("between").after("first").build(),
        job("second").after("between").reads(DATA).build());
  }

  @Test
  void eachJobStillToRunBeforeAUseTakesATypicalTime() throws Exception {
    assertThat(uses(chain())).containsExactly(100, 300);
    assertThat(uses(chain(), "make")).containsExactly(0, 200);
    assertThat(uses(chain(), "make", "first")).containsExactly(100);
    assertThat(uses(chain(), "make", "first", "between")).containsExactly(0);
    assertThat(uses(chain(), "make", "first", "between", "second")).isEmpty();
  }

  @Test
  void longestChainCounts() throws Exception {
    List<Job> jobs =
        List.of(
            job("make").writes(DATA).build(),
            job("a").build(),
            job("b").after("a").build(),
            job("use").after("b").reads(DATA).build());
    assertThat(uses(jobs)).containsExactly(200);
    assertThat(uses(jobs, "a", "b")).containsExactly(100);
  }

  @Test
  void knownStartIsBelieved() throws Exception {
    List<Job> jobs =
        List.of(
            job("make").writes(DATA).build(),
            job("late").reads(DATA).start(NOW.plusMillis(2_500)).build(),
            job("overdue").reads(DATA).start(NOW.minusSeconds(5)).build(),
            job("after").after("late").reads(DATA).build());
    assertThat(uses(jobs, "make")).containsExactly(0, 2.5, 102.5);
    // Nothing is read before it is there, whatever the schedule says.
    assertThat(uses(jobs)).containsExactly(100, 100, 200);
  }

  @Test
  void dataThatIsStillToComeIsWaitedFor() throws Exception {
    Reading start = Reading.UNKNOWN.at(NOW.plusSeconds(5));
    List<Job> jobs =
        List.of(
            job("make").writes(DATA).build(),
            job("soon").reads(DATA).reading(start.waitingFor(NOW.plusSeconds(1))).build(),
            job("monthly").reads(DATA).reading(start.waitingFor(NOW.plusSeconds(900))).build());
    assertThat(uses(jobs, "make")).containsExactly(5, 900);
  }

  @Test
  void jobsRunForAsLongAsTheirLikeHaveRun() throws Exception {
    List<Job> jobs =
        List.of(
            job("make").writes(DATA).reading(Reading.UNKNOWN.taking(ofSeconds(7))).build(),
            job("use").reads(DATA).start(NOW).build());
    assertThat(uses(jobs)).containsExactly(7);
  }

  @Test
  void timesAtTheEndOfTheCalendarAreTimesToo() throws Exception {
    List<Job> jobs =
        List.of(
            job("make").writes(DATA).start(Instant.MAX).build(), job("use").reads(DATA).build());
    assertThat(uses(jobs)[0]).isGreaterThan(1e15);
  }

  @Test
  void jobThatRunsOnlyAfterAFailureHoldsNobodyUp() throws Exception {
    List<Job> jobs =
        List.of(
            job("make").writes(DATA).build(),
            job("repair").onError(true).build(),
            job("use").after("repair").reads(DATA).build());
    assertThat(uses(jobs, "make")).containsExactly(0);
  }
}
