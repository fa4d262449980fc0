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

import io.tierline.ldm.lineage.Job;
import org.junit.jupiter.api.Test;

/** What one user tells changes nothing of another. */
class LiveOwnersTest extends LiveFixture {
  @Test
  void anotherUsersJobOfTheNameIsAnotherApplication() throws Exception {
    runChain(1, "/t");
    see(gen(2, "/t").of("bob").in("bobs", "gen").running());
    assertThat(live.expectedJobs()).isZero();
  }

  @Test
  void anotherUsersWorkflowIsNotJoined() throws Exception {
    live.register(teraChain(), "boss", now);
    see(Seen.yarn("a1", "TeraSort").in("tera", "validate").reads("/tera/out").succeeded());
    assertThat(reusability("/tera/out")).as("validate has not ended").isEqualTo(1);
    see(Seen.yarn("a2", "x").of("bob").in("bobs", "x").writes("/x").running());
    see(Seen.yarn("a3", "y").in("bobs", "x").reads("/x").running());
    assertThat(reusability("/x")).isEqualTo(1);
    assertThat(registry.view().registrations().get("bobs").workflow().jobs()).hasSize(1);
    assertThat(registry.view().registrations()).containsKeys("tera@@ann", "bobs@@ann");
    assertThat(reported).isEmpty();
  }

  @Test
  void nobodysRegistrationIsEverReplaced() throws Exception {
    live.register(workflow("w", job("a").writes(at("/a"))), "boss", now);
    live.register(workflow("w@@ann", job("b").writes(at("/b"))), "boss", now);
    see(Seen.yarn("a1", "x").in("w", "x").writes("/x").running());
    assertThat(registry.view().registrations()).containsOnlyKeys("w", "w@@ann@@boss", "w@@ann");
    assertThat(registry.view().registrations().get("w@@ann").owner()).isEqualTo("ann");
    assertThat(vertex("/b")).isPresent();
  }

  @Test
  void reportOfAnotherEndsNoRegisteredJob() throws Exception {
    live.register(
        workflow("reg", job("make").writes(at("/t/a")), job("use").reads(at("/t/a"))), "ann", now);
    see(Seen.yarn("a1", "x").of("bob").in("reg", "use").reads("/t/a").succeeded());
    see(Seen.yarn("a2", "x").of("bob").in("else", "x").writes("/t/a").succeeded());
    assertThat(registry.view().registrations().get("reg").finished()).isEmpty();
    assertThat(live.isLive("reg@@bob")).isTrue();
  }

  @Test
  void registrationOfAnotherBindsNoLiveJob() throws Exception {
    see(gen(1, "/t").running(), sort(1, "/t").running());
    live.register(workflow("squat", job("take").writes(at("/t/in"))), "bob", now);
    assertThat(live.jobs()).isEqualTo(2);
    see(gen(1, "/t").succeeded());
    assertThat(registry.view().registrations().get("squat").finished()).isEmpty();
    assertThat(registry.view().registrations().get("yarn:ann:default").finished()).hasSize(1);
  }

  @Test
  void registrationOfAnothersIdTakesNothingAway() throws Exception {
    see(gen(1, "/t").in("nightly", "gen").running(), sort(1, "/t").in("nightly", "s").running());
    live.register(workflow("nightly", job("take").writes(at("/x"))), "bob", now);
    assertThat(registry.view().registrations()).containsOnlyKeys("nightly", "nightly@@bob");
    assertThat(live.isLive("nightly")).isTrue();
    assertThat(live.isLive("nightly@@bob")).isFalse();
    assertThat(reusability("/t/in")).isEqualTo(1);
  }

  @Test
  void runOfAnotherTakesNoPredictionAndNoFailedReaderAway() throws Exception {
    runChain(1, "/t");
    see(gen(2, "/t").running());
    see(sort(2, "/t").of("bob").in("bobs", "s").running());
    see(validate(2, "/t").of("bob").in("bobs", "v").running());
    assertThat(live.expectedJobs()).isEqualTo(2);
    see(sort(2, "/t").with(JobState.FAILED));
    see(sort(3, "/t").of("bob").in("bobs", "again").running());
    assertThat(vertex("/t/in").orElseThrow().readers())
        .as("one that failed is run again")
        .anyMatch(reader -> reader.workflow().equals("yarn:ann:default"));
  }

  @Test
  void runsOfAnotherAreNoPartOfTheHistory() throws Exception {
    runChain(1, "/t");
    see(gen(9, "/t").of("bob").in("bobs", "gen").succeeded());
    see(sort(2, "/t").running(), sort(2, "/t").succeeded());
    see(gen(3, "/t").of("bob").in("bobs", "gen").running());
    assertThat(registry.view().registrations().get("bobs").workflow().jobs())
        .extracting(Job::name)
        .containsExactly("gen");
  }
}
