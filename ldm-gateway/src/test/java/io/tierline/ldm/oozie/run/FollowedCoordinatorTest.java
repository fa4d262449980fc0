/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.live.Uses;
import io.tierline.ldm.oozie.coord.Finding;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.oozie.run.FollowedCoordinator.News;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FollowedCoordinatorTest {
  private static final Instant START = Instant.parse("2026-11-22T00:00:00Z");
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final String ID = "0-oozie-C";

  private final OozieCoordinator server = new OozieCoordinator(ID).next(START);
  private final FollowedCoordinator coordinator =
      new FollowedCoordinator(
          ID,
          OozieCoordinator.definition("2026-11-22T00:00Z", 60, OozieCoordinator.copies()),
          new ObservedRuns(),
          FollowedCoordinatorTest::included);

  /** None of the definitions here includes a file. */
  private static byte[] included(String path, String user, int most) throws IOException {
    throw new FileNotFoundException("there is no such file");
  }

  private static Instant hour(int number) {
    return START.plus(Duration.ofHours(number));
  }

  private News look(Instant end, int most) throws Exception {
    CoordinatorStatus status = server.status();
    coordinator.update(status, 0);
    return coordinator.news(status, end, most, 20_000);
  }

  private News look(Instant end) throws Exception {
    return look(end, 100);
  }

  private static Uses uses(String read, String written) {
    return Uses.of(List.of(DatasetPath.of(read, "")), List.of(DatasetPath.of(written, "")));
  }

  @Test
  void actionsInTheWindowAreJobsWithTheirTimesAndDatasets() throws Exception {
    News news = look(hour(2));
    assertThat(news.gone()).isEmpty();
    assertThat(news.coming()).hasSize(2);
    Observation second = news.coming().get(1);
    assertThat(second.origin()).isEqualTo(Origin.SCHEDULED);
    assertThat(second.owner()).isEqualTo("ann");
    assertThat(second.chain().id()).isEqualTo(ID + "@2026-11-22T01:00Z");
    assertThat(second.chain().name()).isEqualTo("hourly");
    assertThat(second.reading().start()).contains(hour(1));
    assertThat(second.uses()).isEqualTo(uses("/hours/2026112201", "/out/2026112201"));
  }

  @Test
  void onlyWhatHasChangedIsNews() throws Exception {
    coordinator.told(look(hour(2)));
    assertThat(look(hour(2)).isEmpty()).isTrue();
    News later = look(hour(3));
    assertThat(later.coming())
        .extracting(job -> job.reading().start())
        .containsExactly(opt(hour(2)));
    coordinator.told(later);
    assertThat(coordinator.scheduled()).isEqualTo(3);
    coordinator.tellAgain();
    assertThat(look(hour(3)).coming()).hasSize(3);
  }

  private static Optional<Instant> opt(Instant time) {
    return Optional.of(time);
  }

  @Test
  void actionsThatWaitForTheirDataAreToComeAndThoseThatHaveEndedAreNot() throws Exception {
    server
        .next(hour(3))
        .action(1, hour(0), "WAITING", null)
        .action(2, hour(1), "TIMEDOUT", null)
        .action(3, hour(2), "READY", null);
    News news = look(hour(4));
    coordinator.told(news);
    assertThat(news.coming())
        .extracting(job -> job.reading().start())
        .containsExactly(opt(hour(0)), opt(hour(2)), opt(hour(3)));
    server.action(1, hour(0), "SKIPPED", null);
    assertThat(look(hour(4)).gone()).containsExactly(ID + "@2026-11-22T00:00Z");
  }

  @Test
  void actionIsToComeUntilItsWorkflowIsFollowed() throws Exception {
    server.next(hour(1)).action(1, hour(0), "RUNNING", "1-W");
    coordinator.told(look(hour(1)));
    assertThat(coordinator.scheduled()).isEqualTo(1);
    CoordinatorAction action = coordinator.action(ID + "@1").orElseThrow();
    assertThat(coordinator.scheduledAs(action)).isEqualTo(ID + "@2026-11-22T00:00Z");
    coordinator.replaced(action, "1-W");
    assertThat(coordinator.scheduled()).isZero();
    assertThat(look(hour(1)).isEmpty()).isTrue();
    // It is run again, by another workflow.
    server.action(1, hour(0), "WAITING", null);
    assertThat(look(hour(1)).coming()).hasSize(1);
    server.action(1, hour(0), "RUNNING", "2-W");
    assertThat(look(hour(1)).coming()).hasSize(1);
  }

  @Test
  void coordinatorThatHasMadeNoActionYetMakesThemFromItsStartOn() throws Exception {
    OozieCoordinator fresh = new OozieCoordinator(ID).status("PREP");
    coordinator.update(fresh.status(), 0);
    assertThat(coordinator.news(fresh.status(), hour(2), 100, 20_000).coming()).hasSize(2);
    CoordinatorStatus done = fresh.status("RUNNING").status();
    assertThat(coordinator.news(done, hour(2), 100, 20_000).coming()).isEmpty();
  }

  @Test
  void endPauseAndBoundsCutTheWindow() throws Exception {
    assertThat(look(hour(9), 4).coming()).hasSize(4);
    assertThat(coordinator.findings())
        .extracting(Finding::why)
        .containsExactly("not all actions of the window are taken in: R counts no later ones");
    assertThat(look(hour(3), 4).coming()).hasSize(3);
    assertThat(coordinator.findings()).isEmpty();
    server.end(hour(3));
    assertThat(look(hour(9)).coming()).hasSize(3);
    server.pause(hour(2));
    assertThat(look(hour(9)).coming()).hasSize(2);
    server.end(hour(1));
    coordinator.told(look(hour(9)));
    assertThat(coordinator.scheduled()).isEqualTo(1);
    server.status("SUSPENDED");
    assertThat(look(hour(9)).gone()).hasSize(1);
    assertThat(coordinator.newsOfEnd().gone()).hasSize(1);
  }

  /** 600 bytes that name all minutes of two thousand years are one reader of one place. */
  @Test
  void actionsThatNameTooMuchAreNotHeld() throws Exception {
    String all =
        "<input-events><data-in name='i' dataset='out'>"
            + "<start-instance>${coord:current(-%d)}</start-instance>"
            + "<end-instance>${coord:current(0)}</end-instance></data-in></input-events>";
    Instant later = hour(100 * 24 * 365);
    FollowedCoordinator greedy =
        new FollowedCoordinator(
            ID,
            OozieCoordinator.definition("2026-11-22T00:00Z", 60, all.formatted(2_000_000_000)),
            new ObservedRuns(),
            FollowedCoordinatorTest::included);
    CoordinatorStatus status = server.next(later).status();
    greedy.update(status, 0);
    assertThat(greedy.news(status, later.plusSeconds(1), 100, 20_000).coming())
        .allMatch(job -> job.uses().isEmpty());
    FollowedCoordinator large =
        new FollowedCoordinator(
            ID,
            OozieCoordinator.definition("2026-11-22T00:00Z", 60, all.formatted(9_000)),
            new ObservedRuns(),
            FollowedCoordinatorTest::included);
    CoordinatorStatus many = new OozieCoordinator(ID).next(hour(20_000)).status();
    large.update(many, 0);
    assertThat(large.news(many, hour(20_100), 100, 20_000).coming())
        .hasSize(FollowedCoordinator.USES_MAX / 9_001);
    assertThat(large.news(many, hour(20_100), 100, 10_000).coming()).hasSize(1);
    assertThat(large.uses()).isEqualTo(9_001);
    assertThat(large.news(many, hour(20_100), 100, 9_000).coming()).isEmpty();
    assertThat(large.uses()).isZero();
    assertThat(large.news(many, hour(20_100), 100, 20_000).coming()).hasSize(2);
  }

  @Test
  void definitionOfAWorkflowThatHasRunTellsTheJobs() throws Exception {
    coordinator.told(look(hour(1)));
    byte[] definition =
        OozieJob.definition(
            "<start to='a'/>"
                + OozieJob.copy("a", "", "/tmp/${day}", "b", "fail")
                + OozieJob.copy("b", "/tmp/${day}", "${out}", "end", "fail"));
    coordinator.runs(
        XmlReader.read("1-W", definition), Map.of("day", "x", "out", "/out/1999010100"));
    News news = look(hour(1));
    assertThat(news.coming()).hasSize(2);
    Observation first = news.coming().get(0);
    assertThat(first.uses()).isEqualTo(uses("/hours/2026112200", "/tmp/x"));
    assertThat(first.followers()).containsExactly("b");
    assertThat(news.coming().get(1).uses()).isEqualTo(uses("/tmp/x", "/out/2026112200"));
  }

  @Test
  void workflowThatRunsTakesWhatItsActionUses() throws Exception {
    server.next(hour(1)).action(1, hour(0), "RUNNING", "1-W");
    look(hour(1));
    CoordinatorAction action = coordinator.action(ID + "@1").orElseThrow();
    FollowedWorkflow workflow =
        new FollowedWorkflow(
            "1-W",
            OozieJob.definition(
                "<start to='a'/>"
                    + OozieJob.copy("a", "", "", "sub", "fail")
                    + "<action name='sub'><sub-workflow><app-path>/x</app-path></sub-workflow>"
                    + "<ok to='end'/><error to='fail'/></action>"));
    workflow.uses(jobs -> coordinator.onto(jobs, action));
    List<Observation> seen =
        workflow.news(new OozieJob("1-W").action("a", "RUNNING", null).status());
    // What the sub-workflow does is not known: it uses nothing, and is waited for.
    assertThat(seen).extracting(Observation::job).containsExactly("sub", "a");
    assertThat(seen.get(0).uses()).isEqualTo(Uses.NONE);
    Observation job = seen.get(1);
    assertThat(job.uses()).isEqualTo(uses("/hours/2026112200", "/out/2026112200"));
    assertThat(job.reading().start()).isEmpty();
    assertThat(job.reading().until()).containsExactly("sub");
    assertThat(job.origin()).isEqualTo(Origin.OOZIE);
  }

  /** Runs start 20 minutes after their time and take 30: so will those to come. */
  @Test
  void whatRunsHaveTakenIsExpectedOfThoseToCome() throws Exception {
    ObservedRuns observed = new ObservedRuns();
    byte[] copies = OozieCoordinator.definition("2026-11-22T00:00Z", 60, OozieCoordinator.copies());
    FollowedCoordinator makes =
        new FollowedCoordinator(ID, copies, observed, FollowedCoordinatorTest::included);
    server.next(hour(1)).action(1, hour(0), "RUNNING", "1-W");
    makes.update(server.status(), 0);
    OozieJob run = new OozieJob("1-W").status("SUCCEEDED").parent(ID + "@1");
    run.times(hour(0).plusSeconds(1_200), hour(0).plusSeconds(3_000));
    makes.ended(makes.action(ID + "@1").orElseThrow(), run.status());
    Reading next = makes.news(server.status(), hour(2), 100, 20_000).coming().get(1).reading();
    assertThat(next.start()).contains(hour(1));
    assertThat(next.data()).contains(hour(1).plusSeconds(1_200));
    assertThat(next.took()).contains(Duration.ofMinutes(30));

    // What makes up for a past of weeks says nothing of the next hours.
    server.action(2, hour(1), "RUNNING", "2-W");
    makes.update(server.status(), 0);
    OozieJob past = new OozieJob("2-W").status("SUCCEEDED").parent(ID + "@2");
    past.times(hour(500), hour(500).plusSeconds(1_800));
    makes.ended(makes.action(ID + "@2").orElseThrow(), past.status());
    Reading then = makes.news(server.status(), hour(3), 100, 20_000).coming().get(2).reading();
    assertThat(then.data()).contains(hour(2).plusSeconds(1_200));

    // Who reads what it writes waits for it, by the dataset.
    FollowedCoordinator reads =
        new FollowedCoordinator(
            "1-oozie-C",
            OozieCoordinator.definition(
                "2026-11-22T00:00Z",
                60,
                "<input-events><data-in name='i' dataset='out'>"
                    + "<start-instance>${coord:current(0)}</start-instance>"
                    + "<end-instance>${coord:current(23)}</end-instance></data-in></input-events>"),
            observed,
            FollowedCoordinatorTest::included);
    OozieCoordinator daily = new OozieCoordinator("1-oozie-C").next(START);
    reads.update(daily.status(), 0);
    assertThat(reads.news(daily.status(), hour(1), 1, 20_000).coming().get(0).reading().data())
        .contains(hour(23).plusSeconds(3_000));
  }

  /** What a week of hours later writes again was there long before. */
  @Test
  void correctionsOfLongAgoSayNothingOfWhenDataCome() throws Exception {
    ObservedRuns observed = new ObservedRuns();
    String corrects =
        OozieCoordinator.copies().replaceFirst("(?s)(<output.*)current\\(0\\)", "$1current(-168)");
    FollowedCoordinator corrector =
        new FollowedCoordinator(
            ID,
            OozieCoordinator.definition("2026-11-22T00:00Z", 60, corrects),
            observed,
            FollowedCoordinatorTest::included);
    server.next(hour(1)).action(1, hour(0), "RUNNING", "1-W");
    corrector.update(server.status(), 0);
    OozieJob run = new OozieJob("1-W").status("SUCCEEDED").parent(ID + "@1");
    run.times(hour(0), hour(0).plusSeconds(600));
    corrector.ended(corrector.action(ID + "@1").orElseThrow(), run.status());
    FollowedCoordinator reads =
        new FollowedCoordinator(
            "1-oozie-C",
            OozieCoordinator.definition("2026-11-22T00:00Z", 60, OozieCoordinator.reads("out")),
            observed,
            FollowedCoordinatorTest::included);
    OozieCoordinator reader = new OozieCoordinator("1-oozie-C").next(START);
    reads.update(reader.status(), 0);
    assertThat(reads.news(reader.status(), hour(1), 1, 20_000).coming().get(0).reading().data())
        .contains(hour(0));
  }

  @Test
  void workflowOfNothingButSubWorkflowsTakesItToo() throws Exception {
    server.next(hour(1)).action(1, hour(0), "RUNNING", "1-W");
    look(hour(1));
    CoordinatorAction action = coordinator.action(ID + "@1").orElseThrow();
    FollowedWorkflow workflow =
        new FollowedWorkflow(
            "1-W",
            OozieJob.definition(
                "<start to='sub'/><action name='sub'><sub-workflow><app-path>/x</app-path>"
                    + "</sub-workflow><ok to='end'/><error to='fail'/></action>"));
    workflow.uses(jobs -> coordinator.onto(jobs, action));
    assertThat(workflow.news(new OozieJob("1-W").status()))
        .singleElement()
        .extracting(Observation::uses)
        .isEqualTo(uses("/hours/2026112200", "/out/2026112200"));
  }

  @Test
  void nameThatABundleGivesIsItsName() throws Exception {
    server.called("hourly of text");
    assertThat(look(hour(1)).coming().get(0).chain().name()).isEqualTo("hourly of text");
    assertThat(coordinator.name()).isEqualTo("hourly of text");
  }

  @Test
  void whatIsNoCoordinatorIsRefused() {
    FollowedCoordinator none =
        new FollowedCoordinator(
            ID,
            OozieJob.definition("<start to='end'/>"),
            new ObservedRuns(),
            FollowedCoordinatorTest::included);
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> none.update(server.status(), 0))
        .withMessageContaining("not a coordinator");
  }
}
