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
import static io.tierline.ldm.lineage.Samples.teraChain;
import static io.tierline.ldm.lineage.Samples.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.registry.LineageRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiveLineageTest {
  private static final LiveLimits LIMITS =
      new LiveLimits(Duration.ofHours(1), Duration.ofDays(7), Duration.ofHours(1), 100, 50);

  private final LineageRegistry registry = new LineageRegistry(20);
  private final List<Conflict> reported = new ArrayList<>();
  private final LiveLineage live = new LiveLineage(registry, LIMITS, reported::add);
  private Instant now = Instant.parse("2026-11-21T00:00:00Z");

  private void see(Observation... seen) throws LineageException {
    now = now.plusSeconds(1);
    live.observe(List.of(seen), now);
  }

  private void pass(Duration time) {
    now = now.plus(time);
    live.tick(now);
  }

  private Optional<Vertex> vertex(String path) {
    return registry.view().blocks().vertex(at(path));
  }

  private int reusability(String path) {
    return vertex(path).map(Vertex::reusability).orElse(0);
  }

  private static Seen gen(int run, String directory) {
    return Seen.yarn("application_1_000" + run, "TeraGen").writes(directory + "/in");
  }

  private static Seen sort(int run, String directory) {
    return Seen.yarn("application_1_001" + run, "TeraSort")
        .reads(directory + "/in")
        .writes(directory + "/out");
  }

  private static Seen validate(int run, String directory) {
    return Seen.yarn("application_1_002" + run, "TeraValidate")
        .reads(directory + "/out")
        .writes(directory + "/report");
  }

  private void runChain(int run, String directory) throws LineageException {
    for (Seen job : List.of(gen(run, directory), sort(run, directory), validate(run, directory))) {
      see(job.running());
      see(job.succeeded());
    }
  }

  @Test
  void registeredChainEndsByItsJobsAndTellsOfThem() throws Exception {
    List<JobId> seen = new ArrayList<>();
    live.tellOfRegistered(seen::add);
    live.register(teraChain(), "ann", now);
    runChain(1, "/tera");
    assertThat(registry.view().registrations().get("tera").finished())
        .containsExactlyInAnyOrder("gen", "sort", "validate");
    assertThat(seen).contains(new JobId("tera", "gen"), new JobId("tera", "validate")).hasSize(6);
    assertThat(live.jobs()).isZero();
  }

  @Test
  void readerForAllJobsOfAWorkflowCountsUntilTheLastOfThemEnds() throws Exception {
    Seen first = Seen.oozie("w").in("w", "a").reads("/t/in").until("b", "c", "elsewhere");
    Seen second = Seen.oozie("w2").in("w", "b");
    Seen third = Seen.oozie("w3").in("w", "c");
    see(gen(1, "/t").running(), first.running(), second.running(), third.running());
    see(first.succeeded());
    assertThat(reusability("/t/in")).isEqualTo(1);
    see(second.succeeded());
    assertThat(reusability("/t/in")).isEqualTo(1);
    see(third.with(JobState.KILLED));
    assertThat(reusability("/t/in")).isZero();
  }

  @Test
  void jobsAreSeenWhenTheyRunAndNotWhenTheyAreNamed() throws Exception {
    live.register(teraChain(), "ann", now);
    JobId sort = new JobId("tera", "sort");
    assertThat(live.seenJobs().contains(sort)).isFalse();
    see(sort(1, "/tera").running());
    assertThat(live.seenJobs().contains(sort)).isTrue();
    see(Seen.yarn("application_1_0009", "x").in("flow", "first").before("next").running());
    assertThat(live.seenJobs().contains(new JobId("flow", "first"))).isTrue();
    assertThat(live.seenJobs().contains(new JobId("flow", "next"))).isFalse();
    live.withdraw("tera");
    live.withdraw("flow");
    pass(Duration.ZERO);
    assertThat(live.seenJobs().contains(sort)).isFalse();
    assertThat(live.seenJobs().contains(new JobId("flow", "first"))).isFalse();
  }

  @Test
  void jobsAreChainedByTheirData() throws Exception {
    see(gen(1, "/t").running());
    assertThat(registry.view().find("/t/in/part-0")).isNotNull();
    assertThat(reusability("/t/in")).isZero();
    see(sort(1, "/t").running());
    assertThat(reusability("/t/in")).isEqualTo(1);
    see(sort(1, "/t").succeeded());
    assertThat(reusability("/t/in")).isZero();
    assertThat(live.isLive("yarn:ann:default")).isTrue();
  }

  @Test
  void jobsSubmittedUpFrontServeTheFirstWriteOfTheFirstRun() throws Exception {
    see(gen(1, "/t").running(), sort(1, "/t").running(), validate(1, "/t").running());
    assertThat(reusability("/t/in")).isEqualTo(1);
    assertThat(reusability("/t/out")).isEqualTo(1);
    assertThat(reusability("/t/report")).isZero();
  }

  @Test
  void secondRunIsPredictedFromTheFirst() throws Exception {
    runChain(1, "/t");
    assertThat(live.expectedJobs()).isZero();
    see(gen(2, "/t").running());
    assertThat(reusability("/t/in")).isEqualTo(1);
    assertThat(reusability("/t/out")).isEqualTo(1);
    assertThat(live.expectedJobs()).isEqualTo(2);
    JobId reader = vertex("/t/in").orElseThrow().readers().get(0);
    assertThat(live.originOf(reader)).isEqualTo(Origin.PREDICTED);
    assertThat(live.originOf(vertex("/t/in").orElseThrow().writers().get(0)))
        .isEqualTo(Origin.YARN);
  }

  @Test
  void predictionFollowsTheDateInThePaths() throws Exception {
    runChain(1, "/t/2026-11-20");
    see(gen(2, "/t/2026-11-21").running());
    assertThat(reusability("/t/2026-11-21/in")).isEqualTo(1);
    assertThat(reusability("/t/2026-11-21/out")).isEqualTo(1);
    assertThat(reusability("/t/2026-11-20/out")).isZero();
  }

  @Test
  void predictedJobGivesWayToTheRealOne() throws Exception {
    runChain(1, "/t");
    see(gen(2, "/t").running());
    see(gen(2, "/t").succeeded());
    see(sort(2, "/t").running());
    assertThat(reusability("/t/in")).isEqualTo(1);
    assertThat(live.expectedJobs()).isEqualTo(1);
    see(sort(2, "/t").succeeded());
    see(validate(2, "/t").running());
    assertThat(live.expectedJobs()).isZero();
    assertThat(reusability("/t/out")).isEqualTo(1);
    see(validate(2, "/t").succeeded());
    assertThat(reusability("/t/out")).isZero();
  }

  @Test
  void predictedJobOfAnotherQueueGivesWayToo() throws Exception {
    runChain(1, "/t");
    see(gen(2, "/t").running());
    see(sort(2, "/t").in("nightly", "sort").running());
    assertThat(reusability("/t/in")).isEqualTo(1);
  }

  @Test
  void predictedJobThatDoesNotComeExpiresWithThoseAfterItAndIsForgotten() throws Exception {
    runChain(1, "/t");
    see(gen(2, "/t").running());
    pass(Duration.ofHours(5));
    assertThat(live.expectedJobs()).as("its producer still runs").isEqualTo(2);
    see(gen(2, "/t").succeeded());
    pass(Duration.ofMinutes(59));
    assertThat(live.expectedJobs()).isEqualTo(2);
    pass(Duration.ofMinutes(2));
    assertThat(live.expectedJobs()).isZero();
    assertThat(reusability("/t/in")).isZero();
    see(gen(3, "/t").running());
    assertThat(live.expectedJobs()).as("not expected again").isZero();
  }

  @Test
  void anotherUsersJobOfTheNameIsAnotherApplication() throws Exception {
    runChain(1, "/t");
    see(gen(2, "/t").of("bob").in("bobs", "gen").running());
    assertThat(live.expectedJobs()).isZero();
  }

  @Test
  void nothingIsPredictedWhenSwitchedOff() throws Exception {
    LiveLineage without =
        new LiveLineage(
            registry,
            new LiveLimits(
                LIMITS.retention(), LIMITS.lostAfter(), LIMITS.expiry(), LIMITS.jobs(), 0),
            reported::add);
    for (int run = 1; run <= 2; run++) {
      without.observe(List.of(gen(run, "/t").running()), now);
      without.observe(List.of(gen(run, "/t").succeeded(), sort(run, "/t").succeeded()), now);
    }
    assertThat(without.expectedJobs()).isZero();
  }

  @Test
  void announcedJobsAreTakenToReadWhatThoseBeforeThemWrite() throws Exception {
    see(gen(1, "/t").in("pig-1", "gen").before("sort").running());
    assertThat(reusability("/t/in")).isEqualTo(1);
    assertThat(live.originOf(new JobId("pig-1", "sort"))).isEqualTo(Origin.ANNOUNCED);
    see(sort(1, "/t").in("pig-1", "sort").before("validate").running());
    assertThat(live.originOf(new JobId("pig-1", "sort"))).isEqualTo(Origin.YARN);
    assertThat(reusability("/t/in")).isEqualTo(1);
    assertThat(reusability("/t/out")).isEqualTo(1);
    live.take(SourceReport.ended(Origin.YARN, "ann", "pig-1"), now);
    assertThat(reusability("/t/out")).isZero();
  }

  @Test
  void reportEndsAllItsWorkflowsHoweverOftenItNamesThem() throws Exception {
    see(gen(1, "/t").in("pig-1", "gen").before("sort").running());
    see(gen(2, "/u").in("pig-2", "gen").before("sort").running());
    see(gen(3, "/v").in("pig-3", "gen").before("sort").running());
    List<String> over = List.of("pig-2", "none", "pig-1", "pig-1");
    live.take(
        new SourceReport(
            Origin.YARN, "ann", List.of(), List.of(), List.of(), List.of(), over, List.of()),
        now);
    assertThat(reusability("/t/in")).isZero();
    assertThat(reusability("/u/in")).isZero();
    assertThat(reusability("/v/in")).isEqualTo(1);
  }

  @Test
  void repeatedAndLateEventsOfARunChangeNothing() throws Exception {
    see(gen(1, "/t").running());
    see(sort(1, "/t").succeeded());
    see(sort(1, "/t").running());
    see(sort(1, "/t").with(JobState.FAILED));
    assertThat(reusability("/t/in")).isZero();
    Observation again = gen(1, "/t").in("w", "gen").running();
    see(again, again);
    see(gen(1, "/t").in("w", "gen").running());
    assertThat(live.jobs()).isEqualTo(2);
  }

  @Test
  void lateEventOfAnEarlierRunDoesNotEndTheNext() throws Exception {
    Seen first = Seen.openLineage("r1", "load").reads("/a").writes("/b");
    Seen second = Seen.openLineage("r2", "load").reads("/a").writes("/b");
    see(first.with(JobState.FAILED));
    see(second.running());
    see(first.succeeded());
    assertThat(reusability("/a")).isEqualTo(1);
    assertThat(live.jobs()).isEqualTo(1);
  }

  @Test
  void failedJobStaysAReaderForAWhileAndAKilledOneDoesNot() throws Exception {
    see(gen(1, "/t").running(), sort(1, "/t").running(), validate(1, "/t").running());
    see(sort(1, "/t").with(JobState.FAILED), validate(1, "/t").with(JobState.KILLED));
    assertThat(reusability("/t/in")).isEqualTo(1);
    assertThat(reusability("/t/out")).isZero();
    see(sort(2, "/t").running());
    assertThat(reusability("/t/in")).as("the next run takes its place").isEqualTo(1);
    see(sort(2, "/t").with(JobState.FAILED));
    pass(Duration.ofMinutes(61));
    assertThat(reusability("/t/in")).isZero();
  }

  @Test
  void jobsThatAreOverOrLostAreForgotten() throws Exception {
    see(gen(1, "/t").running());
    see(sort(1, "/t").succeeded());
    pass(Duration.ofMinutes(61));
    assertThat(live.jobs()).isEqualTo(1);
    pass(Duration.ofDays(8));
    assertThat(live.jobs()).isZero();
    assertThat(registry.view().registrations()).isEmpty();
  }

  @Test
  void registeredJobIsKnownByWhatItWritesAndOnlyItsEndIsTakenOver() throws Exception {
    live.register(teraChain(), "ann", now);
    Seen sort = Seen.yarn("application_1_0001", "TeraSort").reads("/tera/in").writes("/tera/out");
    see(sort.running());
    assertThat(reusability("/tera/in")).isEqualTo(1);
    assertThat(live.jobs()).isZero();
    see(sort.with(JobState.FAILED));
    assertThat(reusability("/tera/in")).as("failed: it will be run again").isEqualTo(1);
    see(sort.succeeded());
    see(sort.succeeded());
    assertThat(reusability("/tera/in")).isZero();
    assertThat(reported).isEmpty();
  }

  @Test
  void registeredJobIsKnownByItsName() throws Exception {
    live.register(teraChain(), "ann", now);
    Seen sort = Seen.yarn("application_1_0001", "TeraSort").in("tera", "sort");
    see(sort.succeeded());
    assertThat(reusability("/tera/in")).isZero();
    assertThat(live.jobs()).isZero();
  }

  @Test
  void whatIsRegisteredIsBelievedAndTheContradictionReportedOnce() throws Exception {
    live.register(teraChain(), "ann", now);
    Seen other =
        Seen.yarn("application_1_0001", "TeraSort")
            .in("tera", "sort")
            .reads("/elsewhere")
            .writes("/tera/out");
    see(other.running());
    see(other.running());
    assertThat(reusability("/elsewhere")).isZero();
    assertThat(reusability("/tera/in")).isEqualTo(1);
    assertThat(reported).hasSize(1);
    assertThat(live.conflicts()).isEqualTo(reported);
    Conflict conflict = reported.get(0);
    assertThat(conflict.workflow() + "/" + conflict.job()).isEqualTo("tera/sort");
    assertThat(conflict.believed()).isEqualTo(Origin.REGISTERED);
    assertThat(conflict.doubted()).isEqualTo(Origin.YARN);
    assertThat(conflict.text()).contains("/elsewhere").contains("/tera/in");
  }

  @Test
  void anotherUsersWorkflowIsNotJoined() throws Exception {
    live.register(teraChain(), "boss", now);
    see(Seen.yarn("a1", "TeraSort").in("tera", "validate").reads("/tera/out").succeeded());
    assertThat(reusability("/tera/out")).as("validate has not ended").isEqualTo(1);
    see(Seen.yarn("a2", "x").of("bob").in("bobs", "x").writes("/x").running());
    see(Seen.yarn("a3", "y").in("bobs", "x").reads("/x").running());
    assertThat(reusability("/x")).isEqualTo(1);
    assertThat(registry.view().registrations().get("bobs").workflow().jobs()).hasSize(1);
    assertThat(registry.view().registrations()).containsKeys("tera@@ann", "bobs@@ann");
    assertThat(reported).isEmpty();
  }

  @Test
  void nobodysRegistrationIsEverReplaced() throws Exception {
    live.register(workflow("w", job("a").writes(at("/a"))), "boss", now);
    live.register(workflow("w@@ann", job("b").writes(at("/b"))), "boss", now);
    see(Seen.yarn("a1", "x").in("w", "x").writes("/x").running());
    assertThat(registry.view().registrations()).containsOnlyKeys("w", "w@@ann@@boss", "w@@ann");
    assertThat(registry.view().registrations().get("w@@ann").owner()).isEqualTo("ann");
    assertThat(vertex("/b")).isPresent();
  }

  @Test
  void registrationStandsThoughALiveJobFindsNoPlaceBesideIt() throws Exception {
    live.register(workflow("w@@ann", job("b").writes(at("/b"))), "ann", now);
    see(Seen.yarn("a1", "x").in("w@@ann", "x").writes("/x").running());
    assertThat(registry.view().registrations()).containsOnlyKeys("w@@ann", "w@@ann@@ann");
    assertThat(reported).extracting(Conflict::text).anyMatch(text -> text.contains("has no job"));
    assertThat(live.jobs()).isEqualTo(1);
  }

  @Test
  void moreSpecificSourceIsBelievedWhateverComesFirst() throws Exception {
    Seen told = Seen.openLineage("r1", "sort").reads("/t/in", "/t/extra").writes("/t/out");
    Seen submitted = Seen.yarn("a1", "sort").in("ol", "sort").reads("/t/in").writes("/t/out");
    see(gen(1, "/t").running());
    see(told.running());
    assertThat(vertex("/t/extra")).isPresent();
    see(submitted.running());
    assertThat(vertex("/t/extra")).isEmpty();
    assertThat(reusability("/t/in")).isEqualTo(1);
    assertThat(reported).hasSize(1);
    assertThat(reported.get(0).believed()).isEqualTo(Origin.YARN);
    assertThat(reported.get(0).doubted()).isEqualTo(Origin.OPENLINEAGE);
    see(told.succeeded());
    assertThat(reusability("/t/in")).as("either source may see the end").isZero();
  }

  @Test
  void sourcesThatNameAJobDifferentlyAreMergedByWhatItWrites() throws Exception {
    see(gen(1, "/t").running());
    see(sort(1, "/t").running());
    see(Seen.openLineage("r1", "dag.sort").reads("/t/in").writes("/t/out").running());
    assertThat(reusability("/t/in")).isEqualTo(1);
    see(Seen.openLineage("r1", "dag.sort").reads("/t/in").writes("/t/out").running());
    assertThat(live.jobs()).isEqualTo(2);
    assertThat(reported).isEmpty();
  }

  @Test
  void runThatTurnsOutToBelongElsewhereMoves() throws Exception {
    see(Seen.openLineage("r1", "load").writes("/a").running());
    see(Seen.openLineage("r1", "load").in("dag", "load").writes("/a").running());
    assertThat(live.isLive("ol")).isFalse();
    assertThat(live.isLive("dag")).isTrue();
    live.take(Seen.noJob(Origin.OPENLINEAGE, "r1"), now);
    assertThat(live.jobs()).isZero();
  }

  @Test
  void registrationTakesOverTheLiveJobsItNames() throws Exception {
    see(
        Seen.yarn("a0", "TeraGen").writes("/tera/in").running(),
        Seen.yarn("a1", "TeraSort").reads("/tera/in").writes("/tera/out").running());
    assertThat(live.register(teraChain(), "ann", now)).isTrue();
    assertThat(reusability("/tera/in")).isEqualTo(1);
    assertThat(live.jobs()).isZero();
    see(Seen.yarn("a1", "TeraSort").reads("/tera/in").writes("/tera/out").succeeded());
    assertThat(reusability("/tera/in")).isZero();
    assertThat(live.register(teraChain(), "ann", now)).isFalse();
  }

  @Test
  void registrationOfALiveWorkflowsIdReplacesIt() throws Exception {
    see(
        Seen.yarn("a1", "x").in("tera", "sort").reads("/tera/in").writes("/tera/out").running(),
        Seen.yarn("a2", "y").in("tera", "more").reads("/tera/in").writes("/more").running());
    assertThat(live.register(teraChain(), "ann", now)).isTrue();
    assertThat(live.isLive("tera")).isFalse();
    assertThat(reusability("/tera/in")).as("sort, and the job it does not name").isEqualTo(2);
    assertThat(live.jobs()).isEqualTo(1);
  }

  @Test
  void nothingLiveKeepsARegistrationOut() throws Exception {
    see(Seen.yarn("a1", "x").reads("/c/b").writes("/c/a").running());
    live.register(workflow("w", job("j").reads(at("/c/a")).writes(at("/c/b"))), "ann", now);
    assertThat(registry.view().registrations()).containsOnlyKeys("w");
    assertThat(reported).hasSize(1);
    assertThat(reported.get(0).text()).contains("circle");
    see(Seen.yarn("a2", "y").reads("/c/b").writes("/d").running());
    assertThat(reusability("/c/b")).as("what else is live stays").isEqualTo(1);
    see(Seen.yarn("a1", "x").reads("/c/b").writes("/c/a").succeeded());
    assertThat(reusability("/c/b")).isEqualTo(1);
  }

  @Test
  void circleOfLiveJobsTakesOnlyTheOneThatWasHeardOfFirstOut() throws Exception {
    see(Seen.yarn("c1", "compact").reads("/table").writes("/compacted").running());
    see(gen(1, "/t").running(), sort(1, "/t").running());
    see(Seen.yarn("c2", "publish").reads("/compacted").writes("/table").running());
    assertThat(reusability("/t/in")).isEqualTo(1);
    assertThat(registry.view().find("/table/part-0")).isNotNull();
    assertThat(registry.view().find("/compacted/part-0")).isNull();
    assertThat(reported).singleElement().satisfies(c -> assertThat(c.text()).contains("circle"));
    see(Seen.yarn("c2", "publish").reads("/compacted").writes("/table").succeeded());
    assertThat(registry.view().find("/compacted/part-0")).isNotNull();
  }

  @Test
  void manyCirclesOfLiveJobsTakeTheWholeWorkflowOut() throws Exception {
    for (int i = 0; i < 10; i++) {
      String a = "/a" + i;
      String b = "/b" + i;
      see(
          Seen.yarn("x" + i, "x").reads(a).writes(b).running(),
          Seen.yarn("y" + i, "y").reads(b).writes(a).running());
    }
    assertThat(registry.view().registrations()).isEmpty();
    assertThat(reported).hasSizeGreaterThan(8);
  }

  @Test
  void strictRefusalsBetweenRegistrationsStay() throws Exception {
    see(gen(1, "/t").running());
    live.register(teraChain(), "ann", now);
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> live.register(workflow("w", job("j").writes(at("/tera/in"))), "ann", now))
        .withMessageContaining("two writers");
    assertThat(registry.view().registrations()).containsOnlyKeys("tera", "yarn:ann:default");
  }

  @Test
  void liveWorkflowsCanBeWithdrawnAndTheirJobsFinishedByHand() throws Exception {
    see(gen(1, "/t").running(), sort(1, "/t").running());
    live.finish("yarn:ann:default", "TeraSort application_1_0011", now);
    assertThat(reusability("/t/in")).isZero();
    see(gen(1, "/t").running());
    assertThat(reusability("/t/in")).as("and stay so").isZero();
    assertThat(live.withdraw("yarn:ann:default")).isPresent();
    assertThat(live.jobs()).isZero();
    assertThat(live.withdraw("nothing")).isEmpty();
    live.register(teraChain(), "boss", now);
    live.finish("tera", "sort", now);
    assertThat(live.withdraw("tera")).isPresent();
  }

  @Test
  void jobThatALiveWorkflowDoesNotHaveCannotBeFinished() throws Exception {
    see(gen(1, "/t").running());
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> live.finish("yarn:ann:default", "nobody", now))
        .withMessageContaining("nobody");
  }

  @Test
  void whatIsLiveIsNotKeptAndComesBackWhenTheRegistryIsFilledAnew() throws Exception {
    List<String> kept = new ArrayList<>();
    registry.keepBy(change -> kept.addAll(change.come().keySet()));
    see(gen(1, "/t").running(), sort(1, "/t").running());
    see(Seen.oozie("1-W").reads("/told/again").running());
    live.finish("yarn:ann:default", "TeraSort application_1_0011", now);
    assertThat(kept).isEmpty();
    live.register(teraChain(), "boss", now);
    assertThat(kept).containsExactly("tera");
    registry.restore(List.of());
    assertThat(registry.view().registrations()).isEmpty();
    live.restore(now);
    // What Oozie's poller told may be over, and is told again where it is not.
    assertThat(registry.view().registrations()).containsOnlyKeys("yarn:ann:default");
  }

  @Test
  void moreJobsThanMayBeKeptAreRefused() throws Exception {
    for (int i = 0; i < LIMITS.jobs(); i++) {
      see(Seen.yarn("a" + i, "x").writes("/x/" + i).running());
    }
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> see(Seen.yarn("b", "x").writes("/y").running()))
        .withMessageContaining("100 live jobs");
    assertThat(live.jobs()).isEqualTo(LIMITS.jobs());
  }

  @Test
  void twoRunsOfOneStatedJobAtATimeAreTwoJobs() throws Exception {
    see(
        Seen.yarn("a1", "x").in("w", "step").reads("/a").writes("/x/1").running(),
        Seen.yarn("a2", "x").in("w", "step").reads("/a").writes("/x/2").running());
    assertThat(reusability("/a")).isEqualTo(2);
    see(Seen.yarn("a1", "x").in("w", "step").reads("/a").writes("/x/1").succeeded());
    assertThat(reusability("/a")).isEqualTo(1);
  }

  @Test
  void moreDatasetsThanMayBeKeptAreRefused() throws Exception {
    String[] many =
        IntStream.range(0, 50 * LIMITS.jobs()).mapToObj(i -> "/m/" + i).toArray(String[]::new);
    see(Seen.yarn("a1", "x").reads(many).running());
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> see(Seen.yarn("a2", "x").reads("/n").running()))
        .withMessageContaining("5000 datasets");
    live.withdraw("yarn:ann:default");
    see(Seen.yarn("a2", "x").reads("/n").running());
    assertThat(reusability("/n")).isEqualTo(1);
  }

  @Test
  void reportOfAnotherEndsNoRegisteredJob() throws Exception {
    live.register(
        workflow("reg", job("make").writes(at("/t/a")), job("use").reads(at("/t/a"))), "ann", now);
    see(Seen.yarn("a1", "x").of("bob").in("reg", "use").reads("/t/a").succeeded());
    see(Seen.yarn("a2", "x").of("bob").in("else", "x").writes("/t/a").succeeded());
    assertThat(registry.view().registrations().get("reg").finished()).isEmpty();
    assertThat(live.isLive("reg@@bob")).isTrue();
  }

  @Test
  void registrationOfAnotherBindsNoLiveJob() throws Exception {
    see(gen(1, "/t").running(), sort(1, "/t").running());
    live.register(workflow("squat", job("take").writes(at("/t/in"))), "bob", now);
    assertThat(live.jobs()).isEqualTo(2);
    see(gen(1, "/t").succeeded());
    assertThat(registry.view().registrations().get("squat").finished()).isEmpty();
    assertThat(registry.view().registrations().get("yarn:ann:default").finished()).hasSize(1);
  }

  @Test
  void registrationOfAnothersIdTakesNothingAway() throws Exception {
    see(gen(1, "/t").in("nightly", "gen").running(), sort(1, "/t").in("nightly", "s").running());
    live.register(workflow("nightly", job("take").writes(at("/x"))), "bob", now);
    assertThat(registry.view().registrations()).containsOnlyKeys("nightly", "nightly@@bob");
    assertThat(live.isLive("nightly")).isTrue();
    assertThat(live.isLive("nightly@@bob")).isFalse();
    assertThat(reusability("/t/in")).isEqualTo(1);
  }

  @Test
  void runOfAnotherTakesNoPredictionAndNoFailedReaderAway() throws Exception {
    runChain(1, "/t");
    see(gen(2, "/t").running());
    see(sort(2, "/t").of("bob").in("bobs", "s").running());
    see(validate(2, "/t").of("bob").in("bobs", "v").running());
    assertThat(live.expectedJobs()).isEqualTo(2);
    see(sort(2, "/t").with(JobState.FAILED));
    see(sort(3, "/t").of("bob").in("bobs", "again").running());
    assertThat(vertex("/t/in").orElseThrow().readers())
        .as("one that failed is run again")
        .anyMatch(reader -> reader.workflow().equals("yarn:ann:default"));
  }

  @Test
  void runsOfAnotherAreNoPartOfTheHistory() throws Exception {
    runChain(1, "/t");
    see(gen(9, "/t").of("bob").in("bobs", "gen").succeeded());
    see(sort(2, "/t").running(), sort(2, "/t").succeeded());
    see(gen(3, "/t").of("bob").in("bobs", "gen").running());
    assertThat(registry.view().registrations().get("bobs").workflow().jobs())
        .extracting(Job::name)
        .containsExactly("gen");
  }
}
