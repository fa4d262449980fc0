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
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.state.MemoryStore;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a NameNode is told, by this process or the next, whatever it answers. */
class OoziePollerTellingTest {
  private final PolledOozie oozie = new PolledOozie();
  private final OozieInMemory server = oozie.server;
  private final TakenWorkflows taken = oozie.taken;
  private final GatewayMetrics metrics = oozie.metrics;
  private final MemoryStore store = oozie.store;
  private final OoziePoller poller = oozie.poller();

  @AfterEach
  void close() {
    oozie.close();
  }

  @Test
  void whatHasEndedWhileNoGatewayRanIsToldByTheNext() {
    server.run("1-W");
    server.run("2-W");
    poller.poll();
    server.end("1-W");
    server.running.remove("2-W");
    server.jobs.remove("2-W");
    server.isGone = true;
    OoziePoller next = oozie.poller();
    next.poll();
    assertThat(taken.ended).isEmpty();
    server.isGone = false;
    next.poll();
    assertThat(taken.ended).containsExactlyInAnyOrder("1-W", "2-W");
    assertThat(taken.states)
        .containsEntry("1-W/a", JobState.SUCCEEDED)
        .containsEntry("1-W/b", JobState.SUCCEEDED);
    assertThat(store.records).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whomTheNameNodeRefusesHindersNobodyElse(boolean isRestarted) {
    server.run("1-W").user("bob");
    poller.poll();
    assertThat(taken.seen).contains("1-W/a");
    taken.refused.add("bob");
    server.running.remove("1-W");
    server.jobs.remove("1-W");
    server.run("2-W");
    OoziePoller next = isRestarted ? oozie.poller() : poller;
    assertThat(next.poll()).isEqualTo(PolledOozie.SETTINGS.intervalMillis());
    assertThat(taken.seen).contains("2-W/a");
    assertThat(store.records).containsOnlyKeys("2-W");
    assertThat(metrics.oozieWorkflowsRefused.value()).isPositive();
    assertThat(metrics.oozieWorkflows.value()).isEqualTo(1);
    assertThat(next.problem()).isEmpty();
  }

  @Test
  void whatWasTakenWithoutAnAnswerIsEndedByTheNextProcess() {
    server.run("1-W");
    taken.isCutOff = true;
    poller.poll();
    assertThat(taken.seen).contains("1-W/a");
    taken.isCutOff = false;
    server.running.clear();
    server.jobs.clear();
    oozie.poller().poll();
    assertThat(taken.ended).containsExactly("1-W");
    assertThat(store.records).isEmpty();
  }

  @Test
  void lossThatCouldNotBeToldIsToldWithTheNextLook() {
    server.run("1-W");
    poller.poll();
    server.running.clear();
    server.jobs.clear();
    taken.isAway = true;
    poller.poll();
    taken.isAway = false;
    poller.poll();
    assertThat(taken.states.values()).containsOnly(JobState.KILLED);
    assertThat(taken.ended).containsExactly("1-W");
    assertThat(metrics.oozieWorkflows.value()).isZero();
  }

  @Test
  void thatWhatWasToldIsNotKeptIsShown() {
    poller.poll();
    store.failure = new IOException("disk full");
    server.run("1-W");
    poller.poll();
    assertThat(taken.seen).contains("1-W/a");
    assertThat(poller.problem()).contains("disk full");
    store.failure = null;
    server.run("2-W");
    poller.poll();
    assertThat(poller.problem()).isEmpty();
    assertThat(store.records).containsOnlyKeys("2-W");
  }

  @Test
  void whoeverHasForgottenAllIsToldAllAgain() {
    server.run("1-W");
    poller.poll();
    poller.poll();
    assertThat(taken.seen).containsExactly("1-W/b", "1-W/a");
    taken.term = "2";
    poller.poll();
    poller.poll();
    assertThat(taken.seen).containsExactly("1-W/b", "1-W/a", "1-W/b", "1-W/a");
  }

  @Test
  void whatIsRefusedIsNotSentAgainAtEachLook() {
    server.run("1-W");
    taken.isFull = true;
    poller.poll();
    assertThat(taken.board.jobs().get(0).refused()).contains("no room");
    for (int i = 0; i < 50; i++) {
      poller.poll();
    }
    assertThat(taken.sent).isEqualTo(1);
    assertThat(taken.board.jobs().get(0).refused()).contains("no room");
    server.jobs.get("1-W").action("a", "OK", "b");
    poller.poll();
    assertThat(taken.sent).as("what is new is sent").isEqualTo(2);
    taken.term = "2";
    poller.poll();
    assertThat(taken.sent).as("another NameNode may take it").isEqualTo(3);
    oozie.pass(60_000);
    poller.poll();
    oozie.pass(60_000);
    poller.poll();
    assertThat(taken.sent).as("ever less often").isEqualTo(4);
    taken.isFull = false;
    oozie.pass(60_000);
    poller.poll();
    assertThat(taken.seen).containsExactly("1-W/b", "1-W/a");
    assertThat(taken.board.jobs().get(0).refused()).isEmpty();
  }

  @Test
  void endThatIsRefusedIsTheLastThatIsAsked() {
    server.run("1-W");
    poller.poll();
    server.end("1-W");
    taken.isFull = true;
    poller.poll();
    int requests = server.requests;
    poller.poll();
    assertThat(server.requests).isEqualTo(requests + 1);
    assertThat(metrics.oozieWorkflows.value()).isZero();
    assertThat(store.records).isEmpty();
  }

  @Test
  void whatWasNotTakenIsToldAgain() {
    server.run("1-W");
    taken.isFull = true;
    poller.poll();
    assertThat(taken.seen).isEmpty();
    taken.isFull = false;
    oozie.pass(60_000);
    poller.poll();
    assertThat(taken.seen).containsExactly("1-W/b", "1-W/a");
  }

  @Test
  void whatRunsForLongIsToldAgainLestItBeForgotten() {
    server.run("1-W");
    poller.poll();
    oozie.pass(PolledOozie.REFRESH);
    poller.poll();
    assertThat(taken.seen).hasSize(2);
    oozie.pass(1);
    poller.poll();
    assertThat(taken.seen).hasSize(4);
  }

  @Test
  void whatRunsIsToldAgainBeforeTheNameNodeForgetsIt() {
    taken.lostAfter = 4_000;
    server.run("1-W");
    poller.poll();
    oozie.pass(1_000);
    poller.poll();
    assertThat(taken.seen).hasSize(2);
    oozie.pass(1);
    poller.poll();
    assertThat(taken.seen).hasSize(4);
  }
}
