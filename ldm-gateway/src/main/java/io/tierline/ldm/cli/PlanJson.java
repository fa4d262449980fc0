/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.tierline.ldm.cli.WorkflowPlan.PlannedDataset;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.Note;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.oozie.check.Rule;
import io.tierline.ldm.oozie.coord.FileReport;
import io.tierline.ldm.oozie.coord.JointPlan;
import io.tierline.ldm.rating.LineageQuotient;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** Plans as figures: one object with a result for each file, and what follows from all. */
final class PlanJson {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  private final Map<String, Object> parameters;
  private final List<Map<String, Object>> results = new ArrayList<>();
  private Map<String, Object> joint = Map.of();
  private List<Map<String, Object>> unresolved = List.of();
  private List<Rule> rules = List.of();

  PlanJson(Map<String, Object> parameters) {
    this.parameters = parameters;
  }

  void add(String file, WorkflowPlan plan) {
    Map<String, Object> result = result(file);
    result.put("kind", "workflow");
    result.put("name", plan.workflow().name());
    result.put("jobs", plan.tasks().inOrder().stream().map(id -> job(id, plan.tasks())).toList());
    result.put("edges", plan.tasks().edges().stream().map(PlanJson::edge).toList());
    result.put("datasets", plan.datasets().stream().map(PlanJson::dataset).toList());
    result.put("conflicts", plan.conflicts().stream().map(c -> JointJson.conflict(c, 1)).toList());
    result.put("notes", plan.workflow().notes().stream().map(PlanJson::note).toList());
  }

  /** Adds what was read from a file that is no workflow. */
  void add(FileReport report) {
    Map<String, Object> result = result(report.file());
    result.put("kind", report.kind().name().toLowerCase(Locale.ROOT));
    result.put("name", report.name());
    JointJson.describe(report, result);
  }

  /** Adds what follows from all files together. */
  void addJoint(JointPlan plan) {
    joint = JointJson.joint(plan);
    unresolved = plan.findings().stream().map(JointJson::finding).toList();
  }

  /** Adds whether the rules of every lineage hold. */
  void addRules(List<Rule> asked) {
    rules = asked;
  }

  void addRefused(String file, String reason) {
    result(file).put("refused", reason);
  }

  private Map<String, Object> result(String file) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("contender", "ldm");
    result.put("workload", file);
    results.add(result);
    return result;
  }

  private static Map<String, Object> job(JobId id, TaskGraph tasks) {
    Job job = tasks.jobs().get(id);
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("job", job.name());
    all.put("type", job.type());
    all.put("line", job.line());
    all.put("level", tasks.level(id));
    all.put("after", new TreeSet<>(job.after()));
    all.put("excludes", new TreeSet<>(job.excludes()));
    all.put("on_error", job.onError());
    return all;
  }

  private static Map<String, Object> edge(TaskGraph.Edge edge) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("from", edge.from().job());
    all.put("to", edge.to().job());
    all.put("kind", edge.kind().name().toLowerCase(Locale.ROOT));
    if (edge.dataset() != null) {
      all.put("dataset", edge.dataset().toString());
    }
    return all;
  }

  private static Map<String, Object> dataset(PlannedDataset dataset) {
    Vertex vertex = dataset.vertex();
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("dataset", vertex.dataset().toString());
    all.put("writers", vertex.writers().stream().map(JobId::job).toList());
    all.put("readers", vertex.readers().stream().map(JobId::job).toList());
    all.put("reusability", vertex.reusability());
    all.put("slack_levels", vertex.slack());
    all.put("lineage_quotient", LineageQuotient.of(vertex.reusability(), vertex.slack()));
    if (dataset.placement() != null) {
      all.put(
          "replicas", dataset.placement().replicas().stream().map(r -> r.medium().name()).toList());
    }
    return all;
  }

  private static Map<String, Object> note(Note note) {
    Map<String, Object> all = new LinkedHashMap<>();
    if (!note.file().isEmpty()) {
      all.put("file", note.file());
    }
    all.put("line", note.line());
    all.put("job", note.job());
    all.put("text", note.text());
    return all;
  }

  void write(Writer out) throws IOException {
    JSON.writeValue(out, figures());
    out.write(System.lineSeparator());
    out.flush();
  }

  /** Writes the same in UTF-8. */
  void write(OutputStream out) throws IOException {
    JSON.writeValue(out, figures());
    out.write(System.lineSeparator().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private Map<String, Object> figures() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("command", "ldm-plan");
    all.put("commit", System.getProperty("tierline.commit", "unknown"));
    all.put("machine", Machine.current());
    all.put("parameters", parameters);
    all.put("results", results);
    all.put("joint", joint);
    all.put("unresolved", unresolved);
    if (!rules.isEmpty()) {
      all.put("rules", rules);
    }
    return all;
  }
}
