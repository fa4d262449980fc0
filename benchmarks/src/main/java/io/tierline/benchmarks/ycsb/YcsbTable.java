/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import io.tierline.benchmarks.ycsb.Latencies.Kind;
import io.tierline.cli.report.Spread;
import io.tierline.cli.report.TextTable;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The engines on each workload, on a terminal: medians, spread of the main one, ratios. */
final class YcsbTable {
  private YcsbTable() {}

  static void print(PrintStream out, List<RunResult> runs) {
    List<Summary> all = Summary.of(runs);
    for (String workload : all.stream().map(Summary::workload).distinct().toList()) {
      List<Summary> of = all.stream().filter(one -> one.workload().equals(workload)).toList();
      int repeats = of.get(0).runs().size();
      out.println(workload + (repeats == 1 ? "" : ", medians of " + repeats + " repeats"));
      (of.get(0).isLoad() ? loads(of, all) : operations(of, all)).print(out);
      out.println();
    }
    out.println("WA: bytes written to store files per byte put, +log: with the write-ahead log,");
    out.println(
        "  device: all that the process sent to storage; space: bytes of the store files at");
    out.println(
        "  rest per byte of flushed rows, held: most during the load, waiting: most that was");
    out.println(
        "  compacted away and not archived; stall: batches of puts above 1 s; /stock: ratio");
  }

  /**
   * A column.
   *
   * @param cell what stands in it for one contender
   */
  private record Column(String title, Function<Summary, String> cell) {}

  private static Column column(String title, String key, int digits) {
    return new Column(title, one -> TextTable.number(one.median(key), digits));
  }

  private static Column range(String key, int digits) {
    return new Column(
        "#least-most",
        one -> {
          Spread of = one.spread(key);
          return TextTable.number(of.least(), digits) + "-" + TextTable.number(of.most(), digits);
        });
  }

  private static Column toStock(String key, List<Summary> all) {
    return new Column("#/stock", one -> TextTable.number(one.toStock(key, all), 3));
  }

  private static Column p99(Kind kind) {
    String name = kind.name().toLowerCase(Locale.ROOT);
    return column("#" + name + " p99 ms", "p99_" + name + "_ms", 2);
  }

  private static TextTable loads(List<Summary> of, List<Summary> all) {
    return table(
        of,
        column("#WA", "write_amplification", 2),
        range("write_amplification", 2),
        toStock("write_amplification", all),
        column("#+log", "write_amplification_with_wal", 2),
        column("#device", "write_amplification_device", 2),
        column("#rows/s", "throughput_ops", 0),
        toStock("throughput_ops", all),
        column("#p50 ms", "p50_put_batch_ms", 1),
        column("#p99 ms", "p99_put_batch_ms", 0),
        column("#p99.9 ms", "p999_put_batch_ms", 0),
        column("#max ms", "max_put_batch_ms", 0),
        column("#stall s", "stall_seconds", 1),
        column("#compact s", "compaction_seconds", 1),
        column("#space", "space_amplification", 2),
        column("#held", "space_held_loading_max", 2),
        column("#waiting", "space_waiting_loading_max", 2),
        column("#files", "store_files", 0));
  }

  private static TextTable operations(List<Summary> of, List<Summary> all) {
    return table(
        of,
        column("#ops/s", "throughput_ops", 1),
        range("throughput_ops", 1),
        toStock("throughput_ops", all),
        p99(Kind.READ),
        p99(Kind.UPDATE),
        p99(Kind.SCAN));
  }

  private static TextTable table(List<Summary> of, Column... columns) {
    List<Column> all = new ArrayList<>(List.of(columns));
    all.add(0, new Column("engine", Summary::contender));
    TextTable table = new TextTable(all.stream().map(Column::title).toArray(String[]::new));
    for (Summary one : of) {
      table.row(all.stream().map(column -> column.cell().apply(one)).toArray(String[]::new));
    }
    return table;
  }
}
