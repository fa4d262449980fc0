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
import static io.tierline.ldm.lineage.Samples.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.registry.Registration;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RegistrationLifeTest {
  private static final Instant SEEN = Instant.parse("2026-11-21T00:00:00Z");
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Duration HOUR = Duration.ofHours(1);

  private final RegistrationLife life = new RegistrationLife(WEEK, HOUR);

  private static Registration registered(Workflow workflow, String... finished) {
    return new Registration(workflow, "ann", Set.of(finished));
  }

  @Test
  void chainThatIsNotSeenEndsAfterItsExpiry() {
    assertThat(life.endOf(registered(Samples.teraChain(), "gen"), SEEN))
        .hasValueSatisfying(
            end -> {
              assertThat(end.at()).isEqualTo(SEEN.plus(WEEK));
              assertThat(end.isOver()).isFalse();
              assertThat(end.why())
                  .isEqualTo("none of its jobs has been seen since 2026-11-21T00:00:00Z");
            });
  }

  @Test
  void chainWhoseJobsHaveAllEndedIsKeptForItsRetention() {
    assertThat(life.endOf(registered(Samples.teraChain(), "gen", "sort", "validate"), SEEN))
        .hasValueSatisfying(
            end -> {
              assertThat(end.at()).isEqualTo(SEEN.plus(HOUR));
              assertThat(end.isOver()).isTrue();
            });
  }

  @Test
  void errorHandlersAndBranchesNotTakenAreNotWaitedFor() {
    Workflow decision =
        workflow(
            "w",
            job("left").excludes("right"),
            job("right"),
            job("third").excludes("left"),
            job("mail").onError(true));
    assertThat(life.endOf(registered(decision, "left"), SEEN))
        .hasValueSatisfying(end -> assertThat(end.isOver()).isTrue());
    assertThat(life.endOf(registered(decision, "right"), SEEN))
        .hasValueSatisfying(end -> assertThat(end.isOver()).isFalse());
    assertThat(life.endOf(registered(workflow("m", job("mail").onError(true))), SEEN))
        .hasValueSatisfying(end -> assertThat(end.isOver()).isFalse());
  }

  @Test
  void jobOfAKnownTimeIsNotMissedBeforeIt() {
    Instant start = SEEN.plus(Duration.ofDays(30));
    Workflow monthly =
        workflow("w", job("a").writes(at("/a")).start(start), job("b").reads(at("/a")));
    assertThat(life.endOf(registered(monthly), SEEN))
        .hasValueSatisfying(end -> assertThat(end.at()).isEqualTo(start.plus(WEEK)));
    assertThat(life.endOf(registered(monthly, "a"), SEEN))
        .as("it has run")
        .hasValueSatisfying(end -> assertThat(end.at()).isEqualTo(SEEN.plus(WEEK)));
  }

  @Test
  void zeroIsForEver() {
    RegistrationLife endless = new RegistrationLife(Duration.ZERO, Duration.ZERO);
    assertThat(endless.endOf(registered(Samples.teraChain()), SEEN)).isEmpty();
    assertThat(endless.endOf(registered(Samples.teraChain(), "gen", "sort", "validate"), SEEN))
        .isEmpty();
  }
}
