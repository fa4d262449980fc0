/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.report.Figures;
import io.tierline.cli.report.TextTable;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One setting's ratios beside their targets, a row per rule and a column per workload. */
final class Matrix {
  private final Setting setting;
  private final List<Rule> rules;
  private final List<String> workloads;
  private final Map<List<String>, Summary> summaries = new LinkedHashMap<>();

  Matrix(Setting setting, List<Rule> rules, List<Summary> summaries) {
    this.setting = setting;
    this.rules = rules;
    for (Summary one : summaries) {
      this.summaries.put(List.of(one.workload(), one.contender()), one);
    }
    workloads = summaries.stream().map(Summary::workload).distinct().toList();
  }

  private double value(Rule rule, String workload) {
    return ratioOf(rule.contender(), rule, workload);
  }

  /** The same ratio of the bound: what the contender's is at the least. */
  private double leastPossible(Rule rule, String workload) {
    return rule.isBounded() ? ratioOf(rule.bound(), rule, workload) : Double.NaN;
  }

  private double ratioOf(String contender, Rule rule, String workload) {
    Summary summary = summaries.get(List.of(workload, contender));
    return summary == null ? Double.NaN : rule.ratio().of(summary);
  }

  private Verdict verdict(Rule rule, String workload) {
    return Verdict.of(rule, value(rule, workload), leastPossible(rule, workload));
  }

  /** How many targets there are. */
  long targets() {
    return verdicts().size();
  }

  /** How many of them are missed, though the bound leaves room for them. */
  long missed() {
    return count(Verdict.MISS);
  }

  /** How many of them nobody can meet. */
  long refuted() {
    return count(Verdict.REFUTED);
  }

  private long count(Verdict wanted) {
    return verdicts().stream().filter(verdict -> verdict == wanted).count();
  }

  private List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    for (Rule rule : rules) {
      for (String workload : workloads) {
        if (rule.hasTarget() && rule.holdsFor(workload)) {
          verdicts.add(verdict(rule, workload));
        }
      }
    }
    return verdicts;
  }

  void print(PrintStream out) {
    out.println(setting.title());
    List<String> columns = new ArrayList<>(List.of("contender", "ratio", "#at most"));
    workloads.forEach(workload -> columns.add("#" + workload));
    TextTable table = new TextTable(columns.toArray(String[]::new));
    for (Rule rule : rules) {
      List<String> cells = new ArrayList<>();
      cells.add(rule.contender());
      cells.add(rule.ratio().title());
      cells.add(rule.hasTarget() ? TextTable.number(rule.most(), 2) : "reported");
      workloads.forEach(workload -> cells.add(cell(rule, workload)));
      table.row(cells.toArray(String[]::new));
      if (rule.isBounded()) {
        table.row(boundRow(rule));
      }
    }
    List<String> peers = new ArrayList<>(List.of("", "best peer", ""));
    workloads.forEach(workload -> peers.add(bestPeer(workload)));
    table.row(peers.toArray(String[]::new)).print(out);
    out.println();
  }

  private String cell(Rule rule, String workload) {
    if (!rule.holdsFor(workload)) {
      return "";
    }
    double value = value(rule, workload);
    String shown = TextTable.number(value, 3);
    if (!rule.hasTarget()) {
      return shown + "     ";
    }
    return shown + " " + verdict(rule, workload);
  }

  /** What the bound's ratio is, and by how much of its time the contender may still be faster. */
  private String[] boundRow(Rule rule) {
    List<String> cells = new ArrayList<>(List.of("", "least possible (room left)", ""));
    for (String workload : workloads) {
      double least = leastPossible(rule, workload);
      double room = 100 * (1 - least / value(rule, workload));
      cells.add(
          rule.holdsFor(workload) && Double.isFinite(room)
              ? TextTable.number(least, 3) + " (" + TextTable.number(room, 0) + " %)"
              : "");
    }
    return cells.toArray(String[]::new);
  }

  private String bestPeer(String workload) {
    return summaries.values().stream()
        .filter(one -> one.workload().equals(workload))
        .findFirst()
        .map(Summary::bestPeer)
        .orElse("-");
  }

  /** Adds each target with what was measured. */
  void addTo(Figures figures) {
    for (Rule rule : rules) {
      for (String workload : workloads) {
        if (rule.hasTarget() && rule.holdsFor(workload)) {
          double value = value(rule, workload);
          Map<String, Object> result = new LinkedHashMap<>();
          result.put("contender", rule.contender());
          result.put("workload", workload);
          result.put("setting", setting.name());
          result.put("check", rule.ratio().key());
          result.put("value", Double.isFinite(value) ? value : null);
          result.put("target_at_most", rule.most());
          result.put("pass", rule.met(value));
          if (rule.isBounded()) {
            double least = leastPossible(rule, workload);
            result.put("least_possible", Double.isFinite(least) ? least : null);
            result.put("refuted", verdict(rule, workload) == Verdict.REFUTED);
          }
          figures.result(result);
        }
      }
    }
  }
}
