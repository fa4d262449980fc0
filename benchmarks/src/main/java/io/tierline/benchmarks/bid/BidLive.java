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
import io.tierline.cli.measure.WorkDirectory;
import io.tierline.cli.report.Figures;
import io.tierline.cli.report.TextTable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./tierline bid-live}: real reads and writes in the order of each policy. */
@Command(
    name = "bid-live",
    sortOptions = false,
    description = {
      "Read files through schedulers on a modelled disk in real time.",
      "Reads files in sequence, writes and syncs beside it, once under each of noop,"
          + " mq-deadline, bfq, bid-hdd and bid-announced. The data is real and every byte is"
          + " compared. The modelled disk decides when it arrives; its time passes a few"
          + " times as fast. Ratios are to the best of the first three."
    })
public final class BidLive implements Callable<Integer> {
  private static final String NAME = "bid-live";
  private static final NativeProgram PROGRAM = new NativeProgram(NAME);

  @Option(
      names = "--readers",
      paramLabel = "N",
      description = "Readers, each reading 64 KiB at a time, 1 to 32 (default: ${DEFAULT-VALUE}).")
  private int readers = 8;

  @Option(
      names = "--mib",
      paramLabel = "N",
      description = "MiB that each reader reads, 1 to 4096 (default: ${DEFAULT-VALUE}).")
  private int mib = 32;

  @Option(
      names = "--writers",
      paramLabel = "N",
      description =
          "Writers, each writing 4 KiB at random and syncing, 0 to 32 (default:"
              + " ${DEFAULT-VALUE}).")
  private int writers;

  @Option(
      names = "--sync-ms",
      paramLabel = "N",
      description =
          "Time between two syncs of a writer in ms of the disk's time, 1 to 10000"
              + " (default: ${DEFAULT-VALUE}).")
  private int syncMillis = 50;

  @Option(
      names = "--disk",
      paramLabel = "NAME|FILE",
      description = "A preset, or the file of a description (default: ${DEFAULT-VALUE}).")
  private String disk = "sata-250g";

  @Option(
      names = "--ncq",
      paramLabel = "N",
      description = "Requests that the disk takes at a time, 1 to 32 (default: ${DEFAULT-VALUE}).")
  private int ncq = 1;

  @Option(
      names = "--scale",
      paramLabel = "N",
      description =
          "How many times faster than real time the disk's time passes, 1 to 100"
              + " (default: ${DEFAULT-VALUE}). If the machine cannot keep up, all policies"
              + " look alike.")
  private int scale = 4;

  @Mixin private final WorkDirectory directory = new WorkDirectory();

  @Mixin private final JsonFile json = new JsonFile();

  private final Console console;

  /** The command; where it prints. */
  public BidLive(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    List<Row> rows = run();
    TextTable table = new TextTable("policy", "#MB/s", "#ratio", "#syncs", "#MiB ahead");
    for (Row row : rows) {
      table.row(row.columns().stream().map(row::text).toArray(String[]::new));
    }
    table.print(console.out());
    json.write(() -> figures(rows));
    return 0;
  }

  private List<Row> run() throws IOException {
    try (WorkDirectory.Scratch files = directory.scratch("tierline-bid-live");
        Progress progress = console.progress()) {
      // By position.
      List<String> arguments =
          Stream.of(readers, mib, writers, syncMillis, disk, ncq, scale, files.path())
              .map(Object::toString)
              .toList();
      return Table.parse(NAME, PROGRAM.run(arguments, new Phase(progress, "reading")));
    }
  }

  private Figures figures(List<Row> rows) {
    Figures all =
        Figures.of(NAME)
            .parameter("readers", readers)
            .parameter("mib", mib)
            .parameter("writers", writers)
            .parameter("sync_ms", syncMillis)
            .parameter("disk", disk)
            .parameter("ncq", ncq)
            .parameter("scale", scale);
    for (Row row : rows) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("contender", row.text("policy"));
      row.columns().stream().skip(1).forEach(column -> result.put(column, row.value(column)));
      all.result(result);
    }
    return all;
  }
}
