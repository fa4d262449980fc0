/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.mapreduce;

import static io.tierline.ldm.lineage.Samples.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.live.Observation;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationReportTest {
  private static ApplicationReport report(String workflow, String job) {
    return new ApplicationReport(
        "application_1_0001",
        "ann",
        "root.default",
        "Tera \"Sort\"",
        JobState.RUNNING,
        workflow,
        workflow.isEmpty() ? "" : "daily",
        job,
        Set.of("next"),
        List.of("/a"),
        List.of("/b"),
        1_000);
  }

  @Test
  void writtenReportIsReadAgain() throws Exception {
    ApplicationReport report = report("w", "j");
    assertThat(ApplicationReport.read(report.json())).isEqualTo(report);
    assertThat(report.in(JobState.FAILED).state()).isEqualTo(JobState.FAILED);
  }

  @Test
  void jobOfAWorkflowStandsThere() throws Exception {
    Observation seen = report("w", "j").observation();
    assertThat(seen.chain().id()).isEqualTo("w");
    assertThat(seen.chain().isStated()).isTrue();
    assertThat(seen.job()).isEqualTo("j");
    assertThat(seen.application()).isEqualTo("daily/j");
    assertThat(seen.followers()).containsExactly("next");
    assertThat(seen.uses().reads()).containsExactly(at("/a"));
    assertThat(seen.uses().writes()).containsExactly(at("/b"));
  }

  @Test
  void otherJobStandsWithThoseOfItsUserAndQueue() throws Exception {
    Observation seen = report("", "").observation();
    assertThat(seen.chain().id()).isEqualTo("yarn:ann:root.default");
    assertThat(seen.chain().isStated()).isFalse();
    assertThat(seen.job()).isEqualTo("Tera \"Sort\" application_1_0001");
    assertThat(seen.application()).isEqualTo("Tera \"Sort\"");
    assertThat(seen.followers()).isEmpty();
  }

  @Test
  void whatIsMissingIsEmptyAndWhatIsUnknownSkipped() throws Exception {
    ApplicationReport report =
        ApplicationReport.read(
            "{\"application\":\"a\",\"user\":\"u\",\"name\":\"n\",\"state\":\"KILLED\",\"x\":[1],"
                + "\"reads\":[null,\"\"],\"followers\":[null]}");
    assertThat(report.isEmpty()).isTrue();
    assertThat(report.followers()).isEmpty();
  }

  @Test
  void submissionWithoutNameOrQueueIsTakenToo() {
    Submission bare = new Submission("a1", "u", null, null, Set.of());
    assertThat(bare.name()).isEqualTo("a1");
    assertThat(bare.queue()).isEmpty();
    assertThat(new Submission("a1", "u", "q", " ", Set.of()).name()).isEqualTo("a1");
  }

  @Test
  void workflowWithoutANameIsKnownByItsId() throws Exception {
    ApplicationReport report =
        new ApplicationReport(
            "a1", "u", null, "n", JobState.RUNNING, "w", null, "j", null, null, List.of("/b"), 0);
    assertThat(report.observation().application()).isEqualTo("w/j");
    assertThat(report.isEmpty()).isFalse();
    ApplicationReport writes =
        new ApplicationReport(
            "a1", "u", null, "n", JobState.RUNNING, null, null, null, null, null, List.of("/b"), 0);
    assertThat(writes.isEmpty()).isFalse();
    assertThat(writes.outputBytes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{\"state\":\"GONE\"}",
        "{\"state\":\"RUNNING\"}",
        "{\"application\":\"a\",\"user\":\" \",\"name\":\"n\",\"state\":\"RUNNING\"}",
        "{\"application\":\"a\",\"user\":\"u\",\"name\":\"n\\n\",\"state\":\"RUNNING\"}",
        "{\"application\":\"a\",\"user\":\"u\",\"name\":\"n\",\"state\":\"RUNNING\",\"workflow\":\"w\"}",
        "{\"application\":\"a\",\"user\":\"u\",\"name\":\"n\",\"state\":\"RUNNING\",\"reads\":[\"rel\"]}",
        "{\"application\":\"a\",\"user\":\"u\",\"name\":\"n\",\"state\":\"RUNNING\",\"followers\":[\"\\t\"]}",
      })
  void whatIsNoReportIsRefusedInOneLine(String json) {
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> ApplicationReport.read(json).observation())
        .satisfies(e -> assertThat(e.getMessage()).isNotBlank().doesNotContain("\n"));
  }

  @Test
  void sizesAreBounded() {
    String start = "{\"application\":\"a\",\"user\":\"u\",\"name\":\"n\",\"state\":\"RUNNING\",";
    String path = "\"/" + "x".repeat(9_000) + "\"";
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> ApplicationReport.read(start + "\"reads\":[" + path + "]}").observation())
        .withMessageContaining("8000");
    StringBuilder many = new StringBuilder("\"/0\"");
    for (int i = 1; i <= 10_000; i++) {
      many.append(",\"/").append(i).append('"');
    }
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> ApplicationReport.read(start + "\"writes\":[" + many + "]}"))
        .withMessageContaining("10000");
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> ApplicationReport.read("{\"application\":" + "[".repeat(100_000)));
  }

  @Test
  void anotherUsersJobIsAnotherRunWhateverIdHeGivesIt() throws Exception {
    String own = report("", "").json();
    String forged = own.replace("\"ann\"", "\"bob\"");
    assertThat(forged).isNotEqualTo(own);
    assertThat(ApplicationReport.read(forged).observation().run())
        .isNotEqualTo(ApplicationReport.read(own).observation().run());
  }
}
