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

import io.tierline.ldm.gateway.tell.Later;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.Observation;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom a NameNode refuses, is busy for or fails over, and what that means for all others. */
class EventTellerTest extends EventTellerFixture {
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
