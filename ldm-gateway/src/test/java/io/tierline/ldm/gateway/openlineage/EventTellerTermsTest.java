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

import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a NameNode of another term, and the next process of the gateway, are told. */
class EventTellerTermsTest extends EventTellerFixture {
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
}
