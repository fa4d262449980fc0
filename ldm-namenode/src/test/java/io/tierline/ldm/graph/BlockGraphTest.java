/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.graph;

import static io.tierline.ldm.lineage.Samples.at;
import static io.tierline.ldm.lineage.Samples.job;
import static io.tierline.ldm.lineage.Samples.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.DatasetUse;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Samples;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.lineage.Workflow;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlockGraphTest {
  @Test
  void teraChainHasTheReusabilitiesOfTheSource() throws LineageException {
    BlockGraph graph = graph(Samples.teraChain());
    assertThat(graph.vertices()).extracting(Vertex::reusability).containsExactly(1, 1, 0);
    assertThat(graph.vertices()).allMatch(Vertex::isProduced);
    assertThat(graph.vertices()).extracting(Vertex::slack).containsOnly(0);
  }

  @Test
  void inputFromElsewhereIsNotOurs() throws LineageException {
    BlockGraph graph = graph(workflow("w", job("a").reads(at("/raw")).writes(at("/out"))));
    assertThat(vertex(graph, "/raw").isProduced()).isFalse();
    assertThat(vertex(graph, "/out").writers()).containsExactly(new JobId("w", "a"));
    assertThat(graph.vertex(at("/other"))).isEmpty();
  }

  @Test
  void finishedReadersLeave() throws LineageException {
    TaskGraph tasks = TaskGraph.of(Samples.teraChain());
    BlockGraph graph = BlockGraph.of(tasks, Set.of(new JobId("tera", "sort")));
    assertThat(vertex(graph, "/tera/in").reusability()).isZero();
    assertThat(vertex(graph, "/tera/out").reusability()).isEqualTo(1);
    assertThat(vertex(graph, "/tera/out").isProduced()).isTrue();
  }

  @Test
  void jobsAfterAFailureDoNotCount() throws LineageException {
    BlockGraph graph =
        graph(
            workflow(
                "w",
                job("write").writes(at("/x")),
                job("report").onError(true).reads(at("/x")).writes(at("/y"))));
    assertThat(vertex(graph, "/x").reusability()).isZero();
    assertThat(vertex(graph, "/y").isProduced()).isTrue();
  }

  @Test
  void usesAreTheTimesOfTheReadersThatHaveOne() throws LineageException {
    Instant noon = Instant.parse("2026-03-01T12:00:00Z");
    BlockGraph graph =
        graph(
            workflow(
                "w",
                job("write").start(noon.minusSeconds(9)).writes(at("/x")),
                job("late").start(noon.plusSeconds(9)).reads(at("/x")),
                job("noon").start(noon).reads(at("/x")),
                job("too").start(noon).reads(at("/x")),
                job("some").reads(at("/x"))));
    Vertex vertex = graph.vertex(at("/x")).orElseThrow();
    assertThat(vertex.uses()).containsExactly(noon, noon, noon.plusSeconds(9));
    assertThat(vertex.reusability()).isEqualTo(4);
    assertThat(vertex.nextUse(Instant.MIN)).contains(noon);
    assertThat(vertex.nextUse(noon)).contains(noon);
    assertThat(vertex.nextUse(noon.plusSeconds(1))).contains(noon.plusSeconds(9));
    assertThat(vertex.nextUse(noon.plusSeconds(10))).isEmpty();
  }

  @Test
  void inferredReadersCountAsStatedOnes() throws LineageException {
    Job.Builder guess = job("guess").use(new DatasetUse(at("/x"), Access.READ, true));
    BlockGraph graph = graph(workflow("w", job("write").writes(at("/x")), guess));
    assertThat(vertex(graph, "/x").reusability()).isEqualTo(1);
  }

  @Test
  void readerOfTheParentReadsEachPart() throws LineageException {
    BlockGraph graph =
        graph(
            workflow(
                "w",
                job("a").writes(at("/d/a")),
                job("b").writes(at("/d/b")),
                job("all").reads(at("/d")),
                job("one").reads(at("/d/a/part-0"))));
    assertThat(vertex(graph, "/d/a").readers()).containsExactly(new JobId("w", "all"));
    assertThat(vertex(graph, "/d/a/part-0").reusability()).isEqualTo(2);
    assertThat(vertex(graph, "/d/a/part-0").writers()).containsExactly(new JobId("w", "a"));
    assertThat(vertex(graph, "/d").isProduced()).isFalse();
  }

  @Test
  void slackCountsTheLevelsUntilTheFirstReader() throws LineageException {
    BlockGraph graph =
        graph(
            workflow(
                "w",
                job("write").writes(at("/x")),
                job("two").after("write"),
                job("three").after("two"),
                job("read").after("three").reads(at("/x")),
                job("later").after("read").reads(at("/x"))));
    assertThat(vertex(graph, "/x").slack()).isEqualTo(2);
  }

  @Test
  void jobThatExtendsItsInputIsNoComingReader() throws LineageException {
    BlockGraph graph = graph(workflow("w", job("append").reads(at("/x")).writes(at("/x"))));
    assertThat(vertex(graph, "/x").reusability()).isZero();
  }

  @Test
  void readersOfTheTargetOfAMoveReadTheSource() throws LineageException {
    BlockGraph graph =
        graph(
            workflow(
                "w",
                job("write").writes(at("/tmp/x")),
                job("publish").after("write").renames(at("/tmp/x"), at("/final")),
                job("read").after("publish").reads(at("/final"))));
    assertThat(vertex(graph, "/tmp/x").readers()).containsExactly(new JobId("w", "read"));
    assertThat(vertex(graph, "/tmp/x").slack()).isEqualTo(1);
    assertThat(vertex(graph, "/final").writers()).containsExactly(new JobId("w", "write"));
  }

  private static BlockGraph graph(Workflow workflow) throws LineageException {
    return BlockGraph.of(TaskGraph.of(workflow), Set.of());
  }

  private static Vertex vertex(BlockGraph graph, String path) {
    return graph.vertex(at(path)).orElseThrow();
  }
}
