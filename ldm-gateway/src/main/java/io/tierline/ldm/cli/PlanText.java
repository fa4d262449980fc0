/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import io.tierline.ldm.cli.WorkflowPlan.PlannedDataset;
import io.tierline.ldm.graph.Vertex;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.JointGraph.Conflict;
import io.tierline.ldm.lineage.Note;
import io.tierline.ldm.lineage.Printable;
import io.tierline.ldm.lineage.TaskGraph;
import io.tierline.ldm.placement.PlacementPlan;
import io.tierline.ldm.rating.LineageQuotient;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Prints a plan for people. */
final class PlanText {
  private final PrintWriter out;

  PlanText(PrintWriter out) {
    this.out = out;
  }

  void print(String file, WorkflowPlan plan) {
    line(
        out,
        "%s: workflow '%s', %s, %s",
        file,
        plan.workflow().name(),
        counted(plan.workflow().jobs().size(), "job"),
        counted(plan.datasets().size(), "dataset"));
    jobs(plan.tasks());
    edges(plan.tasks());
    datasets(plan.datasets());
    conflicts(plan.conflicts());
    notes(plan.workflow().notes());
    out.println();
  }

  /** Prints a line with names from definitions, which whoever wrote these has chosen. */
  static void line(PrintWriter out, String format, Object... names) {
    out.println(Printable.of(format.formatted(names)));
  }

  static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private void jobs(TaskGraph tasks) {
    AlignedTable table = new AlignedTable("level", "line", "job", "type", "after");
    for (JobId id : tasks.inOrder()) {
      Job job = tasks.jobs().get(id);
      String name = job.name() + (job.onError() ? " (on error)" : "");
      table.row(tasks.level(id), job.line(), name, job.type(), joined(new TreeSet<>(job.after())));
    }
    table.print("Jobs", out);
  }

  private void edges(TaskGraph tasks) {
    AlignedTable table = new AlignedTable("from", "to", "because of");
    for (TaskGraph.Edge edge : tasks.edges()) {
      String cause = edge.kind() == TaskGraph.EdgeKind.DATA ? "data " + edge.dataset() : "control";
      table.row(edge.from().job(), edge.to().job(), cause);
    }
    table.print("Edges", out);
  }

  private void datasets(List<PlannedDataset> datasets) {
    AlignedTable table =
        new AlignedTable("dataset", "written by", "read by", "R", "slack", "LQ", "replicas on");
    for (PlannedDataset dataset : datasets) {
      Vertex vertex = dataset.vertex();
      double quotient = LineageQuotient.of(vertex.reusability(), vertex.slack());
      table.row(
          vertex.dataset(),
          names(vertex.writers()),
          names(vertex.readers()),
          vertex.reusability(),
          vertex.slack(),
          String.format(Locale.ROOT, "%.2f", quotient),
          media(dataset.placement()));
    }
    table.print("Datasets", out);
  }

  private static String media(PlacementPlan placement) {
    return placement == null
        ? "(not written here)"
        : placement.replicas().stream()
            .map(replica -> replica.medium().name())
            .collect(Collectors.joining(" "));
  }

  private void conflicts(List<Conflict> conflicts) {
    AlignedTable table = new AlignedTable("left out", "because");
    conflicts.forEach(conflict -> table.row(conflict.leftOut().job(), conflict.reason()));
    table.print("Conflicts", out);
  }

  private void notes(List<Note> notes) {
    AlignedTable table = new AlignedTable("line", "job", "note");
    for (Note note : notes) {
      table.row(where(note), note.job(), note.text());
    }
    table.print("Notes", out);
  }

  /** A line of the workflow's own file, or the file of a sub-workflow with its line. */
  private static String where(Note note) {
    String line = note.line() == 0 ? "" : String.valueOf(note.line());
    return note.file().isEmpty() ? line : note.file() + ":" + line;
  }

  private static String names(List<JobId> jobs) {
    return joined(jobs.stream().map(JobId::job).toList());
  }

  static String joined(Collection<String> names) {
    return names.isEmpty() ? "-" : String.join(", ", names);
  }
}
