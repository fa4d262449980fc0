/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import static io.tierline.ldm.cli.PlanText.line;

import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.oozie.coord.FileReport;
import io.tierline.ldm.oozie.coord.FileReport.DatasetReport;
import io.tierline.ldm.oozie.coord.FileReport.Event;
import io.tierline.ldm.oozie.coord.FileReport.Member;
import io.tierline.ldm.oozie.coord.FileReport.Run;
import io.tierline.ldm.oozie.coord.Finding;
import io.tierline.ldm.oozie.coord.JointPlan;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Prints what was read from coordinators and their like, and what follows from all files. */
final class JointText {
  /** Rows of a table that are printed; all are in the figures. */
  static final int ROWS_MAX = 1_000;

  /** Names of jobs in one cell. */
  private static final int NAMES_MAX = 3;

  private final PrintWriter out;

  JointText(PrintWriter out) {
    this.out = out;
  }

  void print(FileReport report) {
    switch (report.kind()) {
      case COORDINATOR -> report.runs().forEach(run -> coordinator(report.file(), run));
      case BUNDLE -> bundle(report);
      case DATASETS -> datasets(report);
      default -> {
        line(out, "%s: %s", report.file(), counted(report.properties(), "property"));
        out.println();
      }
    }
  }

  private static String counted(int count, String what) {
    boolean irregular = what.endsWith("y") && count != 1;
    return irregular
        ? count + " " + what.substring(0, what.length() - 1) + "ies"
        : PlanText.counted(count, what);
  }

  private void coordinator(String file, Run run) {
    line(
        out,
        "%s: coordinator '%s', %s, %s to %s, %s, %s%s",
        file,
        run.name(),
        run.frequency(),
        shown(run.start()),
        shown(run.end()),
        run.zone(),
        counted(run.actions(), "action"),
        run.bundle().isEmpty() ? "" : " (started by " + run.bundle() + ")");
    line(out, "  runs %s", run.workflow().isEmpty() ? "a workflow not at hand" : run.workflow());
    AlignedTable table = new AlignedTable("event", "does", "dataset", "made", "instances", "where");
    for (Event event : run.events()) {
      DatasetReport dataset = event.dataset();
      table.row(
          event.name(),
          event.writes() ? "write" : "read",
          dataset.name(),
          dataset.frequency().isEmpty() ? "?" : dataset.frequency(),
          event.instances(),
          dataset.uri());
    }
    table.print("Data events", out);
    out.println();
  }

  private static String shown(Instant time) {
    return time == null ? "?" : time.toString();
  }

  private void bundle(FileReport report) {
    line(
        out,
        "%s: bundle '%s', %s",
        report.file(),
        report.name(),
        counted(report.members().size(), "coordinator"));
    AlignedTable table = new AlignedTable("coordinator", "enabled", "file", "application path");
    for (Member member : report.members()) {
      String file = member.file().isEmpty() ? "(not at hand)" : member.file();
      table.row(member.name(), member.enabled() ? "yes" : "no", file, member.appPath());
    }
    table.print("Coordinators", out);
    out.println();
  }

  private void datasets(FileReport report) {
    line(out, "%s: %s", report.file(), counted(report.datasets().size(), "dataset"));
    AlignedTable table = new AlignedTable("dataset", "made", "first", "done flag", "where");
    for (DatasetReport dataset : report.datasets()) {
      table.row(
          dataset.name(),
          dataset.frequency().isEmpty() ? "?" : dataset.frequency(),
          shown(dataset.initialInstance()),
          dataset.doneFlag().isEmpty() ? "-" : dataset.doneFlag(),
          dataset.uri());
    }
    table.print("Datasets", out);
    out.println();
  }

  void joint(JointPlan plan) {
    int datasets = plan.blocks().vertices().size();
    out.printf(
        "Together: %s, %s, %s",
        counted(plan.workflows().size(), "workflow"),
        counted(plan.tasks().jobs().size(), "job"),
        counted(datasets, "dataset"));
    if (plan.window().from() != null) {
      out.printf(", from %s", plan.window().from());
    }
    out.println();
    datasets(plan);
    edges(plan);
    AlignedTable conflicts = new AlignedTable("times", "conflict");
    plan.clashes().stream()
        .limit(ROWS_MAX)
        .forEach(clash -> conflicts.row(clash.count(), clash.first().reason()));
    conflicts.print("Conflicts (left out of the joint graph)", out);
    more(plan.clashes().size());
    out.println();
  }

  private void datasets(JointPlan plan) {
    AlignedTable table =
        new AlignedTable("dataset", "written by", "read by", "R", "next use", "last use");
    for (Vertex vertex : plan.blocks().vertices().stream().limit(ROWS_MAX).toList()) {
      List<Instant> uses = vertex.uses();
      table.row(
          vertex.dataset(),
          names(vertex.writers()),
          names(vertex.readers()),
          vertex.reusability(),
          Objects.toString(JointJson.nextUse(vertex, plan.window().from()), "-"),
          uses.isEmpty() ? "-" : uses.get(uses.size() - 1));
    }
    table.print("Datasets", out);
    more(plan.blocks().vertices().size());
  }

  private static String names(List<JobId> jobs) {
    String shown = PlanText.joined(jobs.stream().limit(NAMES_MAX).map(JobId::toString).toList());
    int left = jobs.size() - NAMES_MAX;
    return left > 0 ? shown + " and " + left + " more" : shown;
  }

  private void edges(JointPlan plan) {
    List<TaskGraph.Edge> between =
        plan.tasks().edges().stream().filter(JointJson::isBetweenWorkflows).toList();
    AlignedTable table = new AlignedTable("from", "to", "because of");
    between.stream()
        .limit(ROWS_MAX)
        .forEach(edge -> table.row(edge.from(), edge.to(), edge.dataset()));
    table.print("Edges between workflows", out);
    more(between.size());
  }

  private void more(int rows) {
    if (rows > ROWS_MAX) {
      out.printf("  … and %d more; --json FILE writes all%n", rows - ROWS_MAX);
    }
  }

  void unresolved(List<Finding> findings) {
    AlignedTable table = new AlignedTable("what", "where", "why");
    for (Finding finding : findings) {
      String where = finding.file() + (finding.line() > 0 ? ":" + finding.line() : "");
      table.row(finding.subject(), where, finding.why());
    }
    table.print("Not resolved, or assumed", out);
  }
}
