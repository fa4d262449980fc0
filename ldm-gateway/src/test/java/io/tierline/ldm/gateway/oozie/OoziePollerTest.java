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
import io.tierline.ldm.oozie.run.OozieJob;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which of a server's workflows are followed, and when they are over. */
class OoziePollerTest {
  private final PolledOozie oozie = new PolledOozie();
  private final OozieInMemory server = oozie.server;
  private final TakenWorkflows taken = oozie.taken;
  private final GatewayMetrics metrics = oozie.metrics;
  private final OoziePoller poller = oozie.poller();

  @AfterEach
  void close() {
    oozie.close();
  }

  @Test
  void workflowsAreFoundFollowedAndLetGoAtTheirEnd() {
    assertThat(poller.poll()).isEqualTo(PolledOozie.SETTINGS.intervalMillis());
    server.run("1-W");
    poller.poll();
    assertThat(taken.seen).containsExactly("1-W/b", "1-W/a");
    poller.poll();
    assertThat(taken.seen).hasSize(2);
    assertThat(metrics.oozieWorkflows.value()).isEqualTo(1);
    server.end("1-W");
    poller.poll();
    assertThat(taken.states)
        .containsEntry("1-W/a", JobState.SUCCEEDED)
        .containsEntry("1-W/b", JobState.SUCCEEDED);
    assertThat(taken.ended).containsExactly("1-W");
    int requests = server.requests;
    poller.poll();
    assertThat(server.requests).isEqualTo(requests + 1);
    assertThat(metrics.oozieWorkflows.value()).isZero();
    assertThat(metrics.ooziePolls.value()).isEqualTo(5);
  }

  @Test
  void serverIsAskedOfAJobInTheNameOfItsUser() {
    server.run("1-W").user("bob");
    poller.poll();
    assertThat(server.askedAs).as("as the list says").containsExactly("listed", "listed");
    server.askedAs.clear();
    poller.poll();
    assertThat(server.askedAs).as("as the job says").containsExactly("bob");
    server.askedAs.clear();
    server.end("1-W");
    oozie.poller().poll();
    assertThat(server.askedAs).as("as is kept").containsExactly("bob", "bob");
  }

  @Test
  void whileOozieIsGoneNothingEndsAndItIsAskedEverLessOften() {
    server.run("1-W");
    poller.poll();
    server.isGone = true;
    assertThat(poller.poll()).isEqualTo(2_000);
    assertThat(poller.poll()).isEqualTo(4_000);
    for (int i = 0; i < 20; i++) {
      poller.poll();
    }
    assertThat(poller.poll()).isEqualTo(OoziePoller.LONGEST_PAUSE_MS);
    assertThat(metrics.ooziePollsFailed.value()).isEqualTo(23);
    assertThat(taken.ended).isEmpty();
    assertThat(taken.states.values()).containsOnly(JobState.RUNNING);
    server.isGone = false;
    server.end("1-W");
    assertThat(poller.poll()).isEqualTo(PolledOozie.SETTINGS.intervalMillis());
    assertThat(taken.ended).containsExactly("1-W");
  }

  @Test
  void workflowThatOozieHasForgottenHasEnded() {
    server.run("1-W");
    poller.poll();
    server.running.clear();
    server.jobs.clear();
    poller.poll();
    assertThat(taken.states.values()).containsOnly(JobState.KILLED);
    assertThat(taken.ended).containsExactly("1-W");
    assertThat(metrics.oozieWorkflows.value()).isZero();
  }

  @Test
  void workflowThatEndsBeforeItsDefinitionIsReadIsNone() {
    server.running.add("1-W");
    poller.poll();
    assertThat(taken.seen).isEmpty();
    assertThat(taken.ended).isEmpty();
    assertThat(metrics.ooziePolls.value()).isEqualTo(1);
  }

  @Test
  void oneThatCannotBeReadHindersNoOther() {
    server.run("1-W");
    server.definitions.put("1-W", "<nothing".getBytes());
    server.run("2-W");
    server.broken.add("2-W");
    server.run("3-W");
    poller.poll();
    poller.poll();
    assertThat(taken.seen).containsExactly("3-W/b", "3-W/a");
    assertThat(metrics.oozieWorkflowsRefused.value()).isEqualTo(1);
    assertThat(metrics.ooziePollsFailed.value()).isEqualTo(2);
    server.end("1-W");
    server.broken.clear();
    poller.poll();
    assertThat(taken.seen).contains("2-W/a");
    assertThat(metrics.oozieWorkflows.value()).isEqualTo(2);
  }

  @Test
  void serverThatAnswersOnlyTheListIsNotAskedForAll() {
    for (int i = 0; i < 50; i++) {
      server.run(i + "-W");
      server.broken.add(i + "-W");
    }
    poller.poll();
    assertThat(server.requests).isEqualTo(4);
    assertThat(metrics.ooziePolls.value()).isZero();
  }

  @Test
  void noMoreAreFollowedThanMayBe() {
    for (int i = 0; i < 220; i++) {
      server.run("%04d-W".formatted(i));
    }
    poller.poll();
    assertThat(metrics.oozieWorkflows.value()).isEqualTo(150);
    server.end("0000-W");
    poller.poll();
    poller.poll();
    assertThat(metrics.oozieWorkflows.value()).isEqualTo(150);
    assertThat(taken.seen).contains("0150-W/a");
  }

  /** What one said would not have been there by the other, which said so again, and so on. */
  @Test
  void twoGatewaysFollowTheSameWorkflows() {
    for (int i = 50; i < 250; i++) {
      server.run("%04d-W".formatted(i));
    }
    poller.poll();
    for (int i = 0; i < 50; i++) {
      server.run("%04d-W".formatted(i));
    }
    for (int i = 0; i < 2; i++) {
      poller.poll();
    }
    Set<String> first = running();
    OoziePoller second = oozie.poller();
    second.poll();
    assertThat(running()).isEqualTo(first).hasSize(150).contains("0000-W").doesNotContain("0150-W");
    poller.poll();
    assertThat(running()).isEqualTo(first);
  }

  /** The workflows of which a job runs, by what was told. */
  private Set<String> running() {
    return taken.states.entrySet().stream()
        .filter(job -> job.getValue() == JobState.RUNNING)
        .map(job -> job.getKey().replaceFirst("/.*", ""))
        .collect(Collectors.toSet());
  }

  @Test
  void jobThatNeverStartsSinceNoGatewayRanIsNoReaderAnyMore() {
    server.choose("1-W");
    poller.poll();
    assertThat(taken.states).containsEntry("1-W/c", JobState.RUNNING);
    server.jobs.get("1-W").action("a", "OK", "choose").action("choose", "OK", "b");
    OoziePoller next = oozie.poller();
    next.poll();
    next.poll();
    assertThat(taken.noJobs).containsExactly("1-W@c#0");
    server.jobs.get("1-W").action("b", "OK", "end").status("SUCCEEDED");
    server.running.clear();
    oozie.poller().poll();
    assertThat(taken.noJobs).containsExactly("1-W@c#0");
    assertThat(taken.ended).containsExactly("1-W");
  }

  @Test
  void whatRanWhenOozieForgotItWhileNoGatewayRanRunsNoMore() {
    server.run("1-W");
    poller.poll();
    server.running.clear();
    server.jobs.clear();
    oozie.poller().poll();
    assertThat(taken.noJobs).containsExactly("1-W@a#0", "1-W@b#0");
    assertThat(taken.ended).containsExactly("1-W");
  }

  @Test
  void workflowIsFollowedOnceTheServerAnswersWithItsDefinition() {
    server.run("1-W");
    byte[] definition = server.definitions.put("1-W", "<html>Please log in</html>".getBytes());
    poller.poll();
    server.definitions.put("1-W", definition);
    poller.poll();
    assertThat(taken.seen).isEmpty();
    oozie.pass(60_000);
    poller.poll();
    assertThat(taken.seen).containsExactly("1-W/b", "1-W/a");
  }

  @Test
  void answerForAnotherWorkflowIsRefused() {
    server.run("1-W");
    server.jobs.put("1-W", new OozieJob("2-W"));
    poller.poll();
    assertThat(taken.seen).isEmpty();
    assertThat(metrics.oozieWorkflowsRefused.value()).isEqualTo(1);
  }
}
