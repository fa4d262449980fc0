/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.Console;
import io.tierline.cli.Progress;
import io.tierline.cli.measure.JsonFile;
import io.tierline.cli.measure.ReportDirectory;
import io.tierline.cli.report.Html;
import io.tierline.cli.report.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./tierline bid-disk}: how far the disk model is from a measured drive. */
@Command(
    name = "bid-disk",
    sortOptions = false,
    description = {
      "Replay measured requests through the disk model, and print its error.",
      "Prints the mean response times of the model and of the drive, and the root mean"
          + " square of the horizontal distance between the two distributions."
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
      description = "Rate of the bus in MB/s, if the specs do not state it.")
  private String bus;

  @Mixin private final ReportDirectory report = new ReportDirectory();

  @Mixin private final JsonFile json = new JsonFile();

  private final Console console;

  /** The command; where it prints. */
  public BidDisk(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Path cdf = !report.isWanted() ? null : Files.createTempFile("tierline-bid-disk", ".cdf");
    try {
      Row figures = simulate(cdf);
      Printout.figures(figures, console.out());
      json.write(() -> Printout.json(NAME, parameters(), List.of(result(figures))));
      report.write(() -> page(figures, Table.parse(NAME, Files.readAllLines(cdf))), console.out());
      return 0;
    } finally {
      if (cdf != null) {
        Files.delete(cdf);
      }
    }
  }

  private Row simulate(Path cdf) throws IOException {
    // By position; what is not given is empty.
    List<String> arguments =
        Stream.of(model, seek, specs, trace, cdf, bus)
            .map(each -> Objects.toString(each, ""))
            .toList();
    try (Progress progress = console.progress()) {
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

  private Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    files().forEach((name, file) -> parameters.put(name, file.toString()));
    parameters.put("bus_mb_s", bus);
    return parameters;
  }

  private Map<String, Object> result(Row figures) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("contender", "model");
    result.put("workload", trace.getFileName().toString());
    result.putAll(Printout.fields(figures));
    return result;
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
