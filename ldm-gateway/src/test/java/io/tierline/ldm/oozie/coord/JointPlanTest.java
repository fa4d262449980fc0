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
import io.tierline.ldm.lineage.Access;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.oozie.coord.FileReport.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

class JointPlanTest {
  private static List<String> edges(JointPlan plan) {
    return plan.tasks().edges().stream()
        .filter(e -> e.kind() == TaskGraph.EdgeKind.DATA)
        .map(e -> e.from() + " > " + e.to() + " " + e.dataset())
        .toList();
  }

  @Test
  void readingBehindTheTimeThatIsPlannedForIsTold() {
    String reader =
        Plans.coordinator(
            "late",
            "${coord:days(1)}",
            "2026-02-28T02:00Z",
            "2026-04-01T00:00Z",
            Plans.datasets(RAW)
                + Plans.readsRange("raw", "${coord:current(-2)}", NOW)
                + Plans.action("/none"));
    Plans plans = Plans.with("a.xml", maker("make")).and("b.xml", reader).properties(NAME_NODE);
    JointPlan cut = plans.window("2026-03-01T00:00Z", "2026-03-01T02:00Z").plan();
    assertThat(Plans.vertex(cut, "/raw/01/00").reusability()).isZero();
    assertThat(cut.findings())
        .contains(
            new Finding(
                "late@2026-03-01T02:00Z",
                "b.xml",
                1,
                "it reads /raw/01/01 after the time that is planned for: R does not count it"));
    JointPlan whole = plans.window("2026-03-01T00:00Z", "2026-03-01T03:00Z").plan();
    assertThat(Plans.vertex(whole, "/raw/01/00").reusability()).isEqualTo(1);
    assertThat(whole.findings())
        .extracting(Finding::why)
        .noneMatch(why -> why.contains("planned for"));
  }

  @Test
  void coordinatorsFeedEachOtherInstanceByInstance() {
    JointPlan plan =
        Plans.with("m/coordinator.xml", maker("make"))
            .and("c/coordinator.xml", cleaner("${nameNode}/apps/c"))
            .and("c/workflow.xml", Plans.copyWorkflow())
            .properties(NAME_NODE)
            .plan();
    assertThat(edges(plan))
        .containsExactly(
            "make@2026-03-01T00:00Z/workflow > clean@2026-03-01T00:00Z/copy /raw/01/00",
            "make@2026-03-01T01:00Z/workflow > clean@2026-03-01T01:00Z/copy /raw/01/01",
            "make@2026-03-01T02:00Z/workflow > clean@2026-03-01T02:00Z/copy /raw/01/02");
    assertThat(Plans.paths(plan))
        .containsExactlyInAnyOrder(
            "/raw/01/00",
            "/raw/01/01",
            "/raw/01/02",
            "/clean/01/00",
            "/clean/01/01",
            "/clean/01/02");
    Vertex vertex = Plans.vertex(plan, "/raw/01/01");
    // Not before the job that makes it has had its time.
    assertThat(Plans.uses(vertex)).containsExactly("2026-03-01T01:10Z");
    assertThat(plan.clashes()).isEmpty();
    assertThat(Plans.subjects(plan)).containsExactly("/apps/make");
    Run run = plan.files().get(1).runs().get(0);
    assertThat(run.workflow()).isEqualTo("c/workflow.xml");
    assertThat(run.actions()).isEqualTo(3);
    assertThat(run.frequency()).isEqualTo("every hour");
  }

  /** The site's way: a month's action has the month's begin as its time, and waits for its end. */
  @Test
  void readerOfAWholeMonthIsExpectedAtItsEnd() {
    String month =
        Plans.coordinator(
            "month",
            "${coord:months(1)}",
            START,
            "2030-01-01T00:00Z",
            Plans.datasets(RAW)
                + Plans.readsRange("raw", NOW, "${coord:current(24 * coord:daysInMonth(0) - 1)}")
                + Plans.action("/apps/month"));
    JointPlan plan =
        Plans.with("m/coordinator.xml", maker("make"))
            .and("c/coordinator.xml", month)
            .properties(NAME_NODE)
            .plan();
    assertThat(Plans.uses(Plans.vertex(plan, "/raw/01/01"))).containsExactly("2026-03-31T23:00Z");
  }

  /** What is read at its own nominal time by chains of coordinators, the last of them daily. */
  @Test
  void nothingIsReadBeforeItsProducerHasRun() {
    String daily =
        Plans.coordinator(
            "daily",
            "${coord:days(1)}",
            START,
            "2026-03-02T00:00Z",
            Plans.datasets(CLEAN)
                + Plans.readsRange("clean", NOW, "${coord:current(23)}")
                + Plans.action("/apps/daily"));
    JointPlan plan =
        Plans.with("d/coordinator.xml", daily)
            .and("c/coordinator.xml", cleaner("/apps/clean"))
            .and("m/coordinator.xml", maker("make"))
            .properties(NAME_NODE)
            .plan();
    assertThat(Plans.uses(Plans.vertex(plan, "/raw/01/00"))).containsExactly("2026-03-01T00:10Z");
    assertThat(Plans.uses(Plans.vertex(plan, "/clean/01/00"))).containsExactly("2026-03-01T23:00Z");
    assertThat(Plans.uses(Plans.vertex(plan, "/clean/01/02"))).containsExactly("2026-03-01T23:00Z");
  }

  @Test
  void whatIsNotGivenStaysAsWrittenAndIsListed() {
    JointPlan plan = Plans.with("c.xml", cleaner("${apps}/clean")).plan();
    assertThat(Plans.paths(plan)).contains("/raw/01/00", "/clean/01/02");
    assertThat(Plans.subjects(plan)).contains("${nameNode}", "${apps}");
  }

  @Test
  void withoutItsTimesACoordinatorIsOneActionOverItsTemplates() {
    JointPlan plan =
        Plans.with("c.xml", cleaner("/c").replace("start=\"" + START + "\"", "start=\"${begin}\""))
            .and("c/workflow.xml", Plans.copyWorkflow())
            .properties(NAME_NODE)
            .plan();
    assertThat(Plans.paths(plan))
        .containsExactlyInAnyOrder("/raw/${DAY}/${HOUR}", "/clean/${DAY}/${HOUR}");
    assertThat(plan.workflows()).hasSize(1);
    assertThat(plan.workflows().get(0).id()).isEqualTo("clean");
    assertThat(plan.workflows().get(0).jobs().get(0).start()).isEmpty();
    assertThat(Plans.subjects(plan)).contains("${begin}", "clean");
  }

  @Test
  void inputsAreReadByTheFirstJobAndOutputsWrittenByTheLast() {
    String workflow =
        """
        <workflow-app name="w">
          <start to="both"/>
          <fork name="both"><path start="a"/><path start="b"/></fork>
          <action name="a"><shell><exec>a</exec></shell><ok to="all"/><error to="fix"/></action>
          <action name="b"><shell><exec>b</exec></shell><ok to="all"/><error to="fix"/></action>
          <join name="all" to="c"/>
          <action name="c"><shell><exec>c</exec></shell><ok to="end"/><error to="fix"/></action>
          <action name="fix"><shell><exec>f</exec></shell><ok to="end"/><error to="end"/></action>
          <end name="end"/>
        </workflow-app>
        """;
    JointPlan plan =
        Plans.with("c/coordinator.xml", cleaner("/apps/c"))
            .and("c/workflow.xml", workflow)
            .properties(NAME_NODE)
            .plan();
    for (Job job : plan.workflows().get(0).jobs()) {
      assertThat(job.start()).contains(Times.parse(START).orElseThrow());
      assertThat(job.uses().stream().map(u -> u.access() + " " + u.dataset()))
          .isEqualTo(
              switch (job.name()) {
                case "a" -> List.of(Access.READ + " /raw/01/00");
                case "c" -> List.of(Access.WRITE + " /clean/01/00");
                default -> List.of();
              });
    }
  }

  @Test
  void aCombinationOfInputsStandsForAllOfThem() {
    String logic =
        """
        <input-events>
          <data-in name="a" dataset="raw"><instance>${coord:current(0)}</instance></data-in>
          <data-in name="b" dataset="clean"><instance>${coord:current(0)}</instance></data-in>
        </input-events>
        <input-logic><or name="either">
          <and><data-in dataset="a"/></and><data-in dataset="b"/>
        </or></input-logic>
        """;
    JointPlan plan =
        Plans.with(
                "c/coordinator.xml",
                Plans.coordinator(
                    "c",
                    HOURS,
                    START,
                    "2026-03-01T01:00Z",
                    Plans.datasets(RAW, CLEAN)
                        + logic
                        + Plans.action("/apps/c", "in", "${coord:dataIn('either')}", "out", "/o")))
            .and("c/workflow.xml", Plans.copyWorkflow())
            .properties(NAME_NODE)
            .plan();
    assertThat(Plans.paths(plan)).containsExactlyInAnyOrder("/raw/01/00", "/clean/01/00", "/o");
    assertThat(Plans.subjects(plan)).containsExactly("input-logic");
  }

  @Test
  void workflowsThatNoCoordinatorRunsArePlannedByThemselves() {
    JointPlan plan =
        Plans.with("w1.xml", Plans.copyWorkflow())
            .and("job.properties", "in=/a\nout=/b\n")
            .and("w2.xml", Plans.copyWorkflow().replace("${in}", "/b").replace("${out}", "/c"))
            .plan();
    assertThat(edges(plan)).containsExactly("w1.xml/copy > w2.xml/copy /b");
  }

  @Test
  void theFirstOfTwoFilesOfOneNameIsRead() {
    JointPlan plan = Plans.with("w.xml", Plans.copyWorkflow()).and("w.xml", "<x/>").plan();
    assertThat(plan.files()).hasSize(1);
    assertThat(Plans.subjects(plan)).contains("w.xml");
  }

  @Test
  void aWindowCutsTheActionsOut() {
    JointPlan plan =
        Plans.with("a.xml", maker("make").replace(END, "2027-01-01T00:00Z"))
            .properties(NAME_NODE)
            .window("2026-03-05T10:30Z", "2026-03-05T13:00Z")
            .plan();
    assertThat(plan.workflows())
        .extracting(w -> w.id())
        .containsExactly("make@2026-03-05T11:00Z", "make@2026-03-05T12:00Z");
  }

  @Test
  void withoutAWindowADayIsPlannedFromTheLatestStart() {
    String late =
        Plans.coordinator(
            "late",
            "${coord:months(1)}",
            "2026-03-10T05:00Z",
            "2030-01-01T00:00Z",
            Plans.action("/none"));
    String monthly =
        Plans.coordinator(
            "monthly", "${coord:months(1)}", START, "2030-01-01T00:00Z", Plans.action("/none"));
    JointPlan plan =
        Plans.with("a.xml", maker("make").replace(END, "2027-01-01T00:00Z"))
            .and("b.xml", late)
            .and("c.xml", monthly)
            .and("d.xml", maker("over").replace("/raw/", "/over/"))
            .plan();
    assertThat(plan.files())
        .extracting(file -> file.runs().get(0).actions())
        .containsExactly(24, 1, 1, 3);
    assertThat(plan.window().from()).isEqualTo("2026-03-10T05:00:00Z");
    assertThat(plan.workflows())
        .extracting(w -> w.id())
        .contains("monthly@2026-04-01T00:00Z", "over@2026-03-01T00:00Z");
  }

  @Test
  void moreActionsThanABoundAreLeftOutWithANote() {
    JointPlan plan =
        Plans.with(
                "a.xml",
                Plans.coordinator("a", "1", START, "2030-01-01T00:00Z", Plans.action("/none")))
            .window(START, "2029-01-01T00:00Z")
            .plan();
    assertThat(plan.workflows()).hasSize(Runs.ACTIONS_OF_ONE_MAX);
    assertThat(plan.findings()).anyMatch(f -> f.why().contains("only its first 10100 actions"));
  }

  @Test
  void twoActionsThatDaylightSavingBringsToOneTimeAreTwoReaders() {
    String weekdays =
        Plans.coordinator(
            "c",
            "10,40 6-18 * * MON-FRI",
            "2026-10-30T00:00Z",
            "2026-12-01T00:00Z",
            "America/New_York",
            Plans.datasets(RAW) + Plans.reads("raw", NOW) + Plans.action("/apps/c"));
    JointPlan plan =
        Plans.with("c.xml", weekdays)
            .properties(NAME_NODE)
            .window("2026-11-02T00:00Z", "2026-11-02T08:00Z")
            .plan();
    // Friday evening to Monday, 06:10 is more than a day, so that one alone is shifted to 07:10.
    assertThat(Plans.uses(Plans.vertex(plan, "/raw/02/06"))).containsExactly("2026-11-02T06:40Z");
    Vertex seven = Plans.vertex(plan, "/raw/02/07");
    assertThat(Plans.uses(seven))
        .containsExactly("2026-11-02T07:10Z", "2026-11-02T07:10Z", "2026-11-02T07:40Z");
    assertThat(Plans.names(seven.readers()))
        .containsExactlyInAnyOrder(
            "c@2026-11-02T07:10Z/workflow",
            "c@2026-11-02T07:10Z+2/workflow",
            "c@2026-11-02T07:40Z/workflow");
    assertThat(plan.clashes()).isEmpty();
  }
}
