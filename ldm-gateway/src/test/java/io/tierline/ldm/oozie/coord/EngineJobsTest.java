/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import static io.tierline.ldm.oozie.coord.HourlyChain.NAME_NODE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tierline.ldm.graph.BlockGraph;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.JobId;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Who reads and writes what a coordinator states: the jobs that run a program, and nobody else. */
class EngineJobsTest {
  private static final String RUN = "clean@2026-03-01T00:00Z";
  private static final String RAW = "/raw/01/00";
  private static final String CLEAN = "/clean/01/00";

  /** Engines between what marks data done, cleans up, and mails; some ways end in a kill. */
  private static final String FLOW =
      """
      <workflow-app name="w">
        <start to="clear"/>
        <action name="clear"><fs><delete path="/tmp/x"/></fs><ok to="check"/><error to="mail"/></action>
        <action name="check"><hive2><script>c</script></hive2><ok to="enough"/><error to="mail"/></action>
        <decision name="enough"><switch><case to="report">${few}</case>
          <default to="both"/></switch></decision>
        <action name="report"><shell><exec>r</exec></shell><ok to="warn"/><error to="mail"/></action>
        <action name="warn"><email><to>a</to></email><ok to="kill"/><error to="kill"/></action>
        <fork name="both"><path start="left"/><path start="right"/></fork>
        <action name="left"><hive2><script>l</script></hive2><ok to="all"/><error to="mail"/></action>
        <action name="right"><spark><jar>r</jar></spark><ok to="all"/><error to="mail"/></action>
        <join name="all" to="done"/>
        <action name="done"><fs><touchz path="/x/_SUCCESS"/></fs><ok to="tell"/><error to="mail"/></action>
        <action name="tell"><email><to>a</to></email><ok to="end"/><error to="mail"/></action>
        <action name="mail"><email><to>a</to></email><ok to="kill"/><error to="kill"/></action>
        <kill name="kill"><message>m</message></kill>
        <end name="end"/>
      </workflow-app>
      """;

  private static JointPlan plan(String workflow) {
    return Plans.with("c/coordinator.xml", HourlyChain.cleaner("/apps/c"))
        .and("c/workflow.xml", workflow)
        .properties(NAME_NODE)
        .plan();
  }

  private static Vertex after(JointPlan plan, String path, String... finished) {
    Set<JobId> ended =
        Arrays.stream(finished).map(job -> new JobId(RUN, job)).collect(Collectors.toSet());
    return BlockGraph.of(plan.tasks(), ended).vertex(DatasetPath.of(path)).orElseThrow();
  }

  private static List<String> jobs(List<JobId> ids) {
    return ids.stream().map(JobId::job).toList();
  }

  @Test
  void firstProgramReadsAndTheLastOnesWrite() {
    JointPlan plan = plan(FLOW);
    assertThat(jobs(Plans.vertex(plan, RAW).readers())).containsExactly("check");
    assertThat(jobs(Plans.vertex(plan, CLEAN).writers())).containsExactly("left", "right");
    assertThat(plan.clashes()).isEmpty();
  }

  @Test
  void inputHasAReaderUntilTheLastProgramHasEnded() {
    JointPlan plan = plan(FLOW);
    assertThat(after(plan, RAW, "clear").reusability()).isEqualTo(1);
    assertThat(after(plan, RAW, "clear", "check").reusability()).isEqualTo(1);
    assertThat(after(plan, RAW, "clear", "check", "left").reusability()).isEqualTo(1);
    assertThat(after(plan, RAW, "clear", "check", "left", "right").reusability()).isZero();
  }

  @Test
  void branchThatIsNotTakenIsNotWaitedFor() {
    String either =
        """
        <workflow-app name="w">
          <start to="a"/>
          <action name="a"><hive2><script>a</script></hive2><ok to="c"/><error to="kill"/></action>
          <decision name="c"><switch><case to="b">${x}</case><default to="d"/></switch></decision>
          <action name="b"><pig><script>b</script></pig><ok to="end"/><error to="kill"/></action>
          <action name="d"><java><main-class>d</main-class></java><ok to="end"/><error to="kill"/></action>
          <kill name="kill"><message>m</message></kill>
          <end name="end"/>
        </workflow-app>
        """;
    JointPlan plan = plan(either);
    assertThat(jobs(Plans.vertex(plan, CLEAN).writers())).containsExactly("b", "d");
    assertThat(after(plan, RAW, "a").reusability()).isEqualTo(1);
    assertThat(after(plan, RAW, "a", "d").reusability()).isZero();
  }

  @Test
  void inputThatAJobStatesIsHeldToo() {
    String stating =
        """
        <workflow-app name="w">
          <start to="a"/>
          <action name="a"><map-reduce><configuration>
              <property><name>mapred.input.dir</name><value>${in}</value></property>
            </configuration></map-reduce><ok to="b"/><error to="kill"/></action>
          <action name="b"><hive2><script>b</script></hive2><ok to="end"/><error to="kill"/></action>
          <kill name="kill"><message>m</message></kill>
          <end name="end"/>
        </workflow-app>
        """;
    JointPlan plan = plan(stating);
    assertThat(jobs(Plans.vertex(plan, RAW).readers())).containsExactly("a");
    assertThat(after(plan, RAW, "a").reusability()).isEqualTo(1);
    assertThat(after(plan, RAW, "a", "b").reusability()).isZero();
  }

  @Test
  void eachOfSeveralInputsIsHeld() {
    String one =
        """
        <workflow-app name="w">
          <start to="a"/>
          <action name="a"><hive2><script>a</script></hive2><ok to="b"/><error to="kill"/></action>
          <action name="b"><map-reduce><configuration>
              <property><name>mapred.input.dir</name><value>${in}</value></property>
            </configuration></map-reduce><ok to="c"/><error to="kill"/></action>
          <action name="c"><spark><jar>c</jar></spark><ok to="end"/><error to="kill"/></action>
          <kill name="kill"><message>m</message></kill>
          <end name="end"/>
        </workflow-app>
        """;
    String both =
        Plans.event("data-in", "in", "raw", HourlyChain.NOW)
            + Plans.event("data-in", "more", "more", HourlyChain.NOW);
    String coordinator =
        Plans.coordinator(
            "clean",
            HourlyChain.HOURS,
            HourlyChain.START,
            HourlyChain.END,
            Plans.datasets(
                    HourlyChain.RAW,
                    Plans.dataset(
                        "more", HourlyChain.HOURS, HourlyChain.START, "/more/${DAY}/${HOUR}"))
                + "<input-events>"
                + both
                + "</input-events>"
                + Plans.action("/apps/c", "in", "${coord:dataIn('in')}"));
    JointPlan plan =
        Plans.with("c/coordinator.xml", coordinator)
            .and("c/workflow.xml", one)
            .properties(NAME_NODE)
            .plan();
    String more = "/more/01/00";
    assertThat(after(plan, RAW, "a", "b").reusability()).isEqualTo(1);
    assertThat(after(plan, more, "a", "b").reusability()).isEqualTo(1);
    assertThat(after(plan, RAW, "a", "b", "c").reusability()).isZero();
    assertThat(after(plan, more, "a", "b", "c").reusability()).isZero();
  }

  @Test
  void workflowThatRunsNoProgramReadsAndWritesNothing() {
    String marks =
        """
        <workflow-app name="w">
          <start to="done"/>
          <action name="done"><fs><touchz path="/x"/></fs><ok to="end"/><error to="kill"/></action>
          <kill name="kill"><message>m</message></kill>
          <end name="end"/>
        </workflow-app>
        """;
    assertThat(Plans.paths(plan(marks))).isEmpty();
  }
}
