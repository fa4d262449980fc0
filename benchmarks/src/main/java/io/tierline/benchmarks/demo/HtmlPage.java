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
import io.tierline.cli.report.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page: one file that needs no network, with its data, style, script and Chart.js inside. */
final class HtmlPage {
  private static final String EMULATED =
      "<p><strong>Your devices.</strong> Volumes take the time of modelled devices, a 16 TB disk"
          + " and an NVMe SSD, at an eighth of their speed: two cores then have the disk"
          + " bandwidth per core of a usual DataNode. Seconds are of this emulation; what"
          + " transfers to a cluster are ratios, where disks are the bottleneck. Shuffle and"
          + " spills are not emulated.</p>";
  private static final String REAL =
      "<p><strong>How fast a tier is.</strong> All volumes, SSD and DISK alike, are directories on"
          + " one real disk of one machine. A difference between two times below is mostly noise"
          + " and start-up.</p>";

  /** Names that a newcomer has not met. */
  private static final String PARTS =
      " LDM places blocks by which jobs will read them. BID decides in which order a disk serves"
          + " its readers and writers.";

  private final DemoReport report;

  HtmlPage(DemoReport report) {
    this.report = report;
  }

  /** The page, filled. */
  Page page() throws IOException {
    DemoReport first = first();
    PageTables tables = new PageTables(first);
    RunResult last = first.shown().get(first.shown().size() - 1);
    return new Page(HtmlPage.class, "Tierline demo: placed by lineage", "report.html")
        .slot("lead", Html.escape(lead()))
        .slot("gained", Html.escape(first.headline()))
        .slot("caveat", report.settings().emulated() ? EMULATED : REAL)
        .slot("cards", cards())
        .slot("graph", GraphSvg.of(last.graph(), last.datasets()))
        .slot("reads", tables.reads())
        .slot("replicas", tables.replicas())
        .slot("times", tables.times())
        .slot("spent", new SpentSection(first, "spent-chart").html())
        .slot("strips", new StripsSection(first).html())
        .slot("checks", tables.checks())
        .slot("beside", new BesideSection(report.of(Scene.BESIDE), isSecond()).html())
        .slot("setting", tables.setting())
        .slot("counters", tables.counters())
        .resource("owncss", "report.css")
        .data(data())
        .resource("js", "report.js");
  }

  /** The scene that most of the page is about. */
  private DemoReport first() {
    return report.of(report.scenes().get(0));
  }

  private boolean isSecond() {
    return report.scenes().size() > 1;
  }

  private String lead() {
    Scene scene = report.scenes().get(0);
    return String.format(
        "TeraGen, TeraSort and TeraValidate over %,d rows (%s MiB), run under %s, each on a fresh"
            + " cluster of 4 DataNodes with SSD and DISK volumes.%s",
        report.settings().rows(scene),
        PageTables.mib(report.settings().dataBytes(scene)),
        String.join(
            ", then under ", first().shown().stream().map(run -> run.contender().title()).toList()),
        report.runs().stream().anyMatch(run -> run.contender().hasLdm()) ? PARTS : "");
  }

  private String cards() {
    StringBuilder cards = new StringBuilder("<ul class=\"cards\">");
    gain(cards);
    long passed = report.checks().stream().filter(Check::passed).count();
    boolean all = passed == report.checks().size();
    card(
        cards,
        all ? "pass" : "fail",
        passed + " of " + report.checks().size(),
        all ? "checks passed" : "checks passed; see which failed below");
    return cards.append("</ul>").toString();
  }

  /** The last contender beside the first: what a newcomer wants to know. */
  private void gain(StringBuilder cards) {
    ChainTimes times = first().times();
    List<Contender> ran = times.contenders();
    Contender first = ran.get(0);
    Contender last = ran.get(ran.size() - 1);
    if (report.isTimed() && first != last) {
      card(
          cards,
          "gain",
          String.format(
              Locale.ROOT,
              "%.0f s \u2192 %.0f s",
              times.chain(first).median(),
              times.chain(last).median()),
          "the chain under "
              + first.title()
              + ", and under "
              + last.title()
              + " (emulated devices)");
    }
  }

  private static void card(StringBuilder cards, String kind, String figure, String meaning) {
    cards
        .append("<li><strong class=\"")
        .append(kind)
        .append("\">")
        .append(Html.escape(figure))
        .append("</strong><span>")
        .append(Html.escape(meaning))
        .append("</span></li>");
  }

  private Map<String, Object> data() {
    List<RunResult> runs = first().shown();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("emulated", report.settings().emulated());
    data.put("contenders", runs.stream().map(run -> run.contender().key()).toList());
    data.put("times", times(first()));
    data.put("beside", isSecond() ? times(report.of(Scene.BESIDE)) : List.of());
    data.put("jobs", jobs(first()));
    data.put("besideJobs", jobs(report.of(Scene.BESIDE)));
    data.put(
        "datasets",
        runs.stream()
            .flatMap(run -> run.datasets().stream().map(set -> DemoFigures.dataset(run, set)))
            .toList());
    return data;
  }

  private static List<Map<String, Object>> jobs(DemoReport scene) {
    return scene.shown().stream()
        .flatMap(run -> run.jobs().stream().map(job -> DemoFigures.job(run, job)))
        .toList();
  }

  private static List<Map<String, Object>> times(DemoReport scene) {
    return scene.times().contenders().stream()
        .<Map<String, Object>>map(
            contender -> Map.of("contender", contender.key(), "seconds", medians(scene, contender)))
        .toList();
  }

  /** By job, and of the whole chain. */
  private static List<Double> medians(DemoReport scene, Contender contender) {
    ChainTimes times = scene.times();
    List<Double> seconds = new ArrayList<>();
    scene
        .shown()
        .get(0)
        .jobs()
        .forEach(job -> seconds.add(times.job(contender, job.name()).median()));
    seconds.add(times.chain(contender).median());
    return seconds;
  }
}
