/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page: one file that needs no network, with its data, style, script and Chart.js inside. */
final class HtmlPage {
  private static final Pattern SLOT = Pattern.compile("<!--#(\\w+)-->");
  private static final String CHART_JS_POM =
      "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";
  private static final String CHART_JS =
      "/META-INF/resources/webjars/chart.js/%s/dist/chart.umd.js";

  private final DemoReport report;

  HtmlPage(DemoReport report) {
    this.report = report;
  }

  /** Writes {@code index.html} and returns it. */
  Path write(Path directory) throws IOException {
    Files.createDirectories(directory);
    return Files.writeString(directory.resolve("index.html"), html());
  }

  String html() throws IOException {
    Map<String, String> slots = slots();
    return SLOT.matcher(text("report.html"))
        .replaceAll(slot -> Matcher.quoteReplacement(slots.get(slot.group(1))));
  }

  private Map<String, String> slots() throws IOException {
    PageTables tables = new PageTables(report);
    RunResult last = report.runs().get(report.runs().size() - 1);
    return Map.ofEntries(
        Map.entry("css", text("report.css")),
        Map.entry("lead", Html.escape(lead())),
        Map.entry("cards", cards()),
        Map.entry("graph", GraphSvg.of(last.graph(), last.datasets())),
        Map.entry("reads", tables.reads()),
        Map.entry("replicas", tables.replicas()),
        Map.entry("times", tables.times()),
        Map.entry("checks", tables.checks()),
        Map.entry("setting", tables.setting()),
        Map.entry("counters", tables.counters()),
        Map.entry("data", json()),
        Map.entry("chartjs", chartJs()),
        Map.entry("js", text("report.js")));
  }

  private String lead() {
    return String.format(
        "TeraGen, TeraSort and TeraValidate over %,d rows (%s MiB), run under %s, each on a fresh"
            + " cluster of 4 DataNodes with SSD and DISK volumes.",
        report.settings().rows(),
        PageTables.mib(report.settings().dataBytes()),
        String.join(
            ", then under ", report.runs().stream().map(run -> run.contender().title()).toList()));
  }

  private String cards() {
    StringBuilder cards = new StringBuilder("<ul class=\"cards\">");
    long passed = report.checks().stream().filter(Check::passed).count();
    boolean all = passed == report.checks().size();
    card(
        cards,
        all ? "pass" : "fail",
        passed + " of " + report.checks().size(),
        all ? "checks passed" : "checks passed; see which failed below");
    for (RunResult run : report.runs()) {
      card(
          cards,
          "",
          PageTables.percent(run.ssdReadFraction()),
          "of map input read from SSD under " + run.contender().title());
    }
    return cards.append("</ul>").toString();
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

  private String json() throws IOException {
    List<RunResult> runs = report.runs();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("contenders", runs.stream().map(run -> run.contender().key()).toList());
    data.put(
        "jobs",
        runs.stream()
            .flatMap(run -> run.jobs().stream().map(job -> DemoFigures.job(run, job)))
            .toList());
    data.put(
        "datasets",
        runs.stream()
            .flatMap(run -> run.datasets().stream().map(set -> DemoFigures.dataset(run, set)))
            .toList());
    // A script element ends at the first "</", whatever it stands in.
    return new ObjectMapper().writeValueAsString(data).replace("</", "<\\/");
  }

  /** The version that the build resolved; a web jar's paths carry it. */
  private static String chartJs() throws IOException {
    Properties pom = new Properties();
    try (InputStream in = open(CHART_JS_POM)) {
      pom.load(in);
    }
    return text(CHART_JS.formatted(pom.getProperty("version")));
  }

  private static String text(String name) throws IOException {
    try (InputStream in = open(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream open(String name) throws IOException {
    InputStream in = HtmlPage.class.getResourceAsStream(name);
    if (in == null) {
      throw new FileNotFoundException(name + " is missing from the class path");
    }
    return in;
  }
}
