/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static io.tierline.ldm.oozie.coord.HourlyChain.CLEAN;
import static io.tierline.ldm.oozie.coord.HourlyChain.END;
import static io.tierline.ldm.oozie.coord.HourlyChain.HOURS;
import static io.tierline.ldm.oozie.coord.HourlyChain.NAME_NODE;
import static io.tierline.ldm.oozie.coord.HourlyChain.NOW;
import static io.tierline.ldm.oozie.coord.HourlyChain.RAW;
import static io.tierline.ldm.oozie.coord.HourlyChain.START;
import static io.tierline.ldm.oozie.coord.HourlyChain.cleaner;
import static io.tierline.ldm.oozie.coord.HourlyChain.maker;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.JointGraph.Kind;
import io.tierline.ldm.lineage.TaskGraph;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What of several files does not fit together. */
class JointConflictsTest {
  private static List<String> edges(JointPlan plan) {
    return plan.tasks().edges().stream()
        .filter(e -> e.kind() == TaskGraph.EdgeKind.DATA)
        .map(e -> e.from() + " > " + e.to() + " " + e.dataset())
        .toList();
  }

  @Test
  void twoCoordinatorsThatWriteOneDatasetAreAConflictAndTheFirstKeepsIt() {
    JointPlan plan =
        Plans.with("a.xml", maker("make"))
            .and("b.xml", maker("again"))
            .properties(NAME_NODE)
            .plan();
    assertThat(plan.clashes()).hasSize(1);
    assertThat(plan.clashes().get(0).count()).isEqualTo(3);
    assertThat(plan.clashes().get(0).first().kind()).isEqualTo(Kind.TWO_WRITERS);
    assertThat(Plans.names(Plans.vertex(plan, "/raw/01/00").writers()))
        .containsExactly("make@2026-03-01T00:00Z/workflow");
  }

  @Test
  void actionThatOnlyMarksWhatItReadsIsNoWriter() {
    String marked =
        Plans.dataset("checked", HOURS, START, "${nameNode}/raw/${DAY}/${HOUR}")
            .replace("</uri-template>", "</uri-template><done-flag>_CHECKED</done-flag>");
    String check =
        Plans.coordinator(
            "check",
            HOURS,
            START,
            END,
            Plans.datasets(RAW, marked)
                + Plans.reads("raw", NOW)
                + Plans.writes("checked", NOW)
                + Plans.action("/none"));
    String reader =
        Plans.coordinator(
            "read",
            HOURS,
            START,
            END,
            Plans.datasets(marked) + Plans.reads("checked", NOW) + Plans.action("/none"));
    JointPlan plan =
        Plans.with("a.xml", check)
            .and("b.xml", reader)
            .and("c.xml", maker("make"))
            .properties(NAME_NODE)
            .plan();
    Vertex raw = Plans.vertex(plan, "/raw/01/00");
    assertThat(Plans.names(raw.writers())).containsExactly("make@2026-03-01T00:00Z/workflow");
    assertThat(Plans.names(raw.readers()))
        .containsExactly("check@2026-03-01T00:00Z/workflow", "read@2026-03-01T00:00Z/workflow");
    assertThat(plan.clashes()).isEmpty();
  }

  @Test
  void actionThatRewritesWhatItReadsIsAWriter() {
    String rewrite =
        Plans.coordinator(
            "rewrite",
            HOURS,
            START,
            END,
            Plans.datasets(RAW)
                + Plans.reads("raw", NOW)
                + Plans.writes("raw", NOW)
                + Plans.action("/none"));
    JointPlan plan = Plans.with("a.xml", rewrite).properties(NAME_NODE).plan();
    assertThat(Plans.vertex(plan, "/raw/01/00").writers()).hasSize(1);
  }

  @Test
  void twoCoordinatorsOfOneNameGetDifferentIds() {
    JointPlan plan =
        Plans.with("a.xml", maker("same name"))
            .and("b.xml", maker("same name").replace("/raw/", "/other/"))
            .properties(NAME_NODE)
            .plan();
    assertThat(plan.workflows())
        .extracting(w -> w.id().replaceAll("@.*", ""))
        .containsOnly("same-name", "same-name+2");
    assertThat(plan.clashes())
        .extracting(clash -> clash.first().kind())
        .containsExactly(Kind.SAME_ID);
    assertThat(Plans.paths(plan)).hasSize(6);
  }

  @Test
  void aCircleBetweenCoordinatorsLosesTheEdgeThatLeadsBack() {
    String back =
        Plans.coordinator(
            "back",
            HOURS,
            START,
            END,
            Plans.datasets(RAW, CLEAN)
                + Plans.reads("clean", NOW)
                + Plans.writes("raw", NOW)
                + Plans.action("/none"));
    JointPlan plan =
        Plans.with("a.xml", cleaner("/none")).and("b.xml", back).properties(NAME_NODE).plan();
    assertThat(plan.clashes())
        .extracting(clash -> clash.first().kind() + " " + clash.count())
        .containsExactly("CIRCLE 3");
    assertThat(edges(plan)).hasSize(3).allMatch(edge -> edge.startsWith("clean@"));
  }
}
