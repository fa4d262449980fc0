/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.Progress;
import io.tierline.cli.Tierline;
import io.tierline.cli.report.Figures;
import io.tierline.cli.report.Html;
import io.tierline.cli.report.Page;
import io.tierline.cli.report.TextTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./tierline bid-disk}: how far the disk model is from a measured drive. */
@Command(
    name = "bid-disk",
    sortOptions = false,
    description = {
      "Replay measured requests through the disk model; print how far off it is.",
      "Means of the model's response times and of the measured ones, and the root mean square of"
          + " the horizontal distance between the two distributions."
    })
public final class BidDisk implements Callable<Integer> {
  private static final String NAME = "bid-disk";
  private static final NativeProgram PROGRAM = new NativeProgram(NAME);

  @Option(
      names = "--model",
      paramLabel = "FILE",
      required = true,
      description = "DiskSim's .model.")
  private Path model;

  @Option(
      names = "--seek",
      paramLabel = "FILE",
      description = "DiskSim's .seek; a model whose seek curve is an equation needs none.")
  private Path seek;

  @Option(
      names = "--specs",
      paramLabel = "FILE",
      required = true,
      description = "DiskSim's .diskspecs.")
  private Path specs;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      required = true,
      description = "The requests with their measured response times.")
  private Path trace;

  @Option(
      names = "--bus-mb-s",
      paramLabel = "RATE",
      description = "Of the bus, where the specs leave it open.")
  private String bus;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Also write DIR/index.html with both distributions.")
  private Path report;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the figures as JSON.")
  private Path json;

  private final PrintStream out;
  private final PrintStream err;

  /** The command; where its tables and its progress go. */
  public BidDisk(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  static int run(PrintStream out, PrintStream err, String... args) {
    return Tierline.run(new BidDisk(out, err), out, err, args);
  }

  @Override
  public Integer call() throws IOException {
    Path cdf = report == null ? null : Files.createTempFile("tierline-bid-disk", ".cdf");
    try {
      Row figures = simulate(cdf);
      print(figures);
      if (json != null) {
        json(figures).write(json);
      }
      if (report != null) {
        Path page = page(figures, Table.parse(NAME, Files.readAllLines(cdf))).write(report);
        out.println("report: " + page.toAbsolutePath().normalize());
      }
      return 0;
    } finally {
      if (cdf != null) {
        Files.delete(cdf);
      }
    }
  }

  private Row simulate(Path cdf) throws IOException {
    List<String> arguments = new ArrayList<>();
    files().forEach((name, file) -> arguments.addAll(List.of("--" + name, file.toString())));
    if (bus != null) {
      arguments.addAll(List.of("--bus-mb-s", bus));
    }
    if (cdf != null) {
      arguments.addAll(List.of("--cdf", cdf.toString()));
    }
    try (Progress progress = new Progress(err, Tierline.onTerminal())) {
      Phase phase = new Phase(progress, "replaying " + trace.getFileName());
      List<Row> rows = Table.parse(NAME, PROGRAM.run(arguments, phase));
      if (rows.isEmpty()) {
        throw new NativeException("bid-disk printed no figures", 1);
      }
      return rows.get(0);
    }
  }

  private Map<String, Path> files() {
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("model", model);
    if (seek != null) {
      files.put("seek", seek);
    }
    files.put("specs", specs);
    files.put("trace", trace);
    return files;
  }

  private void print(Row figures) {
    TextTable table = new TextTable("figure", "#value");
    figures.columns().forEach(column -> table.row(column, figures.text(column)));
    table.print(out);
  }

  private Figures json(Row figures) {
    Figures all = Figures.of(NAME);
    files().forEach((name, file) -> all.parameter(name, file.toString()));
    all.parameter("bus_mb_s", bus);
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("contender", "model");
    result.put("workload", trace.getFileName().toString());
    for (String column : figures.columns()) {
      if (figures.has(column)) {
        result.put(column, figures.value(column));
      }
    }
    return all.result(result);
  }

  private Page page(Row figures, List<Row> cdf) throws IOException {
    Html table = Html.table("Model against measurement", "Figure", "#Value");
    figures.columns().forEach(column -> table.row(false, column, figures.text(column)));
    return new Page(BidDisk.class, "Tierline bid-disk: model against measurement", "disk.html")
        .slot("lead", Html.escape("The requests of " + trace.getFileName() + ", replayed."))
        .slot("figures", table.end())
        .data(DiskPlot.data(cdf))
        .resource("owncss", "sim.css")
        .resource("js", "disk.js");
  }
}
