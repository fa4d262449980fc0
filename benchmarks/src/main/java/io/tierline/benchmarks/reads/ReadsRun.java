/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.benchmarks.process.ChildJvm;
import io.tierline.benchmarks.ycsb.Engine;
import io.tierline.benchmarks.ycsb.Server;
import io.tierline.benchmarks.ycsb.Steps;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process: starts a region server for each engine, puts the same rows to all, and measures
 * reads in each state. On its standard output it says how far it is, see {@link Steps}.
 */
public final class ReadsRun {
  private static final Logger LOG = LoggerFactory.getLogger(ReadsRun.class);

  /** Of the rows, that many puts again. */
  private static final double OVERWRITTEN = 0.5;

  private final Settings settings;
  private final Steps steps;
  private final Path left;
  private final List<Side> sides;
  private final Puts puts;
  private final Turns turns;
  private final Settling settling;
  private final List<Map<String, Object>> results = new ArrayList<>();

  private ReadsRun(Settings settings, Server server, Steps steps, Path left) throws IOException {
    this.settings = settings;
    this.left = left;
    this.steps = steps;
    this.sides = new ArrayList<>();
    for (String engine : settings.engines()) {
      int twins = Collections.frequency(settings.engines().subList(0, sides.size()), engine);
      String name = twins == 0 ? engine : engine + "-" + (twins + 1);
      sides.add(
          Side.create(server, server.hosts().get(sides.size()), name, Engine.of(engine), settings));
    }
    this.puts = new Puts(server.connection(), sides, settings.rows());
    this.turns = new Turns(settings, sides);
    this.settling = new Settling(server, sides, settings.settleSeconds());
  }

  /**
   * Called by the parent.
   *
   * @param args the file with the settings, and the file that is to take the figures
   */
  @SuppressWarnings("checkstyle:RegexpSinglelineJava")
  public static void main(String[] args) {
    PrintStream out = System.out;
    System.setOut(System.err);
    int status = 0;
    try {
      ObjectMapper json = new ObjectMapper();
      Settings settings = json.readValue(Path.of(args[0]).toFile(), Settings.class);
      run(settings, new Steps(out), Path.of(args[1]));
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      // An error that nobody catches would end this thread only: see below.
      LOG.error("the run failed", e);
      out.println(Steps.FAILED + e);
      status = 1;
    }
    // The daemons' threads would keep the process alive.
    out.flush();
    System.exit(status);
  }

  private static void run(Settings settings, Steps steps, Path left)
      throws IOException, InterruptedException {
    Path directory = Files.createDirectories(Path.of(settings.directory()));
    steps.start("region servers start");
    try (Server server =
        Server.start(directory, settings.flushBytes(), settings.engines().size())) {
      ReadsRun run = new ReadsRun(settings, server, steps, left);
      run.states();
      ChildJvm.leave(left, run.results);
    }
  }

  private void states() throws IOException, InterruptedException {
    long overwrites = Math.round(settings.rows() * OVERWRITTEN);
    double all = settings.rows() * (double) sides.size();
    steps.start("load", () -> puts.done() / all);
    puts.load();
    if (settings.states().contains(State.LOADED)) {
      steps.start("waiting for compactions");
      settling.settle();
      measure(State.LOADED);
    }
    if (settings.states().contains(State.OVERWRITTEN)
        || settings.states().contains(State.LOADING)) {
      steps.start("overwrites", () -> (puts.done() / all - 1) / OVERWRITTEN);
      puts.overwrite(overwrites);
      steps.start("waiting for compactions");
      settling.settle();
    }
    if (settings.states().contains(State.OVERWRITTEN)) {
      measure(State.OVERWRITTEN);
    }
    if (settings.states().contains(State.LOADING)) {
      long before = puts.done();
      long start = System.nanoTime();
      try (Puts.Steady steady = puts.new Steady(settings.rate())) {
        measure(State.LOADING);
        steady.check();
      }
      double rate = (puts.done() - before) / ((System.nanoTime() - start) / 1e9) / sides.size();
      results.stream()
          .filter(result -> result.get("state").equals(State.LOADING.key()))
          .forEach(result -> result.put("puts_per_second", rate));
    }
  }

  /** Gets first: scans make RLSM fold what it would else leave. */
  private void measure(State state) throws IOException {
    for (boolean isGet : new boolean[] {true, false}) {
      List<Workload> workloads =
          settings.workloads().stream().filter(one -> one.isGet() == isGet).toList();
      for (double cache : workloads.isEmpty() ? List.<Double>of() : settings.caches()) {
        steps.start(String.format("%s, cache %.0f %%: fills", state.key(), 100 * cache));
        turns.resizeCaches(cache);
        for (Workload workload : workloads) {
          steps.start(
              String.format("%s, cache %.0f %%: %s", state.key(), 100 * cache, workload.key()));
          measure(state, cache, workload);
        }
      }
    }
  }

  private void measure(State state, double cache, Workload workload) throws IOException {
    List<Integer> files = sides.stream().map(Side::files).toList();
    Map<String, Object> labels = new LinkedHashMap<>();
    labels.put("state", state.key());
    labels.put("cache", cache);
    labels.put("workload", workload.key());
    List<Map<String, Object>> all = turns.measure(workload, labels);
    for (int i = 0; i < sides.size(); i++) {
      all.get(i).put("store_files_before", files.get(i));
      all.get(i).put("store_files_after", sides.get(i).files());
      all.get(i).put("store_bytes", sides.get(i).fileBytes());
    }
    results.addAll(all);
    ChildJvm.leave(left, results);
  }
}
