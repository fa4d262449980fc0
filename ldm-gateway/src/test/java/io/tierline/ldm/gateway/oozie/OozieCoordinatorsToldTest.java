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

import io.tierline.ldm.oozie.run.FollowedJob;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a NameNode is told of coordinators: together, again, and in spite of refusals. */
class OozieCoordinatorsToldTest extends OozieCoordinatorsFixture {
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
