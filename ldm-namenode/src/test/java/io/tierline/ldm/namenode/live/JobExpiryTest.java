/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.live;

import static io.tierline.ldm.lineage.Samples.at;
import static io.tierline.ldm.lineage.Samples.job;
import static io.tierline.ldm.lineage.Samples.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.live.Chain;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.LiveLimits;
import io.tierline.ldm.live.LiveLineage;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.OverdueJobs;
import io.tierline.ldm.live.Uses;
import io.tierline.ldm.registry.LineageRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobExpiryTest {
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final AtomicLong clock = new AtomicLong(100 * DAY);
  private final List<String> told = new ArrayList<>();
  private final LineageRegistry registry = new LineageRegistry(10);
  private final LiveLineage live =
      new LiveLineage(
          registry,
          new LiveLimits(Duration.ofHours(1), Duration.ofDays(7), Duration.ofHours(1), 100, 50),
          conflict -> {});
  private boolean cannotKeep;
  private String refused = "";
  private JobExpiry expiry;

  @BeforeEach
  void register() throws LineageException {
    Workflow daily =
        workflow(
            "daily",
            job("writer").writes(at("/a")),
            job("one").reads(at("/a")),
            job("never").reads(at("/a")));
    live.register(daily, "ann", now());
    expiry =
        new JobExpiry(
            new OverdueJobs(live.seenJobs()),
            registry::view,
            id -> true,
            () -> Duration.ofDays(7),
            clock::get,
            this::finish,
            (job, why) -> told.add(job + ": " + why));
  }

  private void finish(String workflow, String job) throws LineageException {
    if (cannotKeep || refused.equals(job)) {
      throw new LineageException("safe mode");
    }
    live.finish(workflow, job, now());
  }

  private Instant now() {
    return Instant.ofEpochMilli(clock.get());
  }

  private void runs(String job, Uses uses) throws LineageException {
    Observation run =
        new Observation(
            Origin.YARN,
            "application_" + clock.get() + job,
            "ann",
            Chain.stated("daily", "daily"),
            job,
            job,
            JobState.SUCCEEDED,
            uses,
            Set.of());
    live.observe(List.of(run), now());
  }

  private void pass(long days) {
    for (long i = 0; i < 2 * days; i++) {
      clock.addAndGet(DAY / 2);
      expiry.tick();
    }
  }

  private int reusability() {
    return registry.view().blocks().vertex(at("/a")).map(Vertex::reusability).orElseThrow();
  }

  @Test
  void readerThatNeverComesEndsWhileOthersOfItsWorkflowRun() throws LineageException {
    List<DatasetPath> a = List.of(at("/a"));
    for (int day = 0; day < 7; day++) {
      runs("writer", Uses.of(List.of(), a));
      runs("one", Uses.of(a, List.of()));
      pass(1);
    }
    assertThat(reusability()).as("the one that never came").isOne();
    assertThat(expiry.of("daily"))
        .singleElement()
        .satisfies(each -> assertThat(each.job().job()).isEqualTo("never"));
    assertThat(told).isEmpty();
    pass(1);
    assertThat(reusability()).isZero();
    assertThat(told).singleElement().asString().startsWith("daily/never: due, and not seen since");
    assertThat(expiry.of("daily")).isEmpty();
  }

  @Test
  void whatCannotBeKeptEndsTheNextTime() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    pass(1);
    cannotKeep = true;
    pass(8);
    assertThat(reusability()).isEqualTo(2);
    assertThat(told).isEmpty();
    cannotKeep = false;
    pass(1);
    assertThat(reusability()).isZero();
    assertThat(told).hasSize(2);
  }

  @Test
  void oneThatCannotEndHindersNoOther() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    refused = "one";
    pass(8);
    assertThat(told).singleElement().asString().startsWith("daily/never");
  }

  @Test
  void whatHasEndedSinceTheLastLookDoesNotExpire() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    expiry.tick();
    assertThat(expiry.of("daily")).hasSize(2);
    live.finish("daily", "one", now());
    assertThat(expiry.of("daily")).hasSize(1);
    live.withdraw("daily");
    assertThat(expiry.of("daily")).isEmpty();
  }

  @Test
  void jobThatComesDueIsFoundWithinAMinute() throws LineageException {
    expiry.tick();
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    clock.addAndGet(59_999);
    expiry.tick();
    assertThat(expiry.of("daily")).isEmpty();
    clock.addAndGet(1);
    expiry.tick();
    assertThat(expiry.of("daily")).hasSize(2);
  }

  @Test
  void anotherTermGivesEachItsTimeAnew() throws LineageException {
    runs("writer", Uses.of(List.of(), List.of(at("/a"))));
    pass(6);
    expiry.newTerm();
    pass(6);
    assertThat(reusability()).isEqualTo(2);
    assertThat(expiry.of("daily")).hasSize(2);
  }
}
