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
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tierline.ldm.graph.BlockGraph;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TaskGraphTest {
  @Test
  void controlAndDataEdgesStandBesideEachOther() throws LineageException {
    assertThat(edges(Samples.teraChain()))
        .containsExactly(
            "gen -> sort",
            "sort -> validate",
            "gen -> sort by /tera/in",
            "sort -> validate by /tera/out");
  }

  @Test
  void levelIsThePlaceOnTheLongestChain() throws LineageException {
    TaskGraph graph =
        TaskGraph.of(
            workflow(
                "w",
                job("last").after("long").after("short"),
                job("long").after("first"),
                job("short"),
                job("first")));
    assertThat(graph.level(new JobId("w", "short"))).isZero();
    assertThat(graph.level(new JobId("w", "last"))).isEqualTo(2);
    assertThat(graph.inOrder()).extracting(JobId::job).endsWith("long", "last");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> graph.level(new JobId("w", "other")))
        .withMessage("no such job: w/other");
  }

  @Test
  void workflowsFeedEachOther() throws LineageException {
    Workflow reader = workflow("reader", job("load").reads(at("/stage")));
    Workflow writer = workflow("writer", job("extract").writes(at("/stage/a")));
    TaskGraph graph = TaskGraph.of(List.of(reader, writer));
    assertThat(graph.level(new JobId("reader", "load"))).isEqualTo(1);
    assertThat(graph.job(new JobId("writer", "extract"))).isPresent();
    assertThat(graph.job(new JobId("writer", "load"))).isEmpty();
  }

  @Test
  void circleOfControlNamesItsJobs() {
    Workflow workflow =
        workflow("w", job("z").after("a"), job("a").after("b"), job("b").after("a"), job("free"));
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> TaskGraph.of(workflow))
        .withMessage("jobs wait for each other in a circle: w/a -> w/b -> w/a");
  }

  @Test
  void jobThatWaitsForItselfIsACircle() {
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> TaskGraph.of(workflow("w", job("a").after("a"))))
        .withMessage("jobs wait for each other in a circle: w/a -> w/a");
  }

  @Test
  void circleOfDataAcrossWorkflowsNamesItsJobs() {
    Workflow one = workflow("one", job("a").reads(at("/y")).writes(at("/x")));
    Workflow two = workflow("two", job("b").reads(at("/x")).writes(at("/y")));
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> TaskGraph.of(List.of(one, two)))
        .withMessage("jobs wait for each other in a circle: one/a -> two/b -> one/a");
  }

  @Test
  void twoWritersOfADatasetAreNamedWithTheirLines() {
    Workflow workflow =
        workflow("w", job("a").line(3).writes(at("/x")), job("b").line(9).writes(at("/x")));
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> TaskGraph.of(workflow))
        .withMessage("dataset /x has two writers: 'a' (w:3) and 'b' (w:9)")
        .satisfies(e -> assertThat(e.line()).isEqualTo(9));
  }

  @Test
  void writersOfTwoWorkflowsConflict() {
    Workflow one = workflow("one", job("a").excludes("b").writes(at("/x")), job("b"));
    Workflow two = workflow("two", job("b").writes(at("/x")));
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> TaskGraph.of(List.of(one, two)))
        .withMessage("dataset /x has two writers: 'a' (one) and 'b' (two)");
  }

  @Test
  void exclusiveBranchesMayWriteTheSame() throws LineageException {
    Workflow workflow =
        workflow(
            "w",
            job("full").writes(at("/x")),
            job("delta").excludes("full").reads(at("/x")).writes(at("/x")));
    // Nor does one feed the other.
    assertThat(edges(workflow)).isEmpty();
  }

  @Test
  void thirdWriterIsComparedWithEveryOther() {
    Workflow workflow =
        workflow(
            "w",
            job("full").excludes("delta").writes(at("/x")),
            job("delta").writes(at("/x")),
            job("third").excludes("delta").writes(at("/x")));
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> TaskGraph.of(workflow))
        .withMessage("dataset /x has two writers: 'full' (w) and 'third' (w)");
  }

  @Test
  void aWriterThatControlFlowPutsLaterReplacesWhatWasWritten() throws LineageException {
    Workflow workflow =
        workflow(
            "w",
            job("draft").writes(at("/x")),
            job("look").after("draft").reads(at("/x")),
            job("final").after("look").writes(at("/x")),
            job("use").after("final").reads(at("/x")));
    assertThat(edges(workflow))
        .containsExactly(
            "draft -> look",
            "look -> final",
            "final -> use",
            "draft -> look by /x",
            "final -> use by /x");
  }

  @Test
  void aWriterThatMayNotRunDoesNotReplaceWhatWasWritten() throws LineageException {
    Workflow workflow =
        workflow(
            "w",
            job("full").writes(at("/x")),
            job("patch").after("full").excludes("skip").writes(at("/x")),
            job("skip").after("full"),
            job("use").after("patch").after("skip").reads(at("/x")));
    assertThat(edges(workflow)).contains("full -> use by /x", "patch -> use by /x");
  }

  @Test
  void runsOfOneTimeAfterTheOtherReplaceEachOthersResults() throws LineageException {
    Instant one = Instant.parse("2026-03-01T00:00:00Z");
    Instant two = one.plusSeconds(3600);
    TaskGraph graph =
        TaskGraph.of(
            List.of(
                workflow("w1", job("a").start(one).reads(at("/x")).writes(at("/x"))),
                workflow("w2", job("a").start(two).reads(at("/x")).writes(at("/x"))),
                workflow("early", job("r").start(one.minusSeconds(1)).reads(at("/x"))),
                workflow("late", job("r").start(two.plusSeconds(1)).reads(at("/x"))),
                workflow("ever", job("r").reads(at("/x")))));
    assertThat(graph.edges())
        .extracting(edge -> edge.from().workflow() + " -> " + edge.to().workflow())
        .containsExactlyInAnyOrder("w1 -> w2", "w2 -> late", "w1 -> ever", "w2 -> ever");
  }

  @Test
  void runsOfOneTimeConflict() {
    Instant one = Instant.parse("2026-03-01T00:00:00Z");
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(
            () ->
                TaskGraph.of(
                    List.of(
                        workflow("w1", job("a").start(one).writes(at("/x"))),
                        workflow("w2", job("a").start(one).writes(at("/x"))))));
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(
            () ->
                TaskGraph.of(
                    List.of(
                        workflow("w1", job("a").start(one).writes(at("/x"))),
                        workflow("w2", job("a").writes(at("/x"))))));
  }

  @Test
  void inferredWritersNeverConflict() throws LineageException {
    DatasetUse guess = new DatasetUse(at("/x"), Access.WRITE, true);
    Workflow workflow =
        workflow("w", job("a").use(guess), job("b").writes(at("/x")), job("c").use(guess));
    assertThat(edges(workflow)).isEmpty();
  }

  @Test
  void jobAfterAFailureMayRepeatAWrite() throws LineageException {
    Workflow workflow =
        workflow("w", job("a").writes(at("/x")), job("repair").onError(true).writes(at("/x")));
    assertThat(TaskGraph.of(workflow).edges()).isEmpty();
  }

  @Test
  void readingYesterdaysResultAndThenReplacingItIsNoCircle() throws LineageException {
    Workflow workflow =
        workflow(
            "w", job("compare").reads(at("/x")), job("replace").after("compare").writes(at("/x")));
    assertThat(edges(workflow)).containsExactly("compare -> replace");
  }

  @Test
  void jobThatExtendsItsInputDoesNotWaitForItself() throws LineageException {
    assertThat(edges(workflow("w", job("a").reads(at("/x")).writes(at("/x"))))).isEmpty();
  }

  @Test
  void readerOfARenamedDatasetWaitsForItsWriter() throws LineageException {
    Workflow workflow =
        workflow(
            "w",
            job("write").writes(at("/tmp/x")),
            job("publish").after("write").renames(at("/tmp/x"), at("/final")),
            job("read").after("publish").reads(at("/final/part")));
    assertThat(edges(workflow))
        .containsExactly("write -> publish", "publish -> read", "write -> read by /tmp/x");
  }

  @Test
  void twoWorkflowsOfOneIdAreRefused() {
    Workflow workflow = workflow("w", job("a"));
    assertThatExceptionOfType(LineageException.class)
        .isThrownBy(() -> TaskGraph.of(List.of(workflow, workflow)))
        .withMessage("two workflows have the id 'w'");
  }

  private static List<String> edges(Workflow workflow) throws LineageException {
    return TaskGraph.of(workflow).edges().stream()
        .map(
            e ->
                e.from().job()
                    + " -> "
                    + e.to().job()
                    + (e.kind() == TaskGraph.EdgeKind.DATA ? " by " + e.dataset() : ""))
        .toList();
  }

  @Test
  void edgesOfManyDatasetsAreThoseOfFew() throws LineageException {
    int length = 10_500;
    List<Workflow> workflows = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      workflows.add(workflow("w" + i, job("x").reads(at("/d/" + i)).writes(at("/d/" + (i + 1)))));
    }
    TaskGraph graph = TaskGraph.of(workflows);
    assertThat(graph.edges()).hasSize(length - 1).doesNotHaveDuplicates();
    assertThat(graph.level(new JobId("w" + (length - 1), "x"))).isEqualTo(length - 1);
    BlockGraph blocks = BlockGraph.of(graph, Set.of());
    assertThat(blocks.vertices()).hasSize(length + 1);
    assertThat(blocks.vertices().iterator().next().dataset()).isEqualTo(at("/d/0"));
    assertThat(blocks.vertex(at("/d/7")).orElseThrow().writers())
        .containsExactly(new JobId("w6", "x"));
  }
}
