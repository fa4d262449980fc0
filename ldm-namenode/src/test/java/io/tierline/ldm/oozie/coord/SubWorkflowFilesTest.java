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

import io.tierline.ldm.lineage.Job;
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
