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
import java.util.List;
import java.util.Locale;

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

  private static TextTable loads(List<Summary> of, List<Summary> all) {
    TextTable table =
        new TextTable(
            "engine",
            "#WA",
            "#least-most",
            "#/stock",
            "#+log",
            "#device",
            "#rows/s",
            "#/stock",
            "#p50 ms",
            "#p99 ms",
            "#p99.9 ms",
            "#max ms",
            "#stall s",
            "#compact s",
            "#space",
            "#held",
            "#waiting",
            "#files");
    for (Summary one : of) {
      table.row(
          one.contender(),
          number(one, "write_amplification", 2),
          range(one.spread("write_amplification"), 2),
          ratio(one, "write_amplification", all),
          number(one, "write_amplification_with_wal", 2),
          number(one, "write_amplification_device", 2),
          number(one, "throughput_ops", 0),
          ratio(one, "throughput_ops", all),
          number(one, "p50_put_batch_ms", 1),
          number(one, "p99_put_batch_ms", 0),
          number(one, "p999_put_batch_ms", 0),
          number(one, "max_put_batch_ms", 0),
          number(one, "stall_seconds", 1),
          number(one, "compaction_seconds", 1),
          number(one, "space_amplification", 2),
          number(one, "space_held_loading_max", 2),
          number(one, "space_waiting_loading_max", 2),
          number(one, "store_files", 0));
    }
    return table;
  }

  private static TextTable operations(List<Summary> of, List<Summary> all) {
    TextTable table =
        new TextTable(
            "engine",
            "#ops/s",
            "#least-most",
            "#/stock",
            "#read p99 ms",
            "#update p99 ms",
            "#scan p99 ms");
    for (Summary one : of) {
      table.row(
          one.contender(),
          number(one, "throughput_ops", 1),
          range(one.spread("throughput_ops"), 1),
          ratio(one, "throughput_ops", all),
          p99(one, Kind.READ),
          p99(one, Kind.UPDATE),
          p99(one, Kind.SCAN));
    }
    return table;
  }

  private static String p99(Summary one, Kind kind) {
    return number(one, "p99_" + kind.name().toLowerCase(Locale.ROOT) + "_ms", 2);
  }

  private static String number(Summary one, String key, int digits) {
    return TextTable.number(one.median(key), digits);
  }

  private static String ratio(Summary one, String key, List<Summary> all) {
    return TextTable.number(one.toStock(key, all), 3);
  }

  private static String range(Spread of, int digits) {
    return TextTable.number(of.least(), digits) + "-" + TextTable.number(of.most(), digits);
  }
}
