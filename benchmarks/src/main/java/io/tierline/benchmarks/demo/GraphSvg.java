/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import io.tierline.cli.report.Html;
import io.tierline.ldm.lineage.DatasetPath;
import io.tierline.ldm.lineage.Job;
import io.tierline.ldm.lineage.JobId;
import io.tierline.ldm.lineage.TaskGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws a task graph from left to right: the jobs of one level in a column, what they write in the
 * next. Colours come from the page's style sheet.
 */
final class GraphSvg {
  private static final int WIDTH = 122;
  private static final int HEIGHT = 74;
  private static final int GAP_X = 28;
  private static final int GAP_Y = 24;
  private static final int MARGIN = 8;
  private static final int CHIP = 14;

  private record Box(int x, int y) {
    int middle() {
      return y + HEIGHT / 2;
    }
  }

  private final TaskGraph graph;
  private final Map<DatasetPath, DatasetState> datasets = new LinkedHashMap<>();
  private final Map<JobId, Box> jobBoxes = new LinkedHashMap<>();
  private final Map<DatasetPath, Box> datasetBoxes = new LinkedHashMap<>();
  private final Map<Integer, Integer> rows = new HashMap<>();

  private GraphSvg(TaskGraph graph, List<DatasetState> states) {
    this.graph = graph;
    states.forEach(state -> datasets.put(state.path(), state));
  }

  static String of(TaskGraph graph, List<DatasetState> datasets) {
    return new GraphSvg(graph, datasets).draw();
  }

  private String draw() {
    for (JobId id : graph.inOrder()) {
      int column = 2 * graph.level(id);
      jobBoxes.put(id, place(column));
      graph
          .job(id)
          .orElseThrow()
          .writes()
          .forEach(path -> datasetBoxes.put(path, place(column + 1)));
    }
    int columns = 1 + rows.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
    int deepest = rows.values().stream().mapToInt(Integer::intValue).max().orElse(1);
    int width = 2 * MARGIN + columns * (WIDTH + GAP_X) - GAP_X;
    int height = 2 * MARGIN + deepest * (HEIGHT + GAP_Y) - GAP_Y;
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg class=\"graph\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\""
                + " aria-label=\"%s\">\n",
            width,
            height,
            width,
            height,
            Html.escape(inWords())));
    svg.append(
        "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\""
            + " markerHeight=\"7\" orient=\"auto\"><path class=\"head\" d=\"M0 0 8 4 0 8z\"/>"
            + "</marker></defs>\n");
    edges(svg);
    jobBoxes.forEach((id, box) -> job(svg, graph.job(id).orElseThrow(), box));
    datasetBoxes.forEach((path, box) -> dataset(svg, path, box));
    return svg.append("</svg>").toString();
  }

  private Box place(int column) {
    int row = rows.merge(column, 1, Integer::sum) - 1;
    return new Box(MARGIN + column * (WIDTH + GAP_X), MARGIN + row * (HEIGHT + GAP_Y));
  }

  /** The graph in words, for those who cannot see it. */
  private String inWords() {
    List<String> sentences = new ArrayList<>();
    for (Job job : graph.inOrder().stream().map(id -> graph.job(id).orElseThrow()).toList()) {
      sentences.add(job.name() + " reads " + job.reads() + " and writes " + job.writes());
    }
    return String.join("; ", sentences);
  }

  private void edges(StringBuilder svg) {
    jobBoxes.forEach(
        (id, box) -> {
          Job job = graph.job(id).orElseThrow();
          job.writes().forEach(path -> edge(svg, box, datasetBoxes.get(path)));
          datasetBoxes.forEach(
              (path, from) -> {
                if (job.reads().stream().anyMatch(read -> read.overlaps(path))) {
                  edge(svg, from, box);
                }
              });
        });
  }

  private static void edge(StringBuilder svg, Box from, Box to) {
    int start = from.x() + WIDTH;
    int half = (start + to.x()) / 2;
    svg.append(
        String.format(
            Locale.ROOT,
            "<path class=\"edge\" marker-end=\"url(#head)\" d=\"M%d %d C%d %d %d %d %d %d\"/>\n",
            start,
            from.middle(),
            half,
            from.middle(),
            half,
            to.middle(),
            to.x() - 2,
            to.middle()));
  }

  private static void job(StringBuilder svg, Job job, Box box) {
    rectangle(svg, "job", box, 6);
    text(svg, "", box, 34, job.name());
    text(svg, "soft", box, 53, job.type() + " action");
  }

  private void dataset(StringBuilder svg, DatasetPath path, Box box) {
    rectangle(svg, "dataset", box, 20);
    DatasetState state = datasets.get(path);
    text(svg, "", box, 22, "…" + path.path().substring(path.path().lastIndexOf('/')));
    if (state == null) {
      return;
    }
    text(svg, "soft", box, 40, "R = " + state.readers());
    int fast = state.plannedOnSsd(ChainRun.REPLICATION);
    int left = box.x() + WIDTH / 2 - ChainRun.REPLICATION * (CHIP + 4) / 2 + 2;
    for (int i = 0; i < ChainRun.REPLICATION; i++) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\"/>\n",
              i < fast ? "ssd" : "disk",
              left + i * (CHIP + 4),
              box.y() + 49,
              CHIP,
              CHIP));
    }
  }

  private static void rectangle(StringBuilder svg, String kind, Box box, int corner) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>\n",
            kind,
            box.x(),
            box.y(),
            WIDTH,
            HEIGHT,
            corner));
  }

  private static void text(StringBuilder svg, String kind, Box box, int down, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n",
            kind,
            box.x() + WIDTH / 2,
            box.y() + down,
            Html.escape(text)));
  }
}
