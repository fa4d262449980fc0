/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie;

import static io.tierline.ldm.oozie.Workflows.action;
import static io.tierline.ldm.oozie.Workflows.after;
import static io.tierline.ldm.oozie.Workflows.excludes;
import static io.tierline.ldm.oozie.Workflows.job;
import static io.tierline.ldm.oozie.Workflows.names;
import static io.tierline.ldm.oozie.Workflows.notes;
import static io.tierline.ldm.oozie.Workflows.read;
import static io.tierline.ldm.oozie.Workflows.resource;
import static io.tierline.ldm.oozie.Workflows.uses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.ldm.lineage.LineageException;
import io.tierline.ldm.lineage.Workflow;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SubWorkflowTest {
  private final Map<String, String> beside = new HashMap<>();

  private Workflow readWithFiles(String xml, Map<String, String> properties)
      throws LineageException {
    return Workflows.read(
        "app/workflow.xml",
        xml.getBytes(StandardCharsets.UTF_8),
        properties,
        path -> Optional.ofNullable(beside.get(path)).map(s -> s.getBytes(StandardCharsets.UTF_8)));
  }

  private static String subWorkflow(String appPath) {
    return action("<sub-workflow><app-path>" + appPath + "</app-path></sub-workflow>");
  }

  @Test
  void jobsOfASubWorkflowStandInItsPlace() throws LineageException {
    Workflow parent = resource("parent/workflow.xml", Map.of());
    assertThat(names(parent)).containsExactly("first", "sub/one", "last", "repair");
    assertThat(after(parent, "sub/one")).isEqualTo("first");
    assertThat(after(parent, "last")).isEqualTo("sub/one");
    assertThat(job(parent, "repair").onError()).isTrue();
    assertThat(after(parent, "repair")).isEqualTo("sub/one");
    assertThat(excludes(parent, "repair")).isEqualTo("last");
  }

  @Test
  void aSubWorkflowSeesWhatItIsGivenAndItsOwnFiles() throws LineageException {
    Workflow parent = resource("parent/workflow.xml", Map.of());
    assertThat(uses(parent, "first")).containsExactly("w? /p/first");
    assertThat(uses(parent, "sub/one")).containsExactly("r /p/first", "w /p/today");
    assertThat(uses(parent, "last")).containsExactly("r? /p/today");
    assertThat(notes(parent))
        .contains("job-xml 'missing.xml' is not at hand: what it sets is not known");
  }

  @Test
  void givenPropertiesStandBeforeDefaults() throws LineageException {
    Workflow parent = resource("parent/workflow.xml", Map.of("day", "monday"));
    assertThat(uses(parent, "sub/one")).contains("w /p/monday");
  }

  @Test
  void theApplicationPathMayBeKnown() throws LineageException {
    Map<String, String> properties =
        Map.of(
            "nameNode",
            "hdfs://nn",
            "home",
            "/apps/parent",
            "oozie.wf.application.path",
            "${nameNode}${home}/workflow.xml");
    beside.put("child/workflow.xml", action("<pig><param>I=${wf:appPath()}/x</param></pig>"));
    for (String path :
        new String[] {
          "${nameNode}/apps/parent/child",
          "/apps/parent/child/",
          "hdfs://nn/apps/parent/./child/workflow.xml",
          "child"
        }) {
      assertThat(names(readWithFiles(subWorkflow(path), properties))).containsExactly("a/a");
    }
  }

  @Test
  void whatIsNotAtHandIsOneJobWithANote() throws LineageException {
    for (String path : new String[] {"/elsewhere/x", "${wf:appPath()}/../x", "${where}", "gone"}) {
      Workflow workflow = readWithFiles(subWorkflow(path), Map.of());
      assertThat(names(workflow)).containsExactly("a");
      assertThat(job(workflow, "a").type()).isEqualTo("sub-workflow");
      assertThat(notes(workflow)).anyMatch(note -> note.contains("is not at hand"));
    }
  }

  @Test
  void whatTheParentCouldNotResolveMeansNothingInTheChild() throws LineageException {
    beside.put(
        "child/workflow.xml",
        Workflows.definition(
            "<parameters><property><name>x</name><value>/wrong</value></property></parameters>"
                + "<start to='b'/><action name='b'>"
                + "<git><destination-uri>${target}</destination-uri></git>"
                + "<ok to='e'/><error to='e'/></action><end name='e'/>"));
    Workflow workflow =
        readWithFiles(
            action(
                "<sub-workflow><app-path>child</app-path><configuration>"
                    + "<property><name>target</name><value>/d/${x}</value></property>"
                    + "</configuration></sub-workflow>"),
            Map.of());
    assertThat(uses(workflow, "a/b")).containsExactly("w /d/${x}");
    assertThat(notes(workflow)).contains("${x} stays as written: it was handed over like this");
  }

  @Test
  void aLoopOfSubWorkflowsIsTakenInOnce() throws LineageException {
    beside.put("b/workflow.xml", subWorkflow("${wf:appPath()}/../c"));
    beside.put("c/workflow.xml", subWorkflow("${wf:appPath()}/../b"));
    Workflow workflow = readWithFiles(subWorkflow("${wf:appPath()}/b"), Map.of());
    assertThat(workflow.jobs())
        .singleElement()
        .satisfies(
            job -> {
              assertThat(job.name()).isEqualTo("a/a/a");
              assertThat(job.type()).isEqualTo("sub-workflow");
            });
    assertThat(workflow.notes())
        .anyMatch(
            note ->
                note.text().endsWith("one of those that run it: one round of the loop is shown"));
  }

  @Test
  void aSubWorkflowThatCannotBeUsedIsRefusedWithItsOwnPlace() {
    beside.put("b/workflow.xml", "<workflow-app>");
    assertThatThrownBy(() -> readWithFiles(subWorkflow("b"), Map.of()))
        .hasMessageStartingWith("app/b/workflow.xml:1: not well-formed XML");
    assertThatThrownBy(() -> readWithFiles(action("<sub-workflow/>"), Map.of()))
        .hasMessage("app/workflow.xml:2: sub-workflow 'a' has no <app-path>");
  }

  @Test
  void tooManySubWorkflowsAreRefused() {
    for (int i = 0; i < 60; i++) {
      beside.put("s" + i + "/workflow.xml", subWorkflow("${root}/s" + (i + 1)));
    }
    Map<String, String> properties = Map.of("root", "${wf:appPath()}");
    String xml = subWorkflow("${wf:appPath()}/s0");
    assertThatThrownBy(() -> readWithFiles(deeper(xml), properties))
        .hasMessageContaining("sub-workflows are nested more than 50 deep");
  }

  /** Lets every level hand its properties down. */
  private String deeper(String xml) {
    beside.replaceAll(
        (path, text) ->
            text.replace("</app-path>", "</app-path><propagate-configuration/>")
                .replace("${root}", "${top}"));
    return xml.replace(
        "</app-path>",
        "</app-path><configuration><property><name>top</name><value>${wf:appPath()}</value>"
            + "</property></configuration>");
  }

  @Test
  void stepsOfAllSubWorkflowsTogetherAreBounded() {
    StringBuilder nodes = new StringBuilder("<start to='n0'/>");
    for (int i = 0; i < 900; i++) {
      nodes.append(
          "<action name='n%d'><fs/><ok to='n%d'/><error to='n%d'/></action>"
              .formatted(i, i + 1, i + 1));
    }
    String wide = Workflows.definition(nodes + "<end name='n900'/>");
    beside.put("b/workflow.xml", wide);
    String three =
        Workflows.definition(
            "<start to='n0'/>"
                + "<action name='n0'><sub-workflow><app-path>b</app-path></sub-workflow>"
                + "<ok to='n1'/><error to='e'/></action>"
                + "<action name='n1'><sub-workflow><app-path>b</app-path></sub-workflow>"
                + "<ok to='n2'/><error to='e'/></action>"
                + "<action name='n2'><sub-workflow><app-path>b</app-path></sub-workflow>"
                + "<ok to='e'/><error to='e'/></action><end name='e'/>");
    assertThatThrownBy(() -> readWithFiles(three, Map.of()))
        .hasMessageContaining("with its sub-workflows the workflow has more than 2000 nodes");
  }

  @Test
  void anUnusableConfigurationIsNoted() throws LineageException {
    beside.put("config-default.xml", "<configuration>");
    assertThat(notes(readWithFiles(action("<fs/>"), Map.of())))
        .containsExactly(
            "app/config-default.xml:1: not well-formed XML: "
                + "it ends before all its elements do");
  }

  @Test
  void aDefinitionWithoutNamespaceIsNoted() throws LineageException {
    assertThat(notes(read(action("<fs/>").replace("uri:oozie:workflow:0.5", "uri:other"))))
        .containsExactly(
            "the root element is not in a namespace 'uri:oozie:workflow:…':"
                + " Oozie itself refuses it");
  }
}
