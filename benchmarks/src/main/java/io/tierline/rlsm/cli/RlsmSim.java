/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.cli;

import io.tierline.cli.report.Figures;
import io.tierline.rlsm.sim.Contender;
import io.tierline.rlsm.sim.KeyDistribution;
import io.tierline.rlsm.sim.Outcome;
import io.tierline.rlsm.sim.Pace;
import io.tierline.rlsm.sim.Simulation;
import io.tierline.rlsm.sim.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Predicts, without a cluster, what a compaction policy writes, and what reads meet. */
@Command(
    name = "rlsm-sim",
    sortOptions = false,
    description = {
      "Predict what HBase compaction policies write, and how many files scans meet.",
      "Puts a load through HBase's compaction policies, the source's and ours, without a cluster,"
          + " and prints for each the write amplification (flush and compactions, no WAL) at the"
          + " end"
          + " of the load and after settling, the sorted runs that a short scan merges, the space"
          + " used, and how long flushes waited."
    })
public final class RlsmSim implements Callable<Integer> {
  /** HBase compacts with one thread for small and one for large compactions. */
  private static final int THREADS = 2;

  @Spec private CommandSpec spec;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "stock,stripe,source,rlsm",
      description = "Any of stock, stripe, source, rlsm (default: ${DEFAULT-VALUE}).")
  private List<Contender> policies;

  @Option(
      names = "--flushes",
      paramLabel = "N",
      defaultValue = "256",
      description = "Number of flushes of 128 MB (default: ${DEFAULT-VALUE}).")
  private int flushes;

  @Option(
      names = "--cells",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Cells in each flush (default: ${DEFAULT-VALUE}).")
  private int cells;

  @Option(
      names = "--keys",
      paramLabel = "DIST",
      defaultValue = "uniform",
      description =
          "Where writes fall: uniform, zipfian, sequential, localized, mixture (default:"
              + " ${DEFAULT-VALUE}).")
  private KeyDistribution keys;

  @Option(
      names = "--updates",
      paramLabel = "SHARE",
      defaultValue = "0",
      description =
          "Share of writes that replace older cells, from 0 to below 1 (default:"
              + " ${DEFAULT-VALUE}).")
  private double updates;

  @Option(
      names = "--scans",
      paramLabel = "N",
      defaultValue = "0",
      description = "Short scans served between two flushes (default: ${DEFAULT-VALUE}).")
  private int scans;

  @Option(
      names = "--pace",
      paramLabel = "TIME",
      defaultValue = "0.2",
      description =
          "Time that each of two threads takes to compact the bytes of one flush, as a"
              + " multiple of the time between flushes; 0 means no time (default:"
              + " ${DEFAULT-VALUE}).")
  private double pace;

  @Option(
      names = "--per-file",
      paramLabel = "TIME",
      defaultValue = "0",
      description =
          "Time that each file takes besides that a compaction writes, as the same multiple; with"
              + " flushes of 2 MB it is a third of --pace (default: ${DEFAULT-VALUE}).")
  private double perFile;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of all random choices (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the figures as JSON; '-' writes them instead of the table.")
  private String json;

  @Override
  public Integer call() throws IOException {
    Workload workload;
    Pace compacting;
    try {
      workload = new Workload(flushes, cells, keys, updates, scans, seed);
      compacting = new Pace(THREADS, pace, perFile);
    } catch (IllegalArgumentException impossible) {
      throw new ParameterException(spec.commandLine(), impossible.getMessage(), impossible);
    }
    PrintWriter out = spec.commandLine().getOut();
    SimTable table = new SimTable(out);
    if (!"-".equals(json)) {
      table.header(workload);
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (Contender policy : policies) {
      Outcome outcome = Simulation.run(workload, compacting, policy);
      outcomes.add(outcome);
      if (!"-".equals(json)) {
        table.row(outcome);
      }
    }
    out.flush();
    if (json != null) {
      Figures figures = Figures.of("rlsm-sim");
      parameters().forEach(figures::parameter);
      outcomes.forEach(outcome -> figures.result(SimFigures.of(outcome)));
      if ("-".equals(json)) {
        out.println(figures.text());
        out.flush();
      } else {
        figures.write(Path.of(json));
      }
    }
    return 0;
  }

  private Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("flushes", flushes);
    parameters.put("cells", cells);
    parameters.put("keys", keys.name().toLowerCase(Locale.ROOT));
    parameters.put("updates", updates);
    parameters.put("scans", scans);
    parameters.put("pace", pace);
    parameters.put("per_file", perFile);
    parameters.put("seed", seed);
    return parameters;
  }
}
