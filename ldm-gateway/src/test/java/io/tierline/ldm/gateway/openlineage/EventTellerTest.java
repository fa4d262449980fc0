/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.openlineage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.gateway.metrics.GatewayMetrics;
import io.tierline.ldm.gateway.tell.Later;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import io.tierline.ldm.live.SourceReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventTellerTest {
  @TempDir private Path directory;

  private final GatewayMetrics metrics = GatewayMetrics.create();
  private final AtomicLong millis = new AtomicLong(100_000);
  private final List<SourceReport> told = new ArrayList<>();
  private final Refusals refusals = new Refusals();
  private NameNode nameNode = report -> "1";
  private EventQueue queue;
  private EventTeller teller;

  /** What answers; may throw as a NameNode refuses. */
  private interface NameNode {
    String answer(SourceReport report) throws IOException;
  }

  @BeforeEach
  void open() throws IOException {
    queue = new EventQueue(directory, 1 << 20);
    teller = teller();
  }

  @AfterEach
  void close() {
    queue.close();
    metrics.close();
  }

  private EventTeller teller() throws IOException {
    EventTeller.Sink sink =
        new EventTeller.Sink() {
          @Override
          public String tell(SourceReport report) throws IOException {
            String term = nameNode.answer(report);
            told.add(report);
            return term;
          }

          @Override
          public String term() throws IOException {
            return nameNode.answer(null);
          }
        };
    return new EventTeller(
        queue,
        new UsersRuns(1_000),
        new KeptJobs(queue.kept(), 3, 100_000),
        sink,
        0.25,
        refusals,
        metrics,
        millis::get,
        () -> Instant.EPOCH);
  }

  private void add(String user, String type, String run) throws IOException {
    queue.add(
        user,
        1,
        """
        [{"eventType": "%s", "run": {"runId": "%s"}, "job": {"namespace": "etl", "name": "j-%s"},
          "outputs": [{"namespace": "hdfs://nn", "name": "/out/%s"}]}]"""
            .formatted(type, run, run, run));
  }

  private List<String> toldJobs(String user) {
    return told.stream()
        .filter(report -> report.user().equals(user))
        .flatMap(report -> report.seen().stream())
        .map(job -> job.job() + " " + job.state())
        .toList();
  }

  @Test
  void eachUsersEventsAreToldInHisNameAndForgotten() throws Exception {
    add("ann", "START", "1");
    add("ann", "COMPLETE", "1");
    add("bob", "START", "2");
    teller.look();
    assertThat(toldJobs("ann")).containsExactly("j-1 RUNNING", "j-1 SUCCEEDED");
    assertThat(toldJobs("bob")).containsExactly("j-2 RUNNING");
    assertThat(told).hasSize(2);
    assertThat(queue.events()).isZero();
    assertThat(teller.look()).as("nothing is left").isZero();
    assertThat(told).hasSize(2);
  }

  @Test
  void runsOfTheSameStateAreToldOnceHoweverOftenEventsName() throws Exception {
    for (int i = 0; i < 50; i++) {
      add("ann", "RUNNING", "1");
    }
    teller.look();
    assertThat(toldJobs("ann")).containsExactly("j-1 RUNNING");
  }

  @Test
  void oneUsersBusyAnswerStopsNobodyElse() throws Exception {
    nameNode =
        report -> {
          if (report != null && report.user().equals("ann")) {
            throw later(false);
          }
          return "1";
        };
    add("ann", "START", "1");
    add("bob", "START", "2");
    teller.look();
    assertThat(toldJobs("bob")).hasSize(1);
    assertThat(teller.problem()).as("no outage").isEmpty();
    nameNode = report -> "1";
    teller.look();
    assertThat(toldJobs("ann")).as("he rests").isEmpty();
    millis.addAndGet(60_000);
    teller.look();
    assertThat(toldJobs("ann")).containsExactly("j-1 RUNNING");
  }

  private static IOException later(boolean isFault) {
    return Later.of(isFault);
  }

  @Test
  void eventsOfWhomTheGatewayMayNotSpeakForWaitUntilItMay() throws Exception {
    nameNode =
        report -> {
          if (report != null && report.user().equals("ann")) {
            throw Later.denied();
          }
          return "1";
        };
    add("ann", "START", "1");
    add("ann", "START", "2");
    add("bob", "START", "3");
    for (int look = 0; look < 100; look++) {
      teller.look();
      millis.addAndGet(60_000);
    }
    assertThat(toldJobs("bob")).containsExactly("j-3 RUNNING");
    assertThat(queue.events()).as("acknowledged, so kept").isEqualTo(2);
    assertThat(metrics.lineageReportsDropped.value()).isZero();
    assertThat(refusals.list())
        .singleElement()
        .satisfies(refusal -> assertThat(refusal.why()).contains("may not speak"));
    nameNode = report -> "1";
    teller.look();
    assertThat(toldJobs("ann")).containsExactly("j-1 RUNNING", "j-2 RUNNING");
    assertThat(queue.events()).isZero();
  }

  @Test
  void whatIsRefusedForGoodIsGivenUpAloneAndShown() throws Exception {
    nameNode =
        report -> {
          if (report != null && report.seen().stream().anyMatch(job -> job.job().equals("j-3"))) {
            throw new LineageException("the NameNode will not have it: poison");
          }
          return "1";
        };
    for (int i = 0; i < 9; i++) {
      add("ann", "START", String.valueOf(i));
    }
    teller.look();
    assertThat(toldJobs("ann")).hasSize(8).doesNotContain("j-3 RUNNING");
    assertThat(queue.events()).isZero();
    assertThat(refusals.list())
        .singleElement()
        .satisfies(
            refusal -> {
              assertThat(refusal.user()).isEqualTo("ann");
              assertThat(refusal.job()).isEqualTo("etl/j-3");
              assertThat(refusal.why()).contains("poison");
            });
    assertThat(metrics.lineageReportsDropped.value()).isEqualTo(1);
  }

  @Test
  void whatFailsInTheNameNodeEachTimeIsGivenUpInTheEnd() throws Exception {
    nameNode =
        report -> {
          if (report != null && report.user().equals("ann")) {
            throw later(true);
          }
          return "1";
        };
    add("ann", "START", "1");
    for (int look = 0; look < 100 && queue.events() > 0; look++) {
      millis.addAndGet(60_000);
      teller.look();
    }
    assertThat(queue.events()).isZero();
    assertThat(refusals.list()).hasSize(1);
  }

  @Test
  void whatKeepsTheNameNodeTooLongStopsNobodyElse() throws Exception {
    nameNode =
        report -> {
          if (report != null && report.user().equals("ann")) {
            throw new IOException("read timed out");
          }
          return "1";
        };
    add("ann", "START", "1");
    add("bob", "START", "2");
    teller.look();
    assertThat(toldJobs("bob")).containsExactly("j-2 RUNNING");
    assertThat(teller.problem()).as("no outage").isEmpty();
  }

  @Test
  void errorOverOneUsersEventsStopsNobodyElse() throws Exception {
    nameNode =
        report -> {
          if (report != null && report.user().equals("ann")) {
            throw new IllegalStateException("ours");
          }
          return "1";
        };
    add("ann", "START", "1");
    add("bob", "START", "2");
    teller.look();
    assertThat(toldJobs("bob")).containsExactly("j-2 RUNNING");
    assertThat(queue.events("ann")).isEqualTo(1);
    assertThat(refusals.list()).hasSize(1);
  }

  @Test
  void nothingIsGivenUpWhileTheNameNodeFailsOverEverybodys() throws Exception {
    nameNode =
        report -> {
          throw later(true);
        };
    add("ann", "START", "1");
    add("bob", "START", "2");
    for (int look = 0; look < 50; look++) {
      millis.addAndGet(60_000);
      teller.look();
    }
    assertThat(queue.events()).isEqualTo(2);
    assertThat(refusals.list()).isEmpty();
  }

  @Test
  void oneBadRequestIsGivenUpAloneAfterManyFaults() throws Exception {
    nameNode =
        report -> {
          if (report != null && report.seen().stream().anyMatch(job -> job.job().equals("j-2"))) {
            throw later(true);
          }
          return "1";
        };
    for (int i = 0; i < 5; i++) {
      add("ann", "START", String.valueOf(i));
    }
    for (int look = 0; look < 60 && queue.events() > 0; look++) {
      millis.addAndGet(60_000);
      teller.look();
    }
    assertThat(queue.events()).isZero();
    assertThat(refusals.list()).singleElement();
    assertThat(toldJobs("ann"))
        .containsExactlyInAnyOrder("j-0 RUNNING", "j-1 RUNNING", "j-3 RUNNING", "j-4 RUNNING");
  }

  @Test
  void whatRunsOfABusyUserIsToldToTheNewTermLater() throws Exception {
    add("ann", "START", "1");
    teller.look();
    told.clear();
    nameNode =
        report -> {
          if (report != null) {
            throw later(false);
          }
          return "2";
        };
    millis.addAndGet(60_000);
    teller.look();
    assertThat(told).isEmpty();
    nameNode = report -> "2";
    millis.addAndGet(60_000);
    teller.look();
    assertThat(toldJobs("ann")).containsExactly("j-1 RUNNING");
  }

  @Test
  void whatRunsOfOneUserKeepsNobodyElseFromTheNewTerm() throws Exception {
    add("ann", "START", "1");
    add("bob", "START", "2");
    teller.look();
    told.clear();
    for (Exception over : List.of(new IOException("timed out"), new IllegalStateException())) {
      nameNode =
          report -> {
            if (report != null && report.user().equals("ann")) {
              if (over instanceof IOException e) {
                throw e;
              }
              throw (RuntimeException) over;
            }
            return over.toString();
          };
      millis.addAndGet(60_000);
      teller.look();
      assertThat(toldJobs("bob")).as(over.toString()).containsExactly("j-2 RUNNING");
      assertThat(teller.problem()).as("no outage").isEmpty();
      told.clear();
    }
    nameNode = report -> "3";
    millis.addAndGet(60_000);
    teller.look();
    assertThat(toldJobs("ann")).containsExactly("j-1 RUNNING");
  }

  @Test
  void whileNoNameNodeAnswersAllStaysAndIsToldInTheEnd() throws Exception {
    nameNode =
        report -> {
          throw new IOException("nn cannot be reached");
        };
    add("ann", "START", "1");
    long first = teller.look();
    assertThat(first).isPositive();
    assertThat(teller.look()).isGreaterThan(first);
    assertThat(teller.problem()).contains("cannot be reached");
    nameNode = report -> "1";
    teller.look();
    assertThat(teller.problem()).isEmpty();
    assertThat(toldJobs("ann")).containsExactly("j-1 RUNNING");
  }

  @Test
  void killBetweenTellingAndForgettingTellsTwiceTheSame() throws Exception {
    add("ann", "START", "1");
    add("ann", "COMPLETE", "1");
    teller.look();
    List<Observation> first = told.get(0).seen();
    add("ann", "START", "1");
    add("ann", "COMPLETE", "1");
    teller = teller();
    told.clear();
    teller.look();
    assertThat(told.get(0).seen()).isEqualTo(first);
  }

  @Test
  void whatRunsIsToldAgainToANameNodeOfAnotherTerm() throws Exception {
    add("ann", "START", "1");
    add("ann", "START", "2");
    add("ann", "COMPLETE", "2");
    teller.look();
    told.clear();
    nameNode = report -> "2";
    millis.addAndGet(60_000);
    teller.look();
    assertThat(told).hasSize(1);
    assertThat(told.get(0).seen())
        .singleElement()
        .satisfies(job -> assertThat(job.state()).isEqualTo(JobState.RUNNING));
    teller.look();
    assertThat(told).as("once").hasSize(1);
  }

  @Test
  void thatARunBeganIsToldAtTheSecondTryToo() throws Exception {
    nameNode =
        report -> {
          if (report != null) {
            throw later(true);
          }
          return "1";
        };
    add("ann", "START", "1");
    add("ann", "COMPLETE", "1");
    // After ten faults each request is told alone.
    for (int look = 0; look < 15; look++) {
      teller.look();
      millis.addAndGet(60_000);
    }
    assertThat(told).isEmpty();
    nameNode = report -> "1";
    for (int look = 0; look < 5 && queue.events() > 0; look++) {
      teller.look();
      millis.addAndGet(60_000);
    }
    assertThat(toldJobs("ann")).startsWith("j-1 RUNNING", "j-1 SUCCEEDED");
    assertThat(queue.events()).isZero();
    told.clear();
    add("ann", "COMPLETE", "1");
    teller.look();
    assertThat(toldJobs("ann")).as("not a second time").containsExactly("j-1 SUCCEEDED");
  }

  private void restart() throws IOException {
    queue.close();
    queue = new EventQueue(directory, 1 << 20);
    teller = teller();
    told.clear();
    millis.addAndGet(60_000);
  }

  @Test
  void whatRunsIsToldToTheNewTermByTheNextProcessToo() throws Exception {
    add("ann", "START", "1");
    add("ann", "START", "2");
    add("bob", "START", "3");
    teller.look();
    List<Observation> first = told.get(0).seen();
    add("ann", "COMPLETE", "2");
    teller.look();
    restart();
    teller.look();
    assertThat(told).as("the same term knows it").isEmpty();
    restart();
    nameNode = report -> "2";
    teller.look();
    assertThat(toldJobs("ann")).containsExactly("j-1 RUNNING");
    assertThat(toldJobs("bob")).containsExactly("j-3 RUNNING");
    assertThat(told.get(0).seen()).as("as it was told").containsExactly(first.get(0));
    restart();
    teller.look();
    assertThat(told).as("once").isEmpty();
    nameNode = report -> "3";
    add("ann", "COMPLETE", "1");
    teller.look();
    told.clear();
    restart();
    nameNode = report -> "4";
    teller.look();
    assertThat(toldJobs("ann")).as("it has ended").isEmpty();
    assertThat(toldJobs("bob")).containsExactly("j-3 RUNNING");
  }

  @Test
  void whatAnEarlierProcessWasToldOfARunIsNotForgotten() throws Exception {
    add("ann", "START", "1");
    teller.look();
    List<Observation> first = told.get(0).seen();
    restart();
    queue.add(
        "ann",
        1,
        """
        [{"eventType": "RUNNING", "run": {"runId": "1"},
          "job": {"namespace": "etl", "name": "j-1"}}]""");
    teller.look();
    assertThat(told.get(0).seen()).isEqualTo(first);
  }

  private void addChild(String type, String parent) throws IOException {
    queue.add(
        "ann",
        1,
        """
        [{"eventType": "%s", "job": {"namespace": "etl", "name": "child"},
          "run": {"runId": "c", "facets": {%s}}}]"""
            .formatted(type, parent));
  }

  @Test
  void runStaysInItsWorkflowWhenTheNextProcessIsNotToldOfWhatStartedIt() throws Exception {
    String parent =
        """
        "parent": {"run": {"runId": "p"}, "job": {"namespace": "flows", "name": "nightly"}}""";
    addChild("START", parent);
    teller.look();
    Observation first = told.get(0).seen().get(0);
    assertThat(first.chain().name()).isEqualTo("nightly");
    restart();
    addChild("RUNNING", "");
    teller.look();
    assertThat(told.get(0).seen()).as("a heartbeat without parent").containsExactly(first);
    restart();
    addChild("COMPLETE", "");
    teller.look();
    Observation last = told.get(0).seen().get(0);
    assertThat(last.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(last.chain()).isEqualTo(first.chain());
    assertThat(last.job()).isEqualTo(first.job());
  }

  @Test
  void whatStartedARunMayBeToldToTheNextProcessFirst() throws Exception {
    addChild("START", "");
    teller.look();
    restart();
    addChild(
        "RUNNING",
        """
        "parent": {"run": {"runId": "p"}, "job": {"namespace": "etl", "name": "nightly"}}""");
    teller.look();
    assertThat(told.get(0).seen().get(0).chain().name()).isEqualTo("nightly");
  }

  @Test
  void noMoreIsKeptThanMayBe() throws Exception {
    for (int i = 0; i < 5; i++) {
      add("ann", "START", String.valueOf(i));
      teller.look();
      millis.addAndGet(1_000);
    }
    restart();
    nameNode = report -> "2";
    teller.look();
    assertThat(toldJobs("ann")).containsExactly("j-2 RUNNING", "j-3 RUNNING", "j-4 RUNNING");
  }

  @Test
  void whatCannotBeReadOfWhatIsKeptIsPassedOver() throws Exception {
    add("ann", "START", "1");
    teller.look();
    queue.keep(Map.of("ann\nother", Optional.of("7\n{}")));
    restart();
    nameNode = report -> "2";
    teller.look();
    assertThat(toldJobs("ann")).containsExactly("j-1 RUNNING");
  }

  @Test
  void restsLongerTheLongerItHasKeptTheNameNode() throws Exception {
    nameNode =
        report -> {
          millis.addAndGet(report == null ? 0 : 100);
          return "1";
        };
    add("ann", "START", "1");
    assertThat(teller.look()).as("a quarter of the time").isEqualTo(300);
  }

  @Test
  void runThatHasTurnedOutToBeAWorkflowIsNoJob() throws Exception {
    add("ann", "START", "p");
    queue.add(
        "ann",
        1,
        """
        [{"eventType": "START", "job": {"namespace": "etl", "name": "child"},
          "run": {"runId": "c", "facets": {"parent": {"run": {"runId": "p"},
            "job": {"namespace": "etl", "name": "j-p"}}}}}]""");
    teller.look();
    assertThat(toldJobs("ann")).containsExactly("child RUNNING");
    assertThat(told.get(0).noJobs()).containsExactly("ann/p");
  }
}
