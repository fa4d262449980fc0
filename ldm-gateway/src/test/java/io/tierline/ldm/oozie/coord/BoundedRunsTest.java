/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Reading;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.AppFiles;
import io.tierline.ldm.oozie.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the actions of a coordinator may cost, whatever its owner writes into it. */
class BoundedRunsTest {
  private static final String FLOW =
      """
      <workflow-app name="w">
        <start to="a"/>
        <action name="a"><map-reduce><configuration><property>
          <name>mapreduce.output.fileoutputformat.outputdir</name><value>/out/${day}</value>
        </property></configuration></map-reduce><ok to="end"/><error to="end"/></action>
        <end name="end"/>
      </workflow-app>
      """;

  private static WorkflowRuns runs(int readings) throws LineageException {
    return new WorkflowRuns(
        "w",
        XmlReader.read("w", FLOW.getBytes(StandardCharsets.UTF_8)),
        AppFiles.none(),
        Map.of(),
        new WorkflowRuns.Budget(readings),
        new Places(1000));
  }

  private static List<DatasetPath> writes(WorkflowRuns runs, String day, String list)
      throws LineageException {
    return runs.of(Map.of("day", day, "list", list)).jobs().get(0).writes();
  }

  private static String letters(int number, int length) {
    return ("abcdefghij".charAt(number % 10) + "k").repeat(length / 2 - 1 - number / 10);
  }

  private static Workflow attached(int writers, int outputs) throws LineageException {
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      jobs.add(Job.named("job-" + i, "map-reduce").build());
    }
    List<DatasetUse> uses = new ArrayList<>();
    for (int i = 0; i < outputs; i++) {
      uses.add(new DatasetUse(DatasetPath.of("/out/" + i), Access.WRITE, false));
    }
    return Attachment.attach("id", "name", jobs, uses, Reading.UNKNOWN, 1);
  }

  private static List<Integer> counts(Workflow workflow) {
    return workflow.jobs().stream().map(job -> job.writes().size()).filter(n -> n > 0).toList();
  }

  @Test
  void thousandWritersOfTenThousandOutputsAreNotTenMillionWrites() throws LineageException {
    Workflow workflow = attached(1_000, 10_000);
    assertThat(workflow.jobs()).hasSize(1_000);
    assertThat(counts(workflow)).containsExactly(10_000, 10_000, 10_000, 10_000, 10_000);
    assertThat(workflow.jobs().get(0).uses()).noneMatch(DatasetUse::inferred);
    assertThat(workflow.jobs().get(1).uses()).allMatch(DatasetUse::inferred);
  }

  @Test
  void oneWriterHasAllOutputsHoweverManyThereAre() throws LineageException {
    int outputs = Attachment.WRITES_MAX + 1;
    assertThat(counts(attached(3, outputs))).containsExactly(outputs);
    assertThat(counts(attached(3, 2))).containsExactly(2, 2, 2);
  }

  @Test
  void shapesAreKnownInBoundedRoom() throws LineageException {
    WorkflowRuns runs = runs(10_000);
    for (int i = 0; i < 40; i++) {
      assertThat(writes(runs, "0" + i, letters(i, 100_000)))
          .containsExactly(DatasetPath.of("/out/0" + i));
      assertThat(runs.keptCharacters()).isBetween(1, WorkflowRuns.CHARACTERS_MAX);
    }
    for (int i = 0; i < 3 * WorkflowRuns.SHAPES_MAX; i++) {
      writes(runs, "1", "x".repeat(i));
      assertThat(runs.keptShapes()).isBetween(1, WorkflowRuns.SHAPES_MAX);
    }
  }

  /** Each of its actions is read by itself, and readings are counted. */
  @Test
  void shapeThatIsTooLongIsNotKept() throws LineageException {
    WorkflowRuns runs = runs(2);
    String list = "x".repeat(WorkflowRuns.CHARACTERS_MAX);
    assertThat(writes(runs, "01", list)).containsExactly(DatasetPath.of("/out/01"));
    assertThat(writes(runs, "02", list)).containsExactly(DatasetPath.of("/out/02"));
    assertThat(runs.keptShapes()).isZero();
    assertThatThrownBy(() -> writes(runs, "03", list)).isInstanceOf(LineageException.class);
  }
}
