/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.state;

import static io.tierline.ldm.lineage.Samples.job;
import static io.tierline.ldm.lineage.Samples.workflow;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Workflow;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DueSinceTest {
  private static final Instant TIME = Instant.parse("2026-11-23T10:00:00Z");

  private final Workflow workflow = workflow("w", job("a"), job("b"), job("c"));
  private final DueSince due = new DueSince();

  private Map<String, Instant> in(String attribute) {
    return DueSince.in(attribute.replace('\'', '"').getBytes(UTF_8), workflow);
  }

  @Test
  void whatIsKeptIsReadAgainBesideWhatElseStandsThere() {
    byte[] before = "{\"finished\":[1]}".getBytes(UTF_8);
    Map<String, Instant> since = Map.of("a", TIME, "c", TIME.plusSeconds(7), "nobody", TIME);
    byte[] attribute = DueSince.with(before, workflow, since);
    assertThat(new String(attribute, UTF_8)).contains("finished");
    assertThat(DueSince.in(attribute, workflow))
        .isEqualTo(Map.of("a", TIME, "c", TIME.plusSeconds(7)));
    assertThat(DueSince.in(DueSince.with(attribute, workflow, Map.of()), workflow)).isEmpty();
  }

  @Test
  void timeAfterTheYear2038IsOneToo() {
    Instant late = Instant.parse("2101-01-01T00:00:00Z");
    byte[] attribute = DueSince.with("{}".getBytes(UTF_8), workflow, Map.of("b", late));
    assertThat(DueSince.in(attribute, workflow)).isEqualTo(Map.of("b", late));
  }

  @Test
  void ofAWorkflowOfVeryManyJobsTheFirstAreKept() {
    Job.Builder[] jobs =
        IntStream.range(0, DueSince.MOST + 9)
            .mapToObj(i -> job("j" + i))
            .toArray(Job.Builder[]::new);
    Workflow large = workflow("large", jobs);
    Map<String, Instant> since = new HashMap<>();
    large.jobs().forEach(job -> since.put(job.name(), TIME));
    assertThat(DueSince.in(DueSince.with("{}".getBytes(UTF_8), large, since), large))
        .hasSize(DueSince.MOST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{}",
        "{'due':7}",
        "{'due':{'9':1}}",
        "{'due':{'0':'x'}}",
        "{'due':{'0':-9223372036854775808}}",
        "{'due':{'0':9223372036854775807}}",
        "{'due':{'0':99999999999999999999}}"
      })
  void whatMakesNoSenseIsPassedOver(String attribute) {
    assertThat(in(attribute)).isEmpty();
  }

  @Test
  void workflowWithoutDueJobsIsForgotten() {
    due.kept("w", Map.of("a", TIME));
    due.kept("v", Map.of("a", TIME));
    assertThat(due.workflows()).containsExactlyInAnyOrder("v", "w");
    due.kept("w", Map.of());
    assertThat(due.of("w")).isEmpty();
    assertThat(due.of("v")).isEqualTo(Map.of("a", TIME));
    due.forget("v");
    assertThat(due.workflows()).isEmpty();
    due.kept("w", Map.of("a", TIME));
    due.clear();
    assertThat(due.workflows()).isEmpty();
  }
}
