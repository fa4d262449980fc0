/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.lineage;

import static io.tierline.ldm.lineage.Samples.at;
import static io.tierline.ldm.lineage.Samples.job;
import static io.tierline.ldm.lineage.Samples.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkflowTest {
  @Test
  void twoJobsOfOneNameAreRefused() {
    refused("workflow w has two jobs named 'a'", "w", job("a"), job("a"));
  }

  @Test
  void unknownPredecessorIsRefused() {
    refused("workflow w: job 'a' names an unknown job 'b'", "w", job("a").after("b"));
  }

  @Test
  void unknownExclusionIsRefused() {
    refused("workflow w: job 'a' names an unknown job 'b'", "w", job("a").excludes("b"));
  }

  @Test
  void blankIdIsRefused() {
    refused("a workflow needs an id", " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t", "a\nb", "a\u0085b"})
  void jobWithoutAPrintableNameIsRefused(String name) {
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> Workflow.of("w", "w", List.of(job(name).build()), List.of()))
        .withMessageStartingWith("workflow w has a job whose name is blank");
  }

  @Test
  void jobNameIsBounded() throws LineageException {
    String longest = "n".repeat(Workflow.MAX_JOB_NAME);
    assertThat(Workflow.of("w", "w", List.of(job(longest).build()), List.of()).jobs()).hasSize(1);
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> Workflow.of("w", "w", List.of(job(longest + "n").build()), List.of()))
        .withMessageContaining("more than 1024");
  }

  @Test
  void tooManyJobsAreRefused() {
    List<Job> jobs = Collections.nCopies(Workflow.MAX_JOBS + 1, job("a").build());
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> Workflow.of("w", "w", jobs, List.of()))
        .withMessage("workflow w has 5001 jobs; at most 5000 are taken");
  }

  @Test
  void datasetsAreMappedInUsesAndRenames() {
    Workflow workflow =
        workflow("w", job("a").reads(at("s3a://b/x")).writes(at("/y")).renames(at("/y"), at("/z")));
    Job mapped = workflow.mapDatasets(path -> at("/m" + path.path())).jobs().get(0);
    assertThat(mapped.reads()).containsExactly(at("/m/x"));
    assertThat(mapped.writes()).containsExactly(at("/m/y"));
    assertThat(mapped.renames()).containsExactly(new Rename(at("/m/y"), at("/m/z")));
  }

  @Test
  void useStatedTwiceCountsOnce() {
    Job job = job("a").reads(at("/x")).reads(at("/x")).reads(at("/y")).build();
    assertThat(job.reads()).containsExactly(at("/x"), at("/y"));
  }

  @Test
  void messageOfARefusalIsOneBoundedLine() {
    assertThat(new LineageException("a\r\n\tb\u2028c", 4))
        .hasMessage("a b c")
        .matches(e -> e.line() == 4);
    assertThat(new LineageException("x".repeat(10_000), new IllegalStateException()))
        .hasMessage("x".repeat(LineageException.MAX_LENGTH) + "...");
  }

  private static void refused(String message, String id, Job.Builder... jobs) {
    List<Job> built = List.of(jobs).stream().map(Job.Builder::build).toList();
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> Workflow.of(id, id, built, List.of()))
        .withMessage(message);
  }
}
