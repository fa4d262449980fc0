/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.live.Origin;
import io.tierline.ldm.oozie.coord.Finding;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.oozie.run.FollowedJob;
import io.tierline.ldm.oozie.run.OozieCoordinator;
import io.tierline.ldm.oozie.run.OozieJob;
import io.tierline.ldm.state.MemoryStore;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OozieCoordinatorsTest {
  private static final Instant START = HourlyServer.START;
  private static final long INTERVAL = 60_000;
  private static final long REFRESH = 1_000_000;

  private final GatewayMetrics metrics = GatewayMetrics.create();
  private final HourlyServer server = new HourlyServer();
  private final TakenReports taken = new TakenReports();
  private long millis = 5;
  private final ObservedRuns observed = new ObservedRuns();
  private final MemoryStore store = new MemoryStore();
  private OoziePoller poller = poller(100);

  private OoziePoller poller(int actions) {
    OozieSettings settings =
        new OozieSettings(
            URI.create("http://oozie:11000/oozie/"),
            1_000,
            1_000,
            150,
            1 << 20,
            false,
            new OozieSettings.Coordinators(INTERVAL, Duration.ofHours(3).toMillis(), actions));
    return new OoziePoller(
        new OozieParts(
            server,
            taken,
            server,
            observed,
            new ToldJobs(store),
            settings,
            REFRESH,
            metrics,
            () -> millis,
            () -> START.plusMillis(millis)));
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  private void look() {
    millis += INTERVAL;
    poller.poll();
  }

  @Test
  void whatIsNoLongerToComeSinceNoGatewayRanIsToldByTheNext() {
    server.coordinate("1-C");
    server.coordinate("2-C");
    look();
    assertThat(taken.scheduled).anyMatch(action -> action.startsWith("2-C"));
    server.listed.remove("2-C");
    millis += Duration.ofHours(2).toMillis();
    server.coordinators.get("1-C").next(START.plus(Duration.ofHours(4)));
    Set<String> before = Set.copyOf(taken.scheduled);
    poller = poller(100);
    look();
    assertThat(taken.scheduled).isNotEmpty().noneMatch(action -> action.startsWith("2-C"));
    assertThat(taken.scheduled)
        .doesNotContainAnyElementsOf(
            before.stream().filter(action -> action.contains("T02:00")).toList());
    assertThat(store.records).containsOnlyKeys("1-C");
  }

  @Test
  void requestsAreToldBeforehandInTheirOrder() {
    server.coordinate("2-C", "bob");
    server.coordinate("1-C", "ann");
    server.start("1-C", "3-W");
    server.users.put("3-W", "ann");
    look();
    assertThat(server.requests).hasSize(6).isEqualTo(server.expected);
    server.coordinate("4-C", "ann");
    look();
    assertThat(server.requests).hasSize(11).isEqualTo(server.expected);
  }

  @Test
  void whatIsToldTogetherIsNotedAtOnce() throws Exception {
    server.coordinate("1-C");
    server.coordinate("2-C");
    look();
    assertThat(store.records).containsOnlyKeys("1-C", "2-C");
    assertThat(store.atOnce).containsExactly(Set.of("1-C", "2-C"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whomTheNameNodeRefusesHindersNobodyElse(boolean isRestarted) {
    server.coordinate("1-C", "bob");
    look();
    assertThat(scheduledOf("1-C")).isPositive();
    taken.refused.add("bob");
    server.listed.remove("1-C");
    server.coordinators.remove("1-C");
    server.coordinate("2-C", "ann");
    poller = isRestarted ? poller(100) : poller;
    look();
    assertThat(scheduledOf("2-C")).isEqualTo(4);
    assertThat(store.records).containsOnlyKeys("2-C");
    assertThat(metrics.oozieWorkflowsRefused.value()).isPositive();
    assertThat(metrics.oozieCoordinators.value()).isEqualTo(1);
    assertThat(poller.problem()).isEmpty();
  }

  @Test
  void whatWasTakenWithoutAnAnswerIsTakenBackByTheNextProcess() {
    server.coordinate("1-C");
    taken.isCutOff = true;
    look();
    assertThat(scheduledOf("1-C")).isEqualTo(4);
    taken.isCutOff = false;
    server.listed.clear();
    server.coordinators.clear();
    poller = poller(100);
    look();
    assertThat(taken.scheduled).isEmpty();
    assertThat(store.records).isEmpty();
  }

  @Test
  void whoeverHasForgottenAllIsToldAllAgain() {
    server.coordinate("1-C");
    look();
    Set<String> scheduled = Set.copyOf(taken.scheduled);
    taken.scheduled.clear();
    look();
    assertThat(taken.scheduled).isEmpty();
    taken.term = "2";
    poller.poll();
    assertThat(taken.scheduled).isNotEmpty().isSubsetOf(scheduled);
  }

  @Test
  void actionsOfTheWindowAreScheduledAndGoWithTheirCoordinator() {
    server.coordinate("1-C");
    look();
    // The one that waits, and those due in three hours, the last of them since a minute.
    assertThat(taken.scheduled)
        .containsExactly(
            "1-C@2026-11-22T00:00Z",
            "1-C@2026-11-22T01:00Z",
            "1-C@2026-11-22T02:00Z",
            "1-C@2026-11-22T03:00Z");
    assertThat(metrics.oozieCoordinators.value()).isEqualTo(1);
    assertThat(metrics.oozieActionsScheduled.value()).isEqualTo(4);
    server.listed.clear();
    server.coordinators.get("1-C").status("PAUSED");
    look();
    assertThat(taken.scheduled).isEmpty();
    assertThat(metrics.oozieCoordinators.value()).isZero();
    server.coordinate("1-C").status("RUNNING");
    look();
    assertThat(taken.scheduled).hasSize(4);
  }

  @Test
  void coordinatorsAreAskedForAtTheirOwnIntervalAndNotWhenSwitchedOff() {
    poller.poll();
    poller.poll();
    assertThat(server.looks).isEqualTo(1);
    look();
    assertThat(server.looks).isEqualTo(2);
    poller = poller(0);
    server.coordinate("1-C");
    server.start("1-C", "1-W");
    look();
    assertThat(server.looks).isEqualTo(2);
    assertThat(taken.running).containsExactly("1-W");
    assertThat(taken.replaced).isEmpty();
  }

  @Test
  void workflowThatStartsBetweenTwoLooksReplacesItsActionAndUsesWhatThatDoes() {
    server.coordinate("1-C");
    look();
    server.start("1-C", "1-W");
    poller.poll();
    assertThat(taken.replaced).containsExactly("1-C@2026-11-22T00:00Z");
    assertThat(taken.running).containsExactly("1-W");
    assertThat(taken.last.origin()).isEqualTo(Origin.OOZIE);
    assertThat(taken.last.uses().reads()).hasToString("[/hours/2026112200]");
    look();
    assertThat(taken.scheduled).doesNotContain("1-C@2026-11-22T00:00Z").hasSize(3);
    server.workflows.get("1-W").status("SUCCEEDED").action("a", "OK", "end");
    look();
    server.workflows.remove("1-W");
    look();
    // Oozie notes the end of an action later than that of its workflow.
    assertThat(taken.scheduled).doesNotContain("1-C@2026-11-22T00:00Z");
  }

  @Test
  void workflowOfACoordinatorThatIsNotFollowedStillTakesWhatItsActionUses() {
    server.coordinate("1-C").status("SUSPENDED");
    server.listed.clear();
    server.start("1-C", "1-W");
    look();
    assertThat(taken.last.uses().reads()).hasToString("[/hours/2026112200]");
    assertThat(taken.scheduled).isEmpty();
  }

  @Test
  void workflowOfAnUnknownCoordinatorOrActionIsFollowedAlone() {
    server.coordinate("1-C");
    server.start("1-C", "1-W");
    server.workflows.get("1-W").parent("2-C@1");
    look();
    assertThat(taken.running).containsExactly("1-W");
    server.start("1-C", "2-W");
    server.workflows.get("2-W").parent("1-C@7");
    look();
    assertThat(taken.running).containsExactly("1-W", "2-W");
    assertThat(taken.replaced).isEmpty();
  }

  @Test
  void whileOozieIsGoneWhatIsScheduledStays() {
    server.coordinate("1-C");
    look();
    server.isGone = true;
    look();
    assertThat(taken.scheduled).hasSize(4);
    server.isGone = false;
    server.coordinators.clear();
    server.listed.clear();
    look();
    assertThat(taken.scheduled).isEmpty();
  }

  @Test
  void oneThatCannotBeReadHindersNoOther() {
    server.coordinate("1-C");
    server.definitions.put("1-C", "<nothing".getBytes());
    server.coordinate("2-C");
    server.coordinators.put("2-C", new OozieCoordinator("9-C"));
    server.coordinate("3-C");
    look();
    assertThat(taken.scheduled).hasSize(4).allMatch(id -> id.startsWith("3-C"));
    assertThat(metrics.oozieWorkflowsRefused.value()).isEqualTo(2);
  }

  @Test
  void coordinatorThatIncludesItsDatasetsHasLineage() {
    server.coordinate("1-C");
    server.definitions.put("1-C", OozieCoordinator.including("/datasets.xml"));
    server.start("1-C", "1-W");
    look();
    assertThat(taken.last.uses().reads()).hasToString("[/hours/2026112200]");
    assertThat(taken.board.jobs()).extracting(FollowedJob::findings).containsOnly(List.of());
  }

  @Test
  void whatIsKnownOfEachJobIsOnTheBoardWhileTheServerListsIt() {
    server.coordinate("1-C");
    server.definitions.put(
        "1-C", OozieCoordinator.definition("2026-11-22T00:00Z", 60, OozieCoordinator.reads("x")));
    server.coordinate("2-C");
    server.definitions.put("2-C", "<nothing".getBytes());
    server.start("1-C", "1-W");
    look();
    assertThat(taken.board.jobs()).extracting(FollowedJob::id).containsExactly("1-C", "1-W", "2-C");
    assertThat(taken.board.jobs()).extracting(FollowedJob::user).containsOnly("ann");
    FollowedJob open = taken.board.jobs().get(0);
    assertThat(open.scheduled()).isEqualTo(4);
    assertThat(open.findings()).extracting(Finding::subject).startsWith("x");
    assertThat(taken.board.jobs().get(2).refused()).contains("2-C");
    server.definitions.put("2-W", "<nothing".getBytes());
    server.workflows.put("2-W", new OozieJob("2-W"));
    look();
    assertThat(taken.board.jobs()).hasSize(4);
    assertThat(taken.board.jobs().get(3).refused()).contains("2-W");
    server.listed.clear();
    server.coordinators.clear();
    server.workflows.clear();
    look();
    assertThat(taken.board.jobs()).isEmpty();
  }

  @Test
  void noMoreActionsAreScheduledThanMayBe() {
    poller = poller(6);
    server.coordinate("1-C");
    server.coordinate("2-C");
    server.coordinate("3-C");
    look();
    assertThat(taken.scheduled).hasSize(6);
    assertThat(metrics.oozieActionsScheduled.value()).isEqualTo(6);
  }

  @Test
  void serverIsAskedOfAJobInTheNameOfItsUser() {
    server.coordinate("1-C", "ann");
    server.coordinate("2-C", "bob");
    look();
    assertThat(server.askedAs).containsExactly("ann", "bob");
  }

  @Test
  void whatIsNewOfAUsersCoordinatorsIsToldTogether() {
    for (int i = 0; i < 20; i++) {
      server.coordinate(i + "-C", "ann");
    }
    server.coordinate("20-C", "bob");
    look();
    assertThat(taken.scheduled).hasSize(4 * 21);
    assertThat(taken.sent).isEqualTo(2);
    assertThat(taken.board.jobs()).hasSize(21).extracting(FollowedJob::scheduled).containsOnly(4);
    look();
    assertThat(taken.sent).as("nothing is new").isEqualTo(2);
  }

  @Test
  void whomTheNameNodeIsBusyForIsAskedForOnceAndToldLater() {
    for (int i = 1; i <= 5; i++) {
      server.coordinate(i + "-C");
    }
    server.coordinate("6-C", "bob");
    taken.busy.add("ann");
    look();
    assertThat(taken.asked).as("one request, and not one for each").containsOnlyOnce("ann");
    assertThat(taken.scheduled).isNotEmpty().allMatch(action -> action.startsWith("6-C"));
    assertThat(metrics.oozieWorkflowsRefused.value()).isZero();
    assertThat(metrics.ooziePollsFailed.value()).as("no outage").isZero();
    taken.busy.clear();
    look();
    for (int i = 1; i <= 6; i++) {
      String id = i + "-C";
      assertThat(taken.scheduled).anyMatch(action -> action.startsWith(id));
    }
  }

  @Test
  void whatIsRefusedOfOneKeepsOutNoOther() {
    server.coordinate("1-C");
    server.coordinate("2-C");
    server.coordinate("3-C");
    taken.refused.add("2-C@2026-11-22T01:00Z");
    look();
    assertThat(taken.scheduled).hasSize(8).noneMatch(action -> action.startsWith("2-C"));
    assertThat(taken.board.jobs().get(1).refused()).contains("no room");
    assertThat(taken.board.jobs().get(2).refused()).isEmpty();
    taken.sent = 0;
    poller.poll();
    server.coordinate("4-C");
    server.coordinate("5-C");
    millis += INTERVAL - 1;
    look();
    assertThat(taken.scheduled).hasSize(16);
    assertThat(taken.sent).as("the new ones together, the refused one again").isEqualTo(2);
  }

  /** Whichever it has followed for longer: another gateway has not. */
  @Test
  void theOldestCoordinatorsHaveTheRoom() {
    poller = poller(6);
    server.coordinate("2-C");
    server.coordinate("10-C");
    look();
    assertThat(scheduledOf("10-C")).isEqualTo(2);
    server.coordinate("1-C");
    look();
    look();
    assertThat(scheduledOf("1-C")).isEqualTo(4);
    assertThat(scheduledOf("2-C")).isEqualTo(2);
    Set<String> first = Set.copyOf(taken.scheduled);
    poller = poller(6);
    look();
    assertThat(taken.scheduled).isEqualTo(first);
  }

  private long scheduledOf(String id) {
    return taken.scheduled.stream().filter(workflow -> workflow.startsWith(id + "@")).count();
  }

  @Test
  void nobodyKeepsOthersOutBySubmittingMore() {
    poller = poller(40);
    for (int i = 0; i < 300; i++) {
      server.coordinate(i + "-M-C", "mallory");
    }
    look();
    assertThat(taken.scheduled).hasSize(40);
    server.coordinate("1-C", "ann");
    server.coordinate("2-C", "ben");
    look();
    assertThat(scheduledOf("1-C")).isEqualTo(4);
    assertThat(scheduledOf("2-C")).isEqualTo(4);
    assertThat(taken.scheduled).hasSize(40);
    assertThat(metrics.oozieCoordinators.value()).isEqualTo(150);
  }

  @Test
  void workflowsOfACoordinatorThatIsNotFollowedAskForItOnce() {
    server.coordinate("1-C").status("SUSPENDED").action(2, START, "RUNNING", "2-W");
    server.listed.clear();
    server.start("1-C", "1-W");
    server.start("1-C", "2-W");
    server.workflows.get("2-W").parent("1-C@2");
    look();
    assertThat(taken.running).containsExactly("1-W", "2-W");
    assertThat(server.asked).containsOnlyOnce("1-C");
  }

  @Test
  void workflowThatRunsWhileItsCoordinatorIsSuspendedIsNotScheduledOnceThatGoesOn() {
    server.coordinate("1-C").status("SUSPENDED");
    server.listed.clear();
    server.start("1-C", "1-W");
    look();
    server.listed.add("1-C");
    server.coordinators.get("1-C").status("RUNNING");
    look();
    assertThat(taken.scheduled).hasSize(3).doesNotContain("1-C@2026-11-22T00:00Z");
    server.coordinators.get("1-C").status("SUSPENDED");
    look();
    assertThat(taken.scheduled).isEmpty();
    server.coordinators.get("1-C").status("RUNNING");
    look();
    assertThat(taken.scheduled).hasSize(3).doesNotContain("1-C@2026-11-22T00:00Z");
  }

  @Test
  void whatRunsTookIsForgottenWithTheEndAndNotWithAPause() {
    server.coordinate("1-C");
    server.start("1-C", "1-W");
    server.workflows.get("1-W").times(START, START.plusSeconds(600));
    look();
    server.workflows.get("1-W").status("SUCCEEDED").action("a", "OK", "end");
    look();
    server.workflows.clear();
    assertThat(observed.knows("", "1-C")).isTrue();
    server.coordinators.get("1-C").status("SUSPENDED");
    look();
    assertThat(observed.knows("", "1-C")).isTrue();
    server.coordinators.get("1-C").status("RUNNING");
    look();
    server.coordinators.get("1-C").status("KILLED");
    look();
    assertThat(observed.knows("", "1-C")).isFalse();
  }

  @Test
  void definitionThatIsChangedMeanwhileCountsAfterAWhile() {
    server.coordinate("1-C");
    look();
    assertThat(taken.scheduled).hasSize(4);
    server.definitions.put(
        "1-C", OozieCoordinator.definition("2026-11-22T00:00Z", 30, OozieCoordinator.copies()));
    look();
    assertThat(server.asked).containsOnlyOnce("1-C");
    millis += Duration.ofMinutes(10).toMillis();
    look();
    assertThat(taken.scheduled).hasSizeGreaterThan(4).contains("1-C@2026-11-22T01:30Z");
  }

  @Test
  void definitionsOfOneUserTakeNoMoreRoomThanHisPart() {
    byte[] small = OozieCoordinator.definition("2026-11-22T00:00Z", 60, OozieCoordinator.copies());
    byte[] large =
        new String(small).replace("<action>", " ".repeat(3 << 20) + "<action>").getBytes();
    for (int i = 0; i < 20; i++) {
      server.coordinate(i + "-M-C", "mallory");
      server.definitions.put(i + "-M-C", large);
    }
    server.coordinate("1-C", "ann");
    look();
    assertThat(metrics.oozieCoordinators.value()).isLessThan(12);
    assertThat(scheduledOf("1-C")).isEqualTo(4);
    assertThat(taken.board.jobs())
        .extracting(FollowedJob::refused)
        .anyMatch(w -> w.contains("bytes"));
  }

  @Test
  void whatIsToComeIsToldAgainBeforeTheNameNodeForgetsIt() {
    taken.lostAfter = 4 * INTERVAL;
    server.coordinate("1-C");
    look();
    taken.scheduled.clear();
    look();
    assertThat(taken.scheduled).isEmpty();
    look();
    assertThat(taken.scheduled).hasSize(4);
  }

  @Test
  void whatWasNotTakenAndWhatIsOldIsToldAgain() {
    server.coordinate("1-C");
    taken.isFull = true;
    look();
    assertThat(taken.scheduled).isEmpty();
    taken.sent = 0;
    for (int i = 0; i < 10; i++) {
      poller.poll();
      millis += INTERVAL / 100;
    }
    look();
    look();
    look();
    assertThat(taken.sent).as("ever less often").isEqualTo(2);
    assertThat(taken.board.jobs().get(0).refused()).contains("no room");
    taken.isFull = false;
    for (int i = 0; i < 4; i++) {
      look();
    }
    assertThat(taken.scheduled).hasSize(4);
    taken.scheduled.clear();
    look();
    assertThat(taken.scheduled).isEmpty();
    millis += REFRESH;
    poller.poll();
    assertThat(taken.scheduled).hasSize(4);
  }
}
