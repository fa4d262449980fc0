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
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.registry.LineageRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduledJobsTest {
  private static final LiveLimits LIMITS =
      new LiveLimits(Duration.ofHours(1), Duration.ofDays(7), Duration.ofHours(1), 100, 50);
  private static final Instant MIDNIGHT = Instant.parse("2026-11-22T00:00:00Z");

  private final LineageRegistry registry = new LineageRegistry(200);
  private final List<Conflict> reported = new ArrayList<>();
  private final LiveLineage live = new LiveLineage(registry, LIMITS, reported::add);
  private final Instant now = MIDNIGHT;

  private static Instant hour(int number) {
    return MIDNIGHT.plus(Duration.ofHours(number));
  }

  private void schedule(String user, List<Observation> coming, String... gone)
      throws LineageException {
    live.take(SourceReport.scheduled(Origin.OOZIE, user, coming, List.of(gone)), now);
  }

  /** What the server tells to run, in the place of what was scheduled. */
  private void starts(String user, Observation run, String insteadOf) throws LineageException {
    live.take(
        SourceReport.seen(Origin.OOZIE, user, List.of(run), List.of(insteadOf), List.of()), now);
  }

  private void schedule(Observation... coming) throws LineageException {
    schedule("ann", List.of(coming));
  }

  private static Seen writer(int hour) {
    return Seen.scheduled("1-C@" + hour, hour(hour)).reads("/raw/" + hour).writes("/in/" + hour);
  }

  private static Seen reader(int hour) {
    return Seen.scheduled("2-C@" + hour, hour(hour)).reads("/in/" + hour);
  }

  private int reusability(String path) {
    return registry.view().blocks().vertex(at(path)).map(Vertex::reusability).orElse(-1);
  }

  private List<Instant> uses(String path) {
    return registry.view().blocks().vertex(at(path)).map(Vertex::uses).orElse(List.of());
  }

  @Test
  void instancesHaveTheReadersAndTimesOfTheSchedule() throws Exception {
    schedule(writer(0).running(), writer(1).running(), writer(2).running());
    schedule(reader(0).running(), reader(1).running(), reader(2).running());
    schedule(
        Seen.scheduled("3-C@2", hour(2)).reads("/in/0", "/in/1", "/in/2").writes("/day").running());
    for (int i = 0; i < 3; i++) {
      assertThat(reusability("/in/" + i)).isEqualTo(2);
      assertThat(uses("/in/" + i)).containsExactly(hour(i), hour(2));
      assertThat(uses("/raw/" + i)).containsExactly(hour(i));
    }
    assertThat(live.originOf(new JobId("1-C@0", "work"))).isEqualTo(Origin.SCHEDULED);
    assertThat(live.expectedJobs()).isEqualTo(7);
    assertThat(reported).isEmpty();
  }

  @Test
  void runTakesThePlaceOfWhatWasScheduled() throws Exception {
    schedule(writer(0).running(), writer(1).running());
    schedule(reader(0).running(), reader(1).running());
    Observation run = Seen.oozie("1-W").reads("/raw/0").writes("/in/0").running();
    starts("ann", run, "1-C@0");
    assertThat(reusability("/raw/0")).isEqualTo(1);
    assertThat(registry.view().registrations()).doesNotContainKey("1-C@0").containsKey("1-C@1");
    assertThat(registry.view().blocks().vertex(at("/in/0")).orElseThrow().writers())
        .containsExactly(new JobId("1-W", "work"));
    assertThat(uses("/in/0")).containsExactly(hour(0));
  }

  /** However much is to come, what runs is known: its inputs must not lose their readers. */
  @Test
  void whatRunsHasRoomWhateverIsScheduled() throws Exception {
    int taken = 0;
    try {
      while (taken < LIMITS.jobs()) {
        schedule(reader(taken).running());
        taken++;
      }
    } catch (LineageException full) {
      assertThat(full).hasMessageContaining("three quarters");
    }
    assertThat(taken).isEqualTo(LIMITS.jobs() * 3 / 4);
    for (int run = 0; run < LIMITS.jobs() / 4; run++) {
      live.observe(List.of(Seen.oozie(run + "-W").reads("/raw/" + run).running()), now);
    }
    assertThat(reusability("/raw/0")).isEqualTo(1);
  }

  @Test
  void whatIsScheduledNoMoreGoesAndWhatIsAnewReplacesItself() throws Exception {
    schedule(reader(0).running(), reader(1).running());
    schedule(Seen.scheduled("2-C@0", hour(5)).reads("/in/0").running());
    assertThat(uses("/in/0")).containsExactly(hour(5));
    schedule("bob", List.of(), "2-C@0");
    starts("bob", Seen.oozie("5-W").of("bob").reads("/hers").running(), "2-C@0");
    assertThat(reusability("/in/0")).as("nobody ends what others schedule").isOne();
    schedule("ann", List.of(), "2-C@0", "2-C@9");
    assertThat(reusability("/in/0")).isEqualTo(-1);
    assertThat(reusability("/in/1")).isEqualTo(1);
    assertThat(live.jobs()).as("the other reader and the other user's job").isEqualTo(2);
  }

  @Test
  void whatIsScheduledStaysWhileItsServerIsAwayAndNotForEver() throws Exception {
    schedule(reader(0).running());
    live.tick(now.plus(LIMITS.expiry()).plusSeconds(1));
    assertThat(live.jobs()).isEqualTo(1);
    live.tick(now.plus(LIMITS.lostAfter()).plusSeconds(1));
    assertThat(live.jobs()).isZero();
  }

  @Test
  void jobSeenByAnotherSourceFirstIsTheScheduledOneThatWritesTheSame() throws Exception {
    schedule(writer(0).running(), writer(1).running());
    Seen run = Seen.yarn("application_1_1", "work").reads("/raw/0").writes("/in/0");
    live.observe(List.of(run.running()), now);
    assertThat(reusability("/raw/0")).isEqualTo(1);
    assertThat(uses("/raw/0")).isEmpty();
    assertThat(uses("/raw/1")).containsExactly(hour(1));
    live.observe(List.of(run.succeeded()), now);
    assertThat(reusability("/raw/0")).isZero();
  }

  @Test
  void ofSeveralThatWriteOnePlaceInTurnNoneIsTakenForAJobSeenFirst() throws Exception {
    for (int hour = 0; hour < 3; hour++) {
      schedule(Seen.scheduled("1-C@" + hour, hour(hour)).reads("/a").writes("/b").running());
    }
    live.observe(
        List.of(Seen.yarn("application_1_1", "work").reads("/a").writes("/b").running()), now);
    assertThat(uses("/a")).hasSize(3);
    starts("ann", Seen.oozie("1-W").reads("/a").writes("/b").running(), "1-C@0");
    assertThat(uses("/a")).containsExactly(hour(1), hour(2));
    assertThat(reusability("/a")).isEqualTo(3);
  }

  @Test
  void readerOfTheSameIsAnotherReader() throws Exception {
    schedule(reader(0).running());
    live.observe(List.of(Seen.yarn("application_1_1", "work").reads("/in/0").running()), now);
    assertThat(reusability("/in/0")).isEqualTo(2);
  }

  private void run(int number) throws LineageException {
    Seen first = Seen.yarn("application_1_000" + number, "gen").writes("/p/2026112" + number);
    Seen second = Seen.yarn("application_2_000" + number, "sort").reads("/p/2026112" + number);
    second.writes("/q/2026112" + number);
    live.observe(List.of(first.running()), now);
    live.observe(List.of(first.succeeded(), second.running(), second.succeeded()), now);
  }

  @Test
  void scheduleStandsBeforeAPrediction() throws Exception {
    run(1);
    live.observe(
        List.of(Seen.yarn("application_1_0002", "gen").writes("/p/20261122").running()), now);
    assertThat(reusability("/p/20261122")).isEqualTo(1);
    Observation scheduled =
        Seen.scheduled("1-C@0", hour(0)).reads("/p/20261122").writes("/q/20261122").running();
    schedule(scheduled);
    assertThat(reusability("/p/20261122")).isEqualTo(1);
    assertThat(uses("/p/20261122")).containsExactly(hour(0));
    schedule(Seen.scheduled("1-C@1", hour(1)).reads("/p/20261123").writes("/q/20261123").running());
    live.observe(
        List.of(Seen.yarn("application_1_0003", "gen").writes("/p/20261123").running()), now);
    assertThat(reusability("/p/20261123")).isEqualTo(1);
  }

  @Test
  void registeredJobStandsBeforeASchedule() throws Exception {
    live.register(workflow("w", job("a").reads(at("/in/0")).writes(at("/out/0"))), "ann", now);
    schedule(Seen.scheduled("1-C@0", hour(0)).reads("/in/0").writes("/out/0").running());
    assertThat(reusability("/in/0")).isEqualTo(1);
    assertThat(live.jobs()).isZero();
    schedule(Seen.scheduled("w", hour(0)).reads("/in/1").running());
    assertThat(live.jobs()).isZero();
  }

  @Test
  void jobsBeyondTheLimitAreRefused() throws Exception {
    List<Observation> many = new ArrayList<>();
    for (int i = 0; i < 101; i++) {
      many.add(reader(i).running());
    }
    assertThatExceptionOfType(LineageException.class).isThrownBy(() -> schedule("ann", many));
    assertThat(live.jobs()).isEqualTo(75);
    assertThat(reusability("/in/74")).isEqualTo(1);
  }
}
