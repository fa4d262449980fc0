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

import io.tierline.ldm.lineage.JointGraph.Conflict;
import io.tierline.ldm.lineage.JointGraph.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class JointGraphTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private static JointGraph of(Workflow... workflows) {
    return JointGraph.of(List.of(workflows), id -> id.replaceAll("@.*", ""));
  }

  private static List<Kind> kinds(JointGraph graph) {
    return graph.conflicts().stream().map(Conflict::kind).toList();
  }

  private static List<String> edges(JointGraph graph) {
    return graph.tasks().edges().stream().map(e -> e.from() + " > " + e.to()).toList();
  }

  @Test
  void theFirstWriterKeepsTheDatasetAndTheOtherItsReads() throws LineageException {
    JointGraph graph =
        of(
            workflow("one", job("a").writes(at("/x"))),
            workflow("two", job("b").reads(at("/y")).writes(at("/x")).writes(at("/z"))));
    assertThat(kinds(graph)).containsExactly(Kind.TWO_WRITERS);
    assertThat(graph.conflicts().get(0).reason())
        .isEqualTo("dataset /x has two writers: 'a' (one) and 'b' (two)");
    assertThat(graph.tasks().job(new JobId("two", "b")).orElseThrow().uses())
        .containsExactly(DatasetUse.reads(at("/y")), DatasetUse.writes(at("/z")));
  }

  @Test
  void runsOfOneSeriesTakeTurnsAndThoseOfAnotherConflict() throws LineageException {
    JointGraph graph =
        of(
            workflow("c@1", job("a").start(NOON).writes(at("/x"))),
            workflow("c@2", job("a").start(NOON.plusSeconds(60)).writes(at("/x"))),
            workflow("d@3", job("a").start(NOON.plusSeconds(120)).writes(at("/x"))));
    assertThat(kinds(graph)).containsExactly(Kind.TWO_WRITERS);
    assertThat(graph.conflicts().get(0).leftOut().workflow()).isEqualTo("d@3");
  }

  @Test
  void theSecondOfTwoWorkflowsOfOneIdIsLeftOut() throws LineageException {
    JointGraph graph =
        of(workflow("w", job("a").writes(at("/x"))), workflow("w", job("b").reads(at("/x"))));
    assertThat(kinds(graph)).containsExactly(Kind.SAME_ID);
    assertThat(graph.tasks().jobs()).containsOnlyKeys(new JobId("w", "a"));
  }

  @Test
  void aWorkflowWhoseControlFlowIsACircleIsLeftOut() throws LineageException {
    JointGraph graph =
        of(
            workflow("bad", job("a").after("b"), job("b").after("a")),
            workflow("none"),
            workflow("good", job("a")));
    assertThat(kinds(graph)).containsExactly(Kind.CIRCLE);
    assertThat(graph.tasks().jobs()).containsOnlyKeys(new JobId("good", "a"));
  }

  @Test
  void aCircleLosesTheEdgeThatLeadsBackInTime() throws LineageException {
    JointGraph graph =
        of(
            workflow("late", job("a").start(NOON.plusSeconds(1)).reads(at("/x")).writes(at("/y"))),
            workflow("soon", job("b").start(NOON).reads(at("/y")).writes(at("/x"))));
    assertThat(kinds(graph)).containsExactly(Kind.CIRCLE);
    assertThat(edges(graph)).containsExactly("soon/b > late/a");
  }

  @Test
  void aCircleInsideAWorkflowLosesTheEdgeAgainstControlFlow() throws LineageException {
    JointGraph graph =
        of(
            workflow(
                "w",
                job("a").reads(at("/x")).writes(at("/y")),
                job("b").reads(at("/y")).writes(at("/x")),
                job("c").after("b").reads(at("/y"))));
    assertThat(kinds(graph)).containsExactly(Kind.CIRCLE);
    assertThat(edges(graph)).containsExactly("w/b > w/c", "w/a > w/b", "w/a > w/c");
  }

  @Test
  void edgesThatStandInNoCircleStay() throws LineageException {
    JointGraph graph =
        of(
            workflow("one", job("a").reads(at("/b")).writes(at("/a"))),
            workflow("two", job("a").reads(at("/a")).writes(at("/b"))),
            workflow("four", job("a").reads(at("/c"))),
            workflow("three", job("a").reads(at("/b")).writes(at("/c"))));
    assertThat(edges(graph))
        .containsExactlyInAnyOrder("one/a > two/a", "two/a > three/a", "three/a > four/a");
  }

  @Test
  void aLongChainNeedsNoDeepStack() throws LineageException {
    List<Workflow> chain = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      chain.add(workflow("w" + i, job("a").reads(at("/" + i)).writes(at("/" + (i + 1)))));
    }
    JointGraph graph = JointGraph.of(chain, id -> id);
    assertThat(graph.conflicts()).isEmpty();
    assertThat(graph.tasks().level(new JobId("w19999", "a"))).isEqualTo(19_999);
  }

  @Provide
  Arbitrary<List<Workflow>> workflows() {
    return Combinators.combine(
            Samples.workflows("a", "/d"),
            Samples.workflows("b", "/e"),
            Samples.workflows("c", "/d"))
        .as((a, b, c) -> a.jobs().size() % 2 == 0 ? List.of(a, b) : List.of(a, b, c));
  }

  @Property(tries = 300)
  void whatFitsTogetherIsTheSameGraph(@ForAll("workflows") List<Workflow> workflows)
      throws LineageException {
    JointGraph joint = JointGraph.of(workflows, id -> "");
    try {
      TaskGraph strict = TaskGraph.of(workflows);
      assertThat(joint.conflicts()).isEmpty();
      assertThat(joint.tasks().edges()).isEqualTo(strict.edges());
    } catch (LineageException refused) {
      assertThat(joint.conflicts()).isNotEmpty();
    }
  }
}
