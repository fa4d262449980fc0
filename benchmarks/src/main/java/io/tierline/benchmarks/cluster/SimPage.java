/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster;

import io.tierline.benchmarks.cluster.hdfs.Contender;
import io.tierline.benchmarks.cluster.jobs.Traffic.Way;
import io.tierline.cli.report.Html;
import io.tierline.cli.report.Page;
import io.tierline.cli.report.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** {@code ldm-sim}'s page: plots after the source's figures 5.10 to 5.15, and the tables behind. */
final class SimPage {
  private static final double PERCENT = 100;
  private static final double GIGA = 1e9;

  private final Map<String, Object> parameters;
  private final List<SimRun> runs;
  private final List<Load> loads;

  /**
   * A page.
   *
   * @param parameters what the user has set, and what stands for what he has not
   */
  SimPage(Map<String, Object> parameters, List<SimRun> runs) {
    this.parameters = parameters;
    this.runs = List.copyOf(runs);
    this.loads = runs.stream().map(SimRun::load).distinct().toList();
  }

  Page page() throws IOException {
    return new Page(SimPage.class, "Tierline ldm-sim: jobs on a simulated cluster", "ldm-sim.html")
        .slot("lead", Html.escape(lead()))
        .slot("loads", options())
        .numbers(tables(), setting())
        .data(Map.of("results", results(), "jobs", jobs()))
        .resource("owncss", "ldm-sim.css")
        .resource("js", "ldm-sim.js");
  }

  private String lead() {
    long seeds = runs.stream().map(SimRun::seed).distinct().count();
    String lead = "%s DataNodes, SSDs of 1/%s of the disks, %d seed%s.";
    return (lead + " Simulated; it has run on no cluster.")
        .formatted(
            parameters.get("nodes"),
            String.valueOf(parameters.get("ratio")).replaceFirst("\\.0$", ""),
            seeds,
            seeds == 1 ? "" : "s");
  }

  private String options() {
    return loads.stream()
        .map(load -> "<option>" + Html.escape(load.key()) + "</option>")
        .collect(Collectors.joining());
  }

  private List<SimRun> of(Load load, Contender contender) {
    return runs.stream().filter(run -> run.load() == load && run.contender() == contender).toList();
  }

  private List<Contender> contenders(Load load) {
    return runs.stream()
        .filter(run -> run.load() == load)
        .map(SimRun::contender)
        .distinct()
        .sorted()
        .toList();
  }

  private List<Map<String, Object>> results() {
    List<Map<String, Object>> results = new ArrayList<>();
    for (Load load : loads) {
      for (Contender contender : contenders(load)) {
        List<SimRun> own = of(load, contender);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("load", load.key());
        result.put("contender", contender.key());
        result.put("kind", kind(contender));
        put(result, "saved", own, run -> PERCENT * run.saved());
        put(result, "chain_saved", own, run -> PERCENT * run.chainSaved());
        put(result, "other_saved", own, run -> PERCENT * run.otherSaved());
        put(result, "from_ssd", own, run -> PERCENT * run.readFromSsd());
        put(result, "ssd_written", own, run -> bytes(run, Way.WRITTEN_TO_SSD) / GIGA);
        put(result, "disk_written", own, run -> bytes(run, Way.WRITTEN_TO_DISK) / GIGA);
        results.add(result);
      }
    }
    return results;
  }

  private static double bytes(SimRun run, Way way) {
    return run.outcome().traffic().bytes(way);
  }

  /** The median, and the least and the most; nothing where there is no number. */
  private static void put(
      Map<String, Object> result, String name, List<SimRun> own, ToDoubleFunction<SimRun> figure) {
    Spread spread = Spread.of(own.stream().map(figure::applyAsDouble).toList());
    boolean isKnown = Double.isFinite(spread.median());
    result.put(name, isKnown ? List.of(spread.median(), spread.least(), spread.most()) : List.of());
  }

  private static String kind(Contender contender) {
    if (contender == Contender.CEILING || contender == Contender.CLAIRVOYANT) {
      return "bound";
    }
    return contender.key().startsWith("ldm") || contender == Contender.SOURCE ? "ours" : "peer";
  }

  /** By load and contender: seconds of each job, of those of one coordinator the mean. */
  private Map<String, Map<String, Map<String, Double>>> jobs() {
    Map<String, Map<String, Map<String, Double>>> all = new LinkedHashMap<>();
    for (Load load : loads) {
      Map<String, Map<String, Double>> ofLoad = new LinkedHashMap<>();
      for (Contender contender : contenders(load)) {
        Map<String, List<Double>> seconds = new LinkedHashMap<>();
        for (SimRun run : of(load, contender)) {
          run.outcome()
              .jobSeconds()
              .forEach(
                  (job, time) ->
                      seconds.computeIfAbsent(kindOf(job), name -> new ArrayList<>()).add(time));
        }
        Map<String, Double> means = new LinkedHashMap<>();
        seconds.forEach(
            (job, times) ->
                means.put(
                    job, times.stream().mapToDouble(Double::doubleValue).average().orElse(0)));
        ofLoad.put(contender.key(), means);
      }
      all.put(load.key(), ofLoad);
    }
    return all;
  }

  /** An action goes by its coordinator, a small chain by what it does. */
  private static String kindOf(String job) {
    return job.replaceFirst("@.*", "").replaceFirst("^(data|reader)-\\d+$", "$1");
  }

  private String tables() {
    StringBuilder all = new StringBuilder();
    for (Load load : loads) {
      Html table =
          Html.table(
              load.key(),
              "Contender",
              "#Seconds",
              "#Saved, %",
              "#Chain, s",
              "#Saved, %",
              "#Others, s",
              "#Saved, %",
              "#Map input from SSD, %",
              "#GB on SSD");
      for (Contender contender : contenders(load)) {
        List<SimRun> own = of(load, contender);
        table.row(
            false,
            contender.key(),
            SimTable.median(own, run -> run.outcome().seconds()),
            SimTable.saved(own, SimRun::saved),
            SimTable.median(own, run -> run.outcome().chainSeconds()),
            SimTable.saved(own, SimRun::chainSaved),
            SimTable.median(own, run -> run.outcome().otherSeconds()),
            SimTable.saved(own, SimRun::otherSaved),
            SimTable.median(own, run -> PERCENT * run.readFromSsd()),
            SimTable.median(own, run -> run.outcome().ssdBytes() / GIGA));
      }
      all.append(table.end());
    }
    return all.toString();
  }

  private String setting() {
    Html table = Html.table("What was simulated", "Parameter", "Value");
    parameters.forEach((name, value) -> table.row(false, name, value));
    return table.commit().end();
  }
}
