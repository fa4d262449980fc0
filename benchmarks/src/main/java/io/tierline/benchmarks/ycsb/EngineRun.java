/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.WorkloadException;

/**
 * The process of one engine in one repeat: starts a server, warms it up, loads it, waits until it
 * is at rest, runs the operations, and leaves all figures in a file. On its standard output it says
 * how far it is, see {@link Steps}.
 */
public final class EngineRun {
  private static final Logger LOG = LoggerFactory.getLogger(EngineRun.class);
  private static final TableName TABLE = TableName.valueOf("usertable");
  private static final TableName WARM_UP = TableName.valueOf("warmup");
  private static final double LONGEST_WAIT_SECONDS = 1800;
  private static final double WARM_UP_SHARE = 1.0 / 3;
  private static final long LOOK_MS = 200;

  private final Settings settings;
  private final Server server;
  private final Steps steps;
  private final Latencies latencies = new Latencies();
  private final List<Map<String, Object>> results = new ArrayList<>();
  private long rowsInTable;

  private EngineRun(Settings settings, Server server, Steps steps) {
    this.settings = settings;
    this.server = server;
    this.steps = steps;
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
      json.writeValue(Path.of(args[1]).toFile(), run(settings, new Steps(out)));
    } catch (IOException | InterruptedException | WorkloadException | RuntimeException e) {
      LOG.error("the run failed", e);
      out.println(Steps.FAILED + e);
      status = 1;
    }
    // The daemons' threads would keep the process alive.
    out.flush();
    System.exit(status);
  }

  /** Runs all; the figures of the load come first. */
  static List<Map<String, Object>> run(Settings settings, Steps steps)
      throws IOException, InterruptedException, WorkloadException {
    Path directory = Files.createDirectories(Path.of(settings.directory()));
    steps.start("server starts");
    try (Server server = Server.start(directory, settings.recipe().flushBytes())) {
      EngineRun run = new EngineRun(settings, server, steps);
      run.warmUp();
      run.load();
      for (Operation operation : settings.operations()) {
        run.operate(operation);
      }
      return run.results;
    }
  }

  private void warmUp() throws IOException, InterruptedException, WorkloadException {
    steps.start("warm-up");
    if (settings.warmUpRows() > 0) {
      server.create(WARM_UP, settings);
      new Clients(server.connection(), WARM_UP, latencies)
          .load(workload(WARM_UP), settings.warmUpRows(), new LongAdder());
      server.flush(WARM_UP);
      server.drop(WARM_UP);
      latencies.reset();
    }
  }

  private RecipeWorkload workload(TableName table) throws WorkloadException {
    return RecipeWorkload.load(table.getNameAsString(), settings.recipe());
  }

  private void load() throws IOException, InterruptedException, WorkloadException {
    server.create(TABLE, settings);
    LongAdder rows = new LongAdder();
    long total = settings.rows();
    StoreEvents events = server.regionServer().events();
    Written before = Written.now();
    events.start(TABLE.getNameAsString(), rows::sum);
    steps.start("load", () -> (double) rows.sum() / total);
    TableFiles files = server.files(TABLE);
    try (Timeline timeline =
        Timeline.start(
            () -> files.space(StoreNames.of(server.regions(TABLE))), events, rows::sum)) {
      new Clients(server.connection(), TABLE, latencies).load(workload(TABLE), total, rows);
      double loadSeconds = timeline.seconds();
      Written loaded = Written.now().since(before);
      double quiet = settle(timeline::seconds);
      Written settled = Written.now().since(before);
      add(timeline, measured(total, loadSeconds, quiet, loaded, settled));
    }
    rowsInTable = total;
  }

  private LoadFigures.Measured measured(
      long rows, double loadSeconds, double quiet, Written loaded, Written settled) {
    MeteredRegionServer host = server.regionServer();
    List<HRegion> regions = server.regions(TABLE);
    return new LoadFigures.Measured(
        rows,
        loadSeconds,
        quiet,
        loaded,
        settled,
        host.getMetrics().getRegionServerWrapper().getUpdatesBlockedTime() / 1e3,
        regions.stream().mapToLong(HRegion::getBlockedRequestsCount).sum(),
        StoreState.of(server, TABLE).files().size(),
        regions.size());
  }

  private void add(Timeline timeline, LoadFigures.Measured measured) throws IOException {
    StoreEvents events = server.regionServer().events();
    Map<String, Object> result = labels(settings.loadKey());
    result.putAll(
        new LoadFigures(
                measured, events.totals(), events.marks(), timeline.samples(), settings.recipe())
            .of(latencies));
    result.put("flush_bytes", settings.recipe().flushBytes());
    result.put("full_scan_seconds", server.scanAll(TABLE));
    result.put("region_open_seconds", server.reopen(TABLE));
    result.put(RunResult.TIMELINE, timeline.samples());
    result.put(RunResult.FLUSHES, events.marks());
    results.add(result);
  }

  private Map<String, Object> labels(String workload) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("contender", settings.engine().key());
    result.put("workload", workload);
    result.put("repeat", settings.repeat());
    return result;
  }

  /** Flushes and waits until the store is at rest; returns when something last happened. */
  private double settle(DoubleSupplier clock) throws IOException, InterruptedException {
    server.flush(TABLE);
    double start = clock.getAsDouble();
    Quiescence rest = new Quiescence(settings.settleSeconds(), start);
    steps.start(
        "waiting for compactions",
        () ->
            settings.settleSeconds() <= 0
                ? 1
                : (clock.getAsDouble() - rest.lastChange()) / settings.settleSeconds());
    while (!rest.isQuiet(StoreState.of(server, TABLE), clock.getAsDouble())) {
      if (clock.getAsDouble() - start > LONGEST_WAIT_SECONDS) {
        throw new IOException("the store did not come to rest in " + LONGEST_WAIT_SECONDS + " s");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
    return rest.lastChange();
  }

  private void operate(Operation operation)
      throws IOException, InterruptedException, WorkloadException {
    Properties mix = operation.properties();
    RecipeWorkload workload = RecipeWorkload.of(TABLE.getNameAsString(), rowsInTable, mix);
    Clients clients = new Clients(server.connection(), TABLE, latencies);
    double seconds = settings.operationSeconds();
    steps.start(operation.key());
    latencies.reset();
    clients.operate(workload, seconds * WARM_UP_SHARE);
    refuseFailures(operation);
    latencies.reset();
    long start = System.nanoTime();
    long operations = clients.operate(workload, seconds);
    double taken = (System.nanoTime() - start) / 1e9;
    refuseFailures(operation);
    Map<String, Object> result = labels(operation.key());
    result.putAll(OperationFigures.of(operations, taken, latencies));
    results.add(result);
    if (operation.writes()) {
      rowsInTable = workload.rows();
      settle(() -> System.nanoTime() / 1e9);
    }
  }

  private void refuseFailures(Operation operation) throws IOException {
    if (latencies.failures() > 0) {
      throw new IOException(
          latencies.failures() + " requests of " + operation.key() + " failed; the log says why");
    }
  }
}
