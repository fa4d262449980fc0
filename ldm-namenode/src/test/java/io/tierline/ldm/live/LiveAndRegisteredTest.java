/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.live;

import static io.tierline.ldm.lineage.Samples.at;
import static io.tierline.ldm.lineage.Samples.job;
import static io.tierline.ldm.lineage.Samples.teraChain;
import static io.tierline.ldm.lineage.Samples.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is seen beside what is registered. */
class LiveAndRegisteredTest extends LiveFixture {
  @Test
  void registeredChainEndsByItsJobsAndTellsOfThem() throws Exception {
    List<JobId> seen = new ArrayList<>();
    live.tellOfRegistered(seen::add);
    live.register(teraChain(), "ann", now);
    runChain(1, "/tera");
    assertThat(registry.view().registrations().get("tera").finished())
        .containsExactlyInAnyOrder("gen", "sort", "validate");
    assertThat(seen).contains(new JobId("tera", "gen"), new JobId("tera", "validate")).hasSize(6);
    assertThat(live.jobs()).isZero();
  }

  @Test
  void registeredJobIsKnownByWhatItWritesAndOnlyItsEndIsTakenOver() throws Exception {
    live.register(teraChain(), "ann", now);
    Seen sort = Seen.yarn("application_1_0001", "TeraSort").reads("/tera/in").writes("/tera/out");
    see(sort.running());
    assertThat(reusability("/tera/in")).isEqualTo(1);
    assertThat(live.jobs()).isZero();
    see(sort.with(JobState.FAILED));
    assertThat(reusability("/tera/in")).as("failed: it will be run again").isEqualTo(1);
    see(sort.succeeded());
    see(sort.succeeded());
    assertThat(reusability("/tera/in")).isZero();
    assertThat(reported).isEmpty();
  }

  @Test
  void registeredJobIsKnownByItsName() throws Exception {
    live.register(teraChain(), "ann", now);
    Seen sort = Seen.yarn("application_1_0001", "TeraSort").in("tera", "sort");
    see(sort.succeeded());
    assertThat(reusability("/tera/in")).isZero();
    assertThat(live.jobs()).isZero();
  }

  @Test
  void whatIsRegisteredIsBelievedAndTheContradictionReportedOnce() throws Exception {
    live.register(teraChain(), "ann", now);
    Seen other =
        Seen.yarn("application_1_0001", "TeraSort")
            .in("tera", "sort")
            .reads("/elsewhere")
            .writes("/tera/out");
    see(other.running());
    see(other.running());
    assertThat(reusability("/elsewhere")).isZero();
    assertThat(reusability("/tera/in")).isEqualTo(1);
    assertThat(reported).hasSize(1);
    assertThat(live.conflicts()).isEqualTo(reported);
    Conflict conflict = reported.get(0);
    assertThat(conflict.workflow() + "/" + conflict.job()).isEqualTo("tera/sort");
    assertThat(conflict.believed()).isEqualTo(Origin.REGISTERED);
    assertThat(conflict.doubted()).isEqualTo(Origin.YARN);
    assertThat(conflict.text()).contains("/elsewhere").contains("/tera/in");
  }

  @Test
  void registrationStandsThoughALiveJobFindsNoPlaceBesideIt() throws Exception {
    live.register(workflow("w@@ann", job("b").writes(at("/b"))), "ann", now);
    see(Seen.yarn("a1", "x").in("w@@ann", "x").writes("/x").running());
    assertThat(registry.view().registrations()).containsOnlyKeys("w@@ann", "w@@ann@@ann");
    assertThat(reported).extracting(Conflict::text).anyMatch(text -> text.contains("has no job"));
    assertThat(live.jobs()).isEqualTo(1);
  }

  @Test
  void registrationTakesOverTheLiveJobsItNames() throws Exception {
    see(
        Seen.yarn("a0", "TeraGen").writes("/tera/in").running(),
        Seen.yarn("a1", "TeraSort").reads("/tera/in").writes("/tera/out").running());
    assertThat(live.register(teraChain(), "ann", now)).isTrue();
    assertThat(reusability("/tera/in")).isEqualTo(1);
    assertThat(live.jobs()).isZero();
    see(Seen.yarn("a1", "TeraSort").reads("/tera/in").writes("/tera/out").succeeded());
    assertThat(reusability("/tera/in")).isZero();
    assertThat(live.register(teraChain(), "ann", now)).isFalse();
  }

  @Test
  void registrationOfALiveWorkflowsIdReplacesIt() throws Exception {
    see(
        Seen.yarn("a1", "x").in("tera", "sort").reads("/tera/in").writes("/tera/out").running(),
        Seen.yarn("a2", "y").in("tera", "more").reads("/tera/in").writes("/more").running());
    assertThat(live.register(teraChain(), "ann", now)).isTrue();
    assertThat(live.isLive("tera")).isFalse();
    assertThat(reusability("/tera/in")).as("sort, and the job it does not name").isEqualTo(2);
    assertThat(live.jobs()).isEqualTo(1);
  }

  @Test
  void nothingLiveKeepsARegistrationOut() throws Exception {
    see(Seen.yarn("a1", "x").reads("/c/b").writes("/c/a").running());
    live.register(workflow("w", job("j").reads(at("/c/a")).writes(at("/c/b"))), "ann", now);
    assertThat(registry.view().registrations()).containsOnlyKeys("w");
    assertThat(reported).hasSize(1);
    assertThat(reported.get(0).text()).contains("circle");
    see(Seen.yarn("a2", "y").reads("/c/b").writes("/d").running());
    assertThat(reusability("/c/b")).as("what else is live stays").isEqualTo(1);
    see(Seen.yarn("a1", "x").reads("/c/b").writes("/c/a").succeeded());
    assertThat(reusability("/c/b")).isEqualTo(1);
  }

  @Test
  void strictRefusalsBetweenRegistrationsStay() throws Exception {
    see(gen(1, "/t").running());
    live.register(teraChain(), "ann", now);
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> live.register(workflow("w", job("j").writes(at("/tera/in"))), "ann", now))
        .withMessageContaining("two writers");
    assertThat(registry.view().registrations()).containsOnlyKeys("tera", "yarn:ann:default");
  }

  @Test
  void liveWorkflowsCanBeWithdrawnAndTheirJobsFinishedByHand() throws Exception {
    see(gen(1, "/t").running(), sort(1, "/t").running());
    live.finish("yarn:ann:default", "TeraSort application_1_0011", now);
    assertThat(reusability("/t/in")).isZero();
    see(gen(1, "/t").running());
    assertThat(reusability("/t/in")).as("and stay so").isZero();
    assertThat(live.withdraw("yarn:ann:default")).isPresent();
    assertThat(live.jobs()).isZero();
    assertThat(live.withdraw("nothing")).isEmpty();
    live.register(teraChain(), "boss", now);
    live.finish("tera", "sort", now);
    assertThat(live.withdraw("tera")).isPresent();
  }

  @Test
  void jobThatALiveWorkflowDoesNotHaveCannotBeFinished() throws Exception {
    see(gen(1, "/t").running());
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> live.finish("yarn:ann:default", "nobody", now))
        .withMessageContaining("nobody");
  }

  @Test
  void whatIsLiveIsNotKeptAndComesBackWhenTheRegistryIsFilledAnew() throws Exception {
    List<String> kept = new ArrayList<>();
    registry.keepBy(change -> kept.addAll(change.come().keySet()));
    see(gen(1, "/t").running(), sort(1, "/t").running());
    see(Seen.oozie("1-W").reads("/told/again").running());
    live.finish("yarn:ann:default", "TeraSort application_1_0011", now);
    assertThat(kept).isEmpty();
    live.register(teraChain(), "boss", now);
    assertThat(kept).containsExactly("tera");
    registry.restore(List.of());
    assertThat(registry.view().registrations()).isEmpty();
    live.restore(now);
    // What Oozie's poller told may be over, and is told again where it is not.
    assertThat(registry.view().registrations()).containsOnlyKeys("yarn:ann:default");
  }

  @Test
  void twoRunsOfOneStatedJobAtATimeAreTwoJobs() throws Exception {
    see(
        Seen.yarn("a1", "x").in("w", "step").reads("/a").writes("/x/1").running(),
        Seen.yarn("a2", "x").in("w", "step").reads("/a").writes("/x/2").running());
    assertThat(reusability("/a")).isEqualTo(2);
    see(Seen.yarn("a1", "x").in("w", "step").reads("/a").writes("/x/1").succeeded());
    assertThat(reusability("/a")).isEqualTo(1);
  }
}
