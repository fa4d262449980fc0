/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.JointGraph.Conflict;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.oozie.coord.FileReport;
import io.tierline.ldm.oozie.coord.FileReport.DatasetReport;
import io.tierline.ldm.oozie.coord.FileReport.Event;
import io.tierline.ldm.oozie.coord.FileReport.Member;
import io.tierline.ldm.oozie.coord.FileReport.Run;
import io.tierline.ldm.oozie.coord.Finding;
import io.tierline.ldm.oozie.coord.JointPlan;
import io.tierline.ldm.rating.LineageQuotient;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What follows from several files together, as figures. */
final class JointJson {
  private JointJson() {}

  static void describe(FileReport report, Map<String, Object> result) {
    switch (report.kind()) {
      case COORDINATOR ->
          result.put("coordinators", report.runs().stream().map(JointJson::run).toList());
      case BUNDLE ->
          result.put("members", report.members().stream().map(JointJson::member).toList());
      case DATASETS ->
          result.put("datasets", report.datasets().stream().map(JointJson::dataset).toList());
      default -> result.put("properties", report.properties());
    }
  }

  private static Map<String, Object> run(Run run) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("id", run.id());
    all.put("name", run.name());
    all.put("bundle", run.bundle());
    all.put("frequency", run.frequency());
    all.put("start", time(run.start()));
    all.put("end", time(run.end()));
    all.put("timezone", run.zone());
    all.put("workflow", run.workflow());
    all.put("actions", run.actions());
    all.put("events", run.events().stream().map(JointJson::event).toList());
    return all;
  }

  private static Map<String, Object> event(Event event) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("event", event.name());
    all.put("access", event.writes() ? "write" : "read");
    all.put("instances", event.instances());
    all.putAll(dataset(event.dataset()));
    return all;
  }

  private static Map<String, Object> dataset(DatasetReport dataset) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("dataset", dataset.name());
    all.put("uri", dataset.uri());
    all.put("frequency", dataset.frequency());
    all.put("initial_instance", time(dataset.initialInstance()));
    all.put("done_flag", dataset.doneFlag());
    return all;
  }

  private static Map<String, Object> member(Member member) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("coordinator", member.name());
    all.put("app_path", member.appPath());
    all.put("file", member.file());
    all.put("enabled", member.enabled());
    return all;
  }

  static Map<String, Object> joint(JointPlan plan) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("from", time(plan.window().from()));
    all.put("until", time(plan.window().until()));
    all.put("workflows", plan.workflows().size());
    all.put("jobs", plan.tasks().jobs().size());
    Instant from = plan.window().from();
    Map<Instant, String> texts = new HashMap<>();
    all.put(
        "datasets",
        asWritten(() -> plan.blocks().vertices().stream().map(v -> vertex(v, from, texts))));
    all.put(
        "edges",
        asWritten(
            () ->
                plan.tasks().edges().stream()
                    .filter(JointJson::isBetweenWorkflows)
                    .map(JointJson::edge)));
    all.put(
        "conflicts",
        plan.clashes().stream().map(clash -> conflict(clash.first(), clash.count())).toList());
    return all;
  }

  /** Each is made when it is written, and then dropped: a plan may have a million of them. */
  private static Iterable<JsonObject> asWritten(Supplier<Stream<JsonObject>> figures) {
    return () -> figures.get().iterator();
  }

  static boolean isBetweenWorkflows(TaskGraph.Edge edge) {
    return !edge.from().workflow().equals(edge.to().workflow());
  }

  private static JsonObject vertex(Vertex vertex, Instant now, Map<Instant, String> texts) {
    return new JsonObject(
        out -> {
          out.writeStringField("dataset", vertex.dataset().toString());
          JsonObject.texts(out, "producers", vertex.writers());
          JsonObject.texts(out, "consumers", vertex.readers());
          out.writeNumberField("reusability", vertex.reusability());
          out.writeNumberField("slack_levels", vertex.slack());
          double quotient = LineageQuotient.of(vertex.reusability(), vertex.slack());
          out.writeNumberField("lineage_quotient", quotient);
          JsonObject.texts(
              out, "uses", vertex.uses().stream().map(use -> text(use, texts)).toList());
          Instant next = nextUse(vertex, now);
          out.writeStringField("next_use", next == null ? null : text(next, texts));
        });
  }

  private static String text(Instant time, Map<Instant, String> texts) {
    return texts.computeIfAbsent(time, Instant::toString);
  }

  /** The first use from the start of what was planned; null when none is known. */
  static Instant nextUse(Vertex vertex, Instant from) {
    return vertex.nextUse(from == null ? Instant.MIN : from).orElse(null);
  }

  private static JsonObject edge(TaskGraph.Edge edge) {
    return new JsonObject(
        out -> {
          out.writeStringField("from", edge.from().toString());
          out.writeStringField("to", edge.to().toString());
          out.writeStringField("dataset", edge.dataset().toString());
        });
  }

  static Map<String, Object> conflict(Conflict conflict, int count) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("kind", conflict.kind().name().toLowerCase(Locale.ROOT));
    all.put("kept", conflict.kept().toString());
    all.put("left_out", conflict.leftOut().toString());
    all.put("dataset", Objects.toString(conflict.dataset(), null));
    all.put("reason", conflict.reason());
    all.put("count", count);
    return all;
  }

  static Map<String, Object> finding(Finding finding) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("subject", finding.subject());
    all.put("file", finding.file());
    all.put("line", finding.line());
    all.put("why", finding.why());
    return all;
  }

  private static String time(Instant time) {
    return time == null ? null : time.toString();
  }
}
