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
    Summary summary = summaries.get(List.of(workload, rule.contender()));
    return summary == null ? Double.NaN : rule.ratio().of(summary);
  }

  /** How many targets there are. */
  long targets() {
    return verdicts().size();
  }

  /** How many of them are missed. */
  long missed() {
    return verdicts().stream().filter(met -> !met).count();
  }

  private List<Boolean> verdicts() {
    List<Boolean> verdicts = new ArrayList<>();
    for (Rule rule : rules) {
      for (String workload : workloads) {
        if (rule.hasTarget() && rule.holdsFor(workload)) {
          verdicts.add(rule.met(value(rule, workload)));
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
    return shown + (rule.met(value) ? " PASS" : " MISS");
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
          figures.result(result);
        }
      }
    }
  }
}
