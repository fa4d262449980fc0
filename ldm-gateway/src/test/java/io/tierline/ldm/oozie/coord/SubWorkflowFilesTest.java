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
import static org.assertj.core.api.Assertions.tuple;

import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.Note;
import io.tierline.ldm.lineage.Workflow;
import io.tierline.ldm.oozie.AppFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Workflows that run others which are given with them. */
class SubWorkflowFilesTest {
  private static final String END =
      "<kill name='fail'><message/></kill><end name='end'/></workflow-app>";

  private static String workflow(String name, String nodes) {
    return "<workflow-app xmlns='uri:oozie:workflow:0.5' name='" + name + "'>" + nodes + END;
  }

  private static String calling(String name, String appPath) {
    return workflow(
        name,
        "<start to='sub'/><action name='sub'><sub-workflow><app-path>"
            + appPath
            + "</app-path><propagate-configuration/></sub-workflow><ok to='end'/>"
            + "<error to='fail'/></action>");
  }

  private static String reading(String path) {
    return workflow(
        "inner",
        "<start to='work'/><action name='work'><map-reduce><configuration>"
            + "<property><name>tierline.reads</name><value>"
            + path
            + "</value></property></configuration></map-reduce><ok to='end'/><error to='fail'/>"
            + "</action>");
  }

  private static List<String> jobs(JointPlan plan) {
    return plan.workflows().stream()
        .flatMap(workflow -> workflow.jobs().stream().map(job -> workflow.id() + " " + job.name()))
        .toList();
  }

  @Test
  void subWorkflowThatIsGivenIsTakenInAndNotPlannedAlone() {
    JointPlan plan =
        Plans.with("apps/outer/workflow.xml", calling("outer", "${nameNode}/data/apps/inner"))
            .and("data/apps/inner/workflow.xml", reading("/in/${day}"))
            .and("apps/outer/job.properties", "day=7\nnameNode=hdfs://nn:8020\n")
            .plan();
    assertThat(jobs(plan)).containsExactly("apps/outer/workflow.xml sub/work");
    Workflow outer = plan.workflows().get(0);
    assertThat(outer.jobs()).flatExtracting(Job::reads).hasToString("[/in/7]");
    assertThat(outer.notes()).noneMatch(note -> note.text().contains("not at hand"));
    assertThat(plan.files()).hasSize(3).allSatisfy(f -> assertThat(f.refused()).isNull());
  }

  @Test
  void whatASubWorkflowLeavesOpenIsFoundInItsOwnFile() {
    String inner = reading("/in/${day}").replace("<action", "\n\n\n<action");
    String outer = calling("outer", "/apps/inner").replace("<action", "\n<action");
    JointPlan plan =
        Plans.with("outer/workflow.xml", outer).and("inner/workflow.xml", inner).plan();
    assertThat(plan.findings())
        .singleElement()
        .isEqualTo(new Finding("${day}", "inner/workflow.xml", 4, "property 'day' is not set"));
    Workflow whole = shown(plan, "outer/workflow.xml");
    assertThat(whole.notes())
        .extracting(Note::file, Note::line)
        .containsOnly(tuple("inner/workflow.xml", 4));
    // Of the job the line is known where the workflow itself starts it.
    assertThat(whole.jobs()).extracting(Job::line).containsExactly(2);
  }

  @Test
  void forkOfASubWorkflowThatIsNotJoinedIsAFinding() {
    String inner =
        workflow(
            "inner",
            "<start to='f'/>\n<fork name='f'><path start='a'/></fork><action name='a'><email/>"
                + "<ok to='end'/><error to='fail'/></action>");
    JointPlan plan =
        Plans.with("outer/workflow.xml", calling("outer", "/apps/inner"))
            .and("inner/workflow.xml", inner)
            .plan();
    assertThat(plan.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.subject()).isEqualTo("sub/f");
              assertThat(finding.file()).isEqualTo("inner/workflow.xml");
              assertThat(finding.line()).isEqualTo(2);
              assertThat(finding.why()).contains("comes to no join");
            });
  }

  @Test
  void fileOfSettingsThatIsGivenIsAtHand() {
    String settings =
        "<configuration><property><name>mapred.input.dir</name><value>/in/x</value></property>"
            + "</configuration>";
    String workflow =
        workflow(
            "w",
            "<start to='work'/><action name='work'><map-reduce><job-xml>hdfs://nn/hive/hive-site.xml"
                + "</job-xml></map-reduce><ok to='end'/><error to='fail'/></action>");
    JointPlan plan =
        Plans.with("apps/w/workflow.xml", workflow).and("conf/hive-site.xml", settings).plan();
    Workflow read = shown(plan, "apps/w/workflow.xml");
    assertThat(read.jobs()).flatExtracting(Job::reads).hasToString("[/in/x]");
    assertThat(read.notes()).isEmpty();
  }

  @Test
  void fileOfWhichNotEvenTheKindIsKnownIsNotSaidToBeMissing() {
    String coordinator =
        Plans.coordinator(
            "c",
            "60",
            "2026-03-07T00:00Z",
            "2026-03-07T01:00Z",
            "<datasets><include>/apps/hours.xml</include></datasets>"
                + Plans.reads("hours", "${coord:current(0)}")
                + Plans.action("/none"));
    JointPlan plan =
        Plans.with("jobs/coordinator.xml", coordinator)
            .and("apps/hours.xml", "<datasets><dataset>")
            .plan();
    assertThat(plan.findings())
        .filteredOn(finding -> finding.subject().equals("/apps/hours.xml"))
        .extracting(Finding::why)
        .containsExactly(
            "it was given and is refused: apps/hours.xml:1: not well-formed XML: it ends before"
                + " all its elements do");
  }

  @Test
  void fileThatIsGivenAndRefusedIsNotSaidToBeMissing() {
    String coordinator =
        Plans.coordinator(
            "c",
            "60",
            "2026-03-07T00:00Z",
            "2026-03-07T01:00Z",
            "<datasets><include>/apps/datasets.xml</include></datasets>"
                + Plans.reads("hours", "${coord:current(0)}")
                + Plans.action("/apps/inner"));
    JointPlan plan =
        Plans.with("outer/workflow.xml", calling("outer", "/apps/inner"))
            .and("apps/inner/workflow.xml", "<workflow-app name='broken'>")
            .and("jobs/coordinator.xml", coordinator)
            .and("apps/datasets.xml", "<datasets><dataset/></datasets>")
            .plan();
    assertThat(shown(plan, "outer/workflow.xml").notes())
        .extracting(Note::text)
        .anyMatch(text -> text.contains("was given and is refused"))
        .noneMatch(text -> text.contains("not at hand"));
    assertThat(plan.findings())
        .filteredOn(finding -> finding.file().equals("jobs/coordinator.xml"))
        .extracting(Finding::why)
        .anyMatch(why -> why.startsWith("it was given and is refused: apps/datasets.xml"))
        .anyMatch(why -> why.startsWith("it was given and is refused: apps/inner/workflow.xml"))
        .noneMatch(why -> why.contains("at hand"));
    assertThat(plan.files().get(2).runs().get(0).workflow()).isEqualTo("apps/inner/workflow.xml");
  }

  @Test
  void subWorkflowThatPropertiesSubmitIsPlannedAloneAsWell() {
    JointPlan plan =
        Plans.with("outer/workflow.xml", calling("outer", "/apps/inner"))
            .and("inner/workflow.xml", reading("/in"))
            .and("inner.properties", "oozie.wf.application.path=/apps/inner\n")
            .plan();
    assertThat(jobs(plan))
        .containsExactlyInAnyOrder("outer/workflow.xml sub/work", "inner/workflow.xml work");
  }

  @Test
  void subWorkflowsOfSubWorkflowsAreTakenInToo() {
    JointPlan plan =
        Plans.with("a/workflow.xml", calling("a", "/apps/b"))
            .and("b/workflow.xml", calling("b", "/apps/c"))
            .and("c/workflow.xml", reading("/in"))
            .plan();
    assertThat(jobs(plan)).containsExactly("a/workflow.xml sub/sub/work");
  }

  @Test
  void circlesAndDoubtsAreNoDanger() {
    JointPlan circle =
        Plans.with("a/workflow.xml", calling("a", "/apps/b"))
            .and("b/workflow.xml", calling("b", "/apps/a"))
            .plan();
    assertThat(circle.files()).hasSize(2);
    JointPlan doubt =
        Plans.with("a/workflow.xml", calling("a", "/apps/inner"))
            .and("x/inner/workflow.xml", reading("/in"))
            .and("y/inner/workflow.xml", reading("/in"))
            .plan();
    assertThat(jobs(doubt)).contains("a/workflow.xml sub");
    assertThat(shown(doubt, "a/workflow.xml").notes())
        .extracting(Note::text)
        .anyMatch(text -> text.contains("several files may be meant"));
    JointPlan itself = Plans.with("a/workflow.xml", calling("a", "/apps/a")).plan();
    assertThat(jobs(itself)).containsExactly("a/workflow.xml sub");
  }

  /** A workflow and, in a directory below its own, the one that it runs. */
  private static List<PlanFile> nested(String appPath) {
    byte[] inner = reading("/in/${day}").getBytes(StandardCharsets.UTF_8);
    AppFiles below =
        path -> path.equals("inner/workflow.xml") ? Optional.of(inner) : Optional.empty();
    byte[] outer = calling("outer", appPath).getBytes(StandardCharsets.UTF_8);
    return List.of(
        new PlanFile("apps/outer/inner/workflow.xml", inner, AppFiles.none()),
        new PlanFile("apps/outer/workflow.xml", outer, below));
  }

  private static Workflow shown(JointPlan plan, String file) {
    return plan.files().stream()
        .filter(report -> report.file().equals(file))
        .findFirst()
        .orElseThrow()
        .workflow();
  }

  @Test
  void subWorkflowThatLiesBelowItsWorkflowCountsOnce() {
    JointPlan plan =
        JointPlan.of(
            nested("${wf:appPath()}/inner"), Map.of("day", "7"), new PlanWindow(null, null));
    assertThat(jobs(plan)).containsExactly("apps/outer/workflow.xml sub/work");
    assertThat(Plans.vertex(plan, "/in/7").reusability()).isEqualTo(1);
  }

  @Test
  void workflowIsShownAsTheCoordinatorRunsItAndSubWorkflowsAsTheirCallerRunsThem() {
    String action =
        Plans.action("/apps/outer", "day", "${coord:formatTime(coord:nominalTime(), 'dd')}");
    String coordinator =
        Plans.coordinator(
            "c", "${coord:days(1)}", "2026-03-07T00:00Z", "2026-03-10T00:00Z", action);
    JointPlan plan =
        Plans.with("apps/outer/workflow.xml", calling("outer", "/apps/inner"))
            .and("apps/inner/workflow.xml", reading("/in/${day}"))
            .and("jobs/coordinator.xml", coordinator)
            .plan();
    assertThat(shown(plan, "apps/outer/workflow.xml").jobs())
        .flatExtracting(Job::reads)
        .hasToString("[/in/07]");
    assertThat(shown(plan, "apps/inner/workflow.xml").jobs())
        .flatExtracting(Job::reads)
        .hasToString("[/in/07]");
    assertThat(plan.findings()).isEmpty();
  }

  @Test
  void subWorkflowOfAWorkflowThatIsRefusedIsPlannedAlone() {
    String refused =
        calling("outer", "/apps/inner").replace("<end name='end'/>", "<start to='nowhere'/>");
    JointPlan plan =
        Plans.with("outer/workflow.xml", refused).and("inner/workflow.xml", reading("/in")).plan();
    assertThat(jobs(plan)).containsExactly("inner/workflow.xml work");
  }
}
