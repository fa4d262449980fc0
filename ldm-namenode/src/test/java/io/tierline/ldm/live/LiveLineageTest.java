/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import static io.tierline.ldm.lineage.Samples.teraChain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is made of what is seen. */
class LiveLineageTest extends LiveFixture {
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
    live.take(SourceReport.ended(Origin.YARN, "ann", "pig-1", List.of()), now);
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
  void predictedJobOfAnotherQueueGivesWayToo() throws Exception {
    runChain(1, "/t");
    see(gen(2, "/t").running());
    see(sort(2, "/t").in("nightly", "sort").running());
    assertThat(reusability("/t/in")).isEqualTo(1);
  }
}
