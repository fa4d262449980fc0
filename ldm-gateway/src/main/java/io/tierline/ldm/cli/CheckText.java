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
import io.tierline.ldm.oozie.check.Rule;
import io.tierline.ldm.oozie.coord.FileKind;
import io.tierline.ldm.oozie.coord.FileReport;
import io.tierline.ldm.oozie.coord.FileReport.Run;
import io.tierline.ldm.oozie.coord.Finding;
import io.tierline.ldm.oozie.coord.JointPlan;
import io.tierline.ldm.oozie.coord.JointPlan.Clash;
import io.tierline.ldm.oozie.xml.Refusal;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Tells an operator what LDM would make of definitions: figures, and one line for each finding. */
final class CheckText {
  private final PrintWriter out;
  private int findings;

  CheckText(PrintWriter out) {
    this.out = out;
  }

  /**
   * Prints the figures and the findings; where nothing could be read, why alone.
   *
   * @param refused files that cannot be used, with the reason
   * @param others files of folders that are nothing of Oozie's
   */
  void print(JointPlan plan, List<Rule> rules, Map<String, String> refused, int others) {
    if (!refused.isEmpty() && plan.files().stream().allMatch(file -> file.refused() != null)) {
      refused.values().forEach(reason -> finding("refused", reason));
      return;
    }
    figures(plan, refused, others);
    for (Rule rule : rules) {
      String held = rule.broken().isEmpty() ? "holds" : "BROKEN " + rule.broken().size() + " times";
      out.printf("%-13s %s: %s, asked %,d times%n", "rule", rule.name(), held, rule.looked());
    }
    refused.values().forEach(reason -> finding("refused", reason));
    for (Rule rule : rules) {
      rule.broken().forEach(broken -> finding("broken", broken.where() + ": " + broken.why()));
    }
    plan.clashes().forEach(this::conflict);
    plan.findings().forEach(this::open);
    silent(plan);
    out.printf("%-13s %,d%n", "findings", findings);
  }

  private void figures(JointPlan plan, Map<String, String> refused, int others) {
    Map<FileKind, Long> kinds = new EnumMap<>(FileKind.class);
    plan.files().stream()
        .filter(file -> file.refused() == null)
        .forEach(file -> kinds.merge(file.kind(), 1L, Long::sum));
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("coordinators", kinds.getOrDefault(FileKind.COORDINATOR, 0L));
    figures.put("bundles", kinds.getOrDefault(FileKind.BUNDLE, 0L));
    figures.put("workflows", kinds.getOrDefault(FileKind.WORKFLOW, 0L));
    figures.put("of datasets", kinds.getOrDefault(FileKind.DATASETS, 0L));
    figures.put("of properties", kinds.getOrDefault(FileKind.PROPERTIES, 0L));
    figures.put("refused", (long) refused.size());
    figures.put("nothing of Oozie's", (long) others);
    row("files", figures);

    figures.clear();
    List<Run> runs = plan.files().stream().flatMap(file -> file.runs().stream()).toList();
    figures.put("submitted", (long) runs.size());
    figures.put(
        "with their workflow",
        runs.stream()
            .filter(run -> !run.workflow().isEmpty() && !refused.containsKey(run.workflow()))
            .count());
    figures.put("actions planned", runs.stream().mapToLong(Run::actions).sum());
    row("coordinators", figures);

    figures.clear();
    figures.put("defined", plan.files().stream().mapToLong(f -> f.datasets().size()).sum());
    figures.put("used by events", events(runs));
    row("datasets", figures);

    figures.clear();
    figures.put("in all", (long) plan.blocks().vertices().size());
    figures.put("with a producer", count(plan, Vertex::isProduced));
    figures.put("with a reader", count(plan, v -> v.reusability() > 0));
    figures.put("with both", count(plan, v -> v.isProduced() && v.reusability() > 0));
    figures.put("of unknown place", count(plan, v -> v.dataset().isSymbolic()));
    row("instances", figures);
  }

  private static long count(JointPlan plan, Predicate<Vertex> what) {
    return plan.blocks().vertices().stream().filter(what).count();
  }

  private static long events(List<Run> runs) {
    return runs.stream()
        .flatMap(run -> run.events().stream())
        .map(event -> event.dataset().uri())
        .distinct()
        .count();
  }

  private void row(String name, Map<String, Long> figures) {
    StringBuilder line = new StringBuilder();
    figures.forEach(
        (what, count) ->
            line.append(line.length() == 0 ? "" : ", ").append("%,d %s".formatted(count, what)));
    PlanText.line(out, "%-13s %s", name, line);
  }

  private void conflict(Clash clash) {
    String times = clash.count() > 1 ? " (and %,d more)".formatted(clash.count() - 1) : "";
    finding("conflict", clash.first().reason() + times);
  }

  private void open(Finding finding) {
    finding("open", place(finding) + ": " + finding.subject() + ": " + finding.why());
  }

  private static String place(Finding finding) {
    return finding.file() + (finding.line() > 0 ? ":" + finding.line() : "");
  }

  /** Of a coordinator without data events LDM learns only what its workflow states. */
  private void silent(JointPlan plan) {
    for (FileReport file : plan.files()) {
      for (Run run : file.runs()) {
        if (run.events().isEmpty()) {
          finding("silent", file.file() + ": coordinator '" + run.name() + "' states no data");
        }
      }
    }
  }

  private void finding(String kind, String text) {
    findings++;
    PlanText.line(out, "%-13s %s", kind, Refusal.oneLine(text));
  }
}
