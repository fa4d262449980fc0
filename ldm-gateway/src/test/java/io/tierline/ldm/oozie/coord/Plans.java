/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.oozie.coord;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.oozie.AppFiles;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes plans of files that exist only in a test. */
final class Plans {
  private final List<PlanFile> files = new ArrayList<>();
  private Map<String, String> properties = Map.of();
  private Instant from;
  private Instant until;

  static Plans with(String name, String content) {
    return new Plans().and(name, content);
  }

  Plans and(String name, String content) {
    files.add(new PlanFile(name, content.getBytes(StandardCharsets.UTF_8), AppFiles.none()));
    return this;
  }

  Plans properties(Map<String, String> given) {
    properties = given;
    return this;
  }

  Plans window(String start, String end) {
    from = start == null ? null : Times.parse(start).orElseThrow();
    until = end == null ? null : Times.parse(end).orElseThrow();
    return this;
  }

  Plans window(Instant start, Instant end) {
    from = start;
    until = end;
    return this;
  }

  JointPlan plan() {
    return JointPlan.of(files, properties, new PlanWindow(from, until));
  }

  /** A coordinator; the rest of it is what stands between its start and its end tag. */
  static String coordinator(String name, String frequency, String start, String end, String rest) {
    return coordinator(name, frequency, start, end, "UTC", rest);
  }

  static String coordinator(
      String name, String frequency, String start, String end, String zone, String rest) {
    return """
        <coordinator-app xmlns="uri:oozie:coordinator:0.4" name="%s" frequency="%s"
            start="%s" end="%s" timezone="%s">
          %s
        </coordinator-app>
        """
        .formatted(name, frequency, start, end, zone, rest);
  }

  static String action(String appPath, String... properties) {
    StringBuilder configuration = new StringBuilder();
    for (int i = 0; i < properties.length; i += 2) {
      configuration.append(
          "<property><name>%s</name><value>%s</value></property>"
              .formatted(properties[i], properties[i + 1]));
    }
    return "<action><workflow><app-path>%s</app-path><configuration>%s</configuration></workflow></action>"
        .formatted(appPath, configuration);
  }

  static String dataset(String name, String frequency, String initial, String uri) {
    return dataset(name, frequency, initial, "UTC", uri);
  }

  static String dataset(String name, String frequency, String initial, String zone, String uri) {
    return """
        <dataset name="%s" frequency="%s" initial-instance="%s" timezone="%s">
          <uri-template>%s</uri-template>
        </dataset>
        """
        .formatted(name, frequency, initial, zone, uri);
  }

  static String datasets(String... all) {
    return "<datasets>" + String.join("", all) + "</datasets>";
  }

  static String reads(String dataset, String... instances) {
    return "<input-events>" + event("data-in", "in", dataset, instances) + "</input-events>";
  }

  static String writes(String dataset, String... instances) {
    return "<output-events>" + event("data-out", "out", dataset, instances) + "</output-events>";
  }

  static String event(String kind, String name, String dataset, String... instances) {
    StringBuilder all = new StringBuilder();
    for (String instance : instances) {
      all.append("<instance>").append(instance).append("</instance>");
    }
    return "<%s name=\"%s\" dataset=\"%s\">%s</%s>".formatted(kind, name, dataset, all, kind);
  }

  static String readsRange(String dataset, String first, String last) {
    return """
        <input-events><data-in name="in" dataset="%s">
          <start-instance>%s</start-instance><end-instance>%s</end-instance>
        </data-in></input-events>
        """
        .formatted(dataset, first, last);
  }

  /** A workflow of one MapReduce job that reads ${in} and writes ${out}. */
  static String copyWorkflow() {
    return """
        <workflow-app xmlns="uri:oozie:workflow:0.5" name="copy">
          <start to="copy"/>
          <action name="copy">
            <map-reduce><configuration>
              <property><name>mapred.input.dir</name><value>${in}</value></property>
              <property><name>mapred.output.dir</name><value>${out}</value></property>
            </configuration></map-reduce>
            <ok to="end"/><error to="end"/>
          </action>
          <end name="end"/>
        </workflow-app>
        """;
  }

  static Vertex vertex(JointPlan plan, String path) {
    return plan.blocks()
        .vertex(DatasetPath.of(path))
        .orElseThrow(() -> new AssertionError(path + " is not in " + plan.blocks().vertices()));
  }

  static List<String> paths(JointPlan plan) {
    return plan.blocks().vertices().stream().map(v -> v.dataset().toString()).toList();
  }

  static List<String> names(List<JobId> jobs) {
    return jobs.stream().map(JobId::toString).toList();
  }

  static List<String> subjects(JointPlan plan) {
    return plan.findings().stream().map(Finding::subject).toList();
  }

  static List<String> uses(Vertex vertex) {
    return vertex.uses().stream().map(Times::format).toList();
  }
}
