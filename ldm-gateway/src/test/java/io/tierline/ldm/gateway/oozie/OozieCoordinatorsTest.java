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

import io.tierline.ldm.live.Origin;
import io.tierline.ldm.oozie.coord.Finding;
import io.tierline.ldm.oozie.run.FollowedJob;
import io.tierline.ldm.oozie.run.OozieCoordinator;
import io.tierline.ldm.oozie.run.OozieJob;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Coordinators that are followed: what they schedule, for how many, and for how long. */
class OozieCoordinatorsTest extends OozieCoordinatorsFixture {
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
}
