/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import static io.tierline.ldm.oozie.run.OozieJob.copy;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.SourceReport;
import io.tierline.ldm.oozie.coord.ObservedRuns;
import io.tierline.ldm.oozie.run.FollowedJob;
import io.tierline.ldm.oozie.run.FollowedJob.Kind;
import io.tierline.ldm.oozie.run.OozieBoard;
import io.tierline.ldm.oozie.run.OozieJob;
import io.tierline.ldm.state.MemoryStore;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OoziePollerTest {
  private static final OozieSettings SETTINGS =
      new OozieSettings(
          URI.create("http://oozie:11000/oozie/"),
          1_000,
          1_000,
          150,
          1 << 20,
          false,
          new OozieSettings.Coordinators(0, 86_400_000, 0));
  private static final long REFRESH = 100_000;

  private final GatewayMetrics metrics = GatewayMetrics.create();
  private final Server server = new Server();
  private final Taken taken = new Taken();
  private long now = 5;
  private final MemoryStore store = new MemoryStore();
  private final OoziePoller poller = poller();

  private OoziePoller poller() {
    return new OoziePoller(
        new OozieParts(
            server,
            taken,
            (path, user, most) -> new byte[0],
            new ObservedRuns(),
            new ToldJobs(store),
            SETTINGS,
            REFRESH,
            metrics,
            () -> now,
            () -> Instant.EPOCH));
  }

  /** A server in memory. */
  private static final class Server implements OozieLink {
    final Map<String, OozieJob> jobs = new LinkedHashMap<>();
    final Set<String> running = new HashSet<>();
    final Map<String, byte[]> definitions = new LinkedHashMap<>();
    final Set<String> broken = new HashSet<>();
    final List<String> askedAs = new ArrayList<>();
    boolean isGone;
    int requests;

    OozieJob run(String id) {
      running.add(id);
      definitions.put(
          id,
          OozieJob.definition(
              "<start to='a'/>"
                  + copy("a", "/in", "/x" + id, "b", "fail")
                  + copy("b", "/x" + id, "/y" + id, "end", "fail")));
      return jobs.computeIfAbsent(id, OozieJob::new).action("a", "RUNNING", null);
    }

    /** Runs either of two jobs after the first. */
    void choose(String id) {
      run(id);
      definitions.put(
          id,
          OozieJob.definition(
              "<start to='a'/>"
                  + copy("a", "/in", "/x", "choose", "fail")
                  + "<decision name='choose'><switch><case to='b'>${x}</case>"
                  + "<default to='c'/></switch></decision>"
                  + copy("b", "/x", "", "end", "fail")
                  + copy("c", "/x", "", "end", "fail")));
    }

    void end(String id) {
      running.remove(id);
      jobs.get(id).action("a", "OK", "b").action("b", "OK", "end").status("SUCCEEDED");
    }

    @Override
    public OozieLink as(String user) {
      askedAs.add(user);
      return this;
    }

    private void ask(String id) throws IOException {
      requests++;
      if (isGone || broken.contains(id)) {
        throw new ConnectException("refused");
      }
      if (!id.isEmpty() && !jobs.containsKey(id)) {
        throw new UnknownJobException(id);
      }
    }

    @Override
    public String running(int offset, int length) throws IOException {
      ask("");
      return running.stream()
          .sorted()
          .skip(offset - 1)
          .limit(length)
          .map("{\"id\":\"%s\",\"user\":\"listed\"}"::formatted)
          .collect(Collectors.joining(",", "{\"workflows\":[", "]}"));
    }

    @Override
    public String coordinators(int offset, int length) {
      throw new AssertionError("switched off");
    }

    @Override
    public String coordinator(String id) {
      throw new AssertionError("switched off");
    }

    @Override
    public String info(String id) throws IOException {
      ask(id);
      return jobs.get(id).json();
    }

    @Override
    public byte[] definition(String id) throws IOException {
      ask(id);
      return definitions.get(id);
    }
  }

  /** What was passed on. */
  private static final class Taken implements OoziePoller.Sink {
    final List<String> seen = new ArrayList<>();
    final Map<String, JobState> states = new LinkedHashMap<>();
    final List<String> ended = new ArrayList<>();
    final List<String> noJobs = new ArrayList<>();
    int sent;
    final OozieBoard board = new OozieBoard();
    final Set<String> refused = new HashSet<>();
    boolean isFull;
    boolean isAway;
    boolean isCutOff;
    String term = "1";
    long lostAfter = Long.MAX_VALUE;

    @Override
    public OoziePoller.Term term() {
      return new OoziePoller.Term(term, lostAfter);
    }

    @Override
    public void known(FollowedJob job) {
      board.put(job);
    }

    @Override
    public void listed(Kind kind, Collection<String> ids) {
      board.retain(kind, ids);
    }

    @Override
    public void take(SourceReport told) throws IOException {
      sent++;
      if (isAway) {
        throw new ConnectException("no NameNode");
      }
      assertThat(told.coming()).as("switched off").isEmpty();
      assertThat(told.gone()).as("switched off").isEmpty();
      if (isFull || refused.contains(told.user())) {
        throw new LineageException("no room");
      }
      ended.addAll(told.ended());
      noJobs.addAll(told.noJobs());
      for (Observation observation : told.seen()) {
        String job = observation.chain().id() + "/" + observation.job();
        seen.add(job);
        states.put(job, observation.state());
      }
      if (isCutOff) {
        throw new SocketException("no answer");
      }
    }
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void workflowsAreFoundFollowedAndLetGoAtTheirEnd() {
    assertThat(poller.poll()).isEqualTo(SETTINGS.intervalMillis());
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
    poller().poll();
    assertThat(server.askedAs).as("as is kept").containsExactly("bob", "bob");
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
    OoziePoller next = poller();
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
    OoziePoller next = isRestarted ? poller() : poller;
    assertThat(next.poll()).isEqualTo(SETTINGS.intervalMillis());
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
    poller().poll();
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
    assertThat(poller.poll()).isEqualTo(SETTINGS.intervalMillis());
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
    OoziePoller second = poller();
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
    OoziePoller next = poller();
    next.poll();
    next.poll();
    assertThat(taken.noJobs).containsExactly("1-W@c#0");
    server.jobs.get("1-W").action("b", "OK", "end").status("SUCCEEDED");
    server.running.clear();
    poller().poll();
    assertThat(taken.noJobs).containsExactly("1-W@c#0");
    assertThat(taken.ended).containsExactly("1-W");
  }

  @Test
  void whatRanWhenOozieForgotItWhileNoGatewayRanRunsNoMore() {
    server.run("1-W");
    poller.poll();
    server.running.clear();
    server.jobs.clear();
    poller().poll();
    assertThat(taken.noJobs).containsExactly("1-W@a#0", "1-W@b#0");
    assertThat(taken.ended).containsExactly("1-W");
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
    now += 60_000;
    poller.poll();
    now += 60_000;
    poller.poll();
    assertThat(taken.sent).as("ever less often").isEqualTo(4);
    taken.isFull = false;
    now += 60_000;
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
    now += 60_000;
    poller.poll();
    assertThat(taken.seen).containsExactly("1-W/b", "1-W/a");
  }

  @Test
  void whatRunsForLongIsToldAgainLestItBeForgotten() {
    server.run("1-W");
    poller.poll();
    now += REFRESH;
    poller.poll();
    assertThat(taken.seen).hasSize(2);
    now += 1;
    poller.poll();
    assertThat(taken.seen).hasSize(4);
  }

  @Test
  void whatRunsIsToldAgainBeforeTheNameNodeForgetsIt() {
    taken.lostAfter = 4_000;
    server.run("1-W");
    poller.poll();
    now += 1_000;
    poller.poll();
    assertThat(taken.seen).hasSize(2);
    now += 1;
    poller.poll();
    assertThat(taken.seen).hasSize(4);
  }

  @Test
  void workflowIsFollowedOnceTheServerAnswersWithItsDefinition() {
    server.run("1-W");
    byte[] definition = server.definitions.put("1-W", "<html>Please log in</html>".getBytes());
    poller.poll();
    server.definitions.put("1-W", definition);
    poller.poll();
    assertThat(taken.seen).isEmpty();
    now += 60_000;
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
