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
import io.tierline.cli.report.Figures;
import io.tierline.cli.report.Spread;
import io.tierline.cli.report.TextTable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cost of a request in the core, by contender and number of streams, over several processes.
 */
final class BenchResults {
  private static final NativeProgram PROGRAM = new NativeProgram("bid-bench");
  private static final String COST = "ns_per_request";

  private record Case(String contender, String streams) {}

  private final Map<Case, List<Row>> rows = new LinkedHashMap<>();

  /**
   * Starts the program that often, one after the other: a process's luck with memory is its own.
   */
  static BenchResults measure(int repeats, List<String> options, Progress progress)
      throws IOException {
    BenchResults results = new BenchResults();
    for (int i = 0; i < repeats; i++) {
      Phase phase = new Phase(progress, "measuring", (double) i / repeats, 1.0 / repeats);
      phase.accept(0);
      results.add(Table.parse("bid-bench", PROGRAM.run(options, phase)));
    }
    return results;
  }

  void add(List<Row> printed) {
    for (Row row : printed) {
      rows.computeIfAbsent(
              new Case(row.contender(), row.text("streams")), none -> new ArrayList<>())
          .add(row);
    }
  }

  private static Spread cost(List<Row> of) {
    return Spread.of(of.stream().map(row -> row.number(COST)).toList());
  }

  List<String> contenders() {
    return rows.keySet().stream().map(Case::contender).distinct().toList();
  }

  /** The median cost of a request, ns; NaN when it was not measured. */
  double nanoseconds(String contender, int streams) {
    List<Row> of = rows.get(new Case(contender, Integer.toString(streams)));
    return of == null ? Double.NaN : cost(of).median();
  }

  void print(PrintStream out) {
    TextTable table =
        new TextTable("contender", "#streams", "#ns per request", "#least", "#most", "#samples");
    rows.forEach(
        (one, of) -> {
          Spread spread = cost(of);
          table.row(
              one.contender(),
              one.streams(),
              TextTable.number(spread.median(), 1),
              TextTable.number(spread.least(), 1),
              TextTable.number(spread.most(), 1),
              Integer.toString(spread.samples()));
        });
    table.print(out);
  }

  void addTo(Figures figures) {
    rows.forEach(
        (one, of) -> {
          for (int i = 0; i < of.size(); i++) {
            Map<String, Object> result = result(of.get(i));
            result.put("repeat", i + 1);
            figures.result(result);
          }
          Spread spread = cost(of);
          Map<String, Object> median = result(of.get(0));
          median.put("repeat", "median");
          median.put(COST, spread.median());
          median.put(COST + "_min", spread.least());
          median.put(COST + "_max", spread.most());
          figures.result(median);
        });
  }

  private static Map<String, Object> result(Row row) {
    Map<String, Object> result = new LinkedHashMap<>();
    for (String column : row.columns()) {
      if (row.has(column)) {
        result.put(column, row.value(column));
      }
    }
    return result;
  }
}
