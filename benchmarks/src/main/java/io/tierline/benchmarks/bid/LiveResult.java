/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.report.Spread;
import io.tierline.cli.report.TextTable;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** One case of {@code bid-live}: its contenders over all repeats. */
final class LiveResult {
  private final LiveCase one;
  private final Map<String, String> names;
  private final List<LiveRun> runs = new ArrayList<>();

  /**
   * A result without runs.
   *
   * @param names by contender: what it is called; of a peer its name, of ours itself
   */
  LiveResult(LiveCase one, Map<String, String> names) {
    this.one = one;
    this.names = Map.copyOf(names);
  }

  void add(LiveRun run) {
    runs.add(run);
  }

  LiveCase which() {
    return one;
  }

  List<String> contenders() {
    return runs.get(0).contenders();
  }

  String name(String contender) {
    return names.get(contender);
  }

  double bound() {
    return runs.get(0).bound();
  }

  String boundText() {
    return TextTable.number(bound(), 1);
  }

  private Spread over(ToDoubleFunction<LiveRun> figure) {
    return Spread.of(runs.stream().map(figure::applyAsDouble).toList());
  }

  Spread rate(String contender) {
    return over(run -> run.megabytesPerSecond(contender));
  }

  double syncs(String contender) {
    return over(run -> run.syncs(contender)).median();
  }

  /** The median over the repeats of the longest such time of any stream of a kind, ms. */
  double worst(String contender, String kind, String column) {
    return over(run -> run.worst(contender, kind, column)).median();
  }

  /** The fastest of the peers whose names end so; none when there is none. */
  Optional<String> bestPeer(String suffix) {
    return contenders().stream()
        .filter(contender -> !LiveContenders.isOurs(contender))
        .filter(contender -> name(contender).endsWith(suffix))
        .max(Comparator.comparingDouble(contender -> rate(contender).median()));
  }

  double toBest(String contender, String suffix) {
    return bestPeer(suffix)
        .map(best -> rate(contender).median() / rate(best).median())
        .orElse(Double.NaN);
  }

  /** A contender in one line, columns as {@link #COLUMNS}. */
  String[] line(String contender) {
    Spread rate = rate(contender);
    return new String[] {
      name(contender),
      contender,
      TextTable.number(rate.median(), 1),
      TextTable.number(rate.least(), 1) + "-" + TextTable.number(rate.most(), 1),
      TextTable.number(rate.median() / bound(), 2),
      TextTable.number(toBest(contender, "stock"), 2),
      TextTable.number(toBest(contender, ""), 2),
      TextTable.number(worst(contender, "reader", "p50_ms"), 1),
      TextTable.number(worst(contender, "reader", "p95_ms"), 1),
      TextTable.number(worst(contender, "reader", "p99_ms"), 1),
      TextTable.number(worst(contender, "syncer", "p50_ms"), 1),
      TextTable.number(worst(contender, "syncer", "p99_ms"), 1),
      TextTable.number(syncs(contender), 0)
    };
  }

  /** What the columns of a line are, numbers with {@code #}. */
  static final String[] COLUMNS = {
    "contender",
    "settings",
    "#MB/s",
    "#least-most",
    "#/bound",
    "#/stock",
    "#/best",
    "#p50 ms",
    "#p95 ms",
    "#p99 ms",
    "#sync p50",
    "#sync p99",
    "#syncs"
  };

  void print(PrintStream out) {
    out.println(
        String.format(
            "%s: %s; the disk reads %s MB/s in sequence",
            one.option(), one.summary(), boundText()));
    TextTable table = new TextTable(COLUMNS);
    contenders().forEach(contender -> table.row(line(contender)));
    table.print(out);
    out.println();
  }

  /** Each stream of each repeat, and the medians. */
  List<Map<String, Object>> results() {
    List<Map<String, Object>> results = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      for (String contender : runs.get(i).contenders()) {
        for (Row row : runs.get(i).rows(contender)) {
          Map<String, Object> result = result(contender);
          result.put("repeat", i + 1);
          row.columns().stream().skip(1).forEach(column -> result.put(column, row.value(column)));
          results.add(result);
        }
      }
    }
    for (String contender : contenders()) {
      results.add(median(contender));
    }
    return results;
  }

  Map<String, Object> median(String contender) {
    Map<String, Object> result = result(contender);
    Spread rate = rate(contender);
    result.put("repeat", "median");
    result.put("mb_per_s", rate.median());
    result.put("mb_per_s_min", rate.least());
    result.put("mb_per_s_max", rate.most());
    put(result, "of_bound", rate.median() / bound());
    put(result, "of_best_stock_peer", toBest(contender, "stock"));
    put(result, "of_best_peer", toBest(contender, ""));
    for (String kind : List.of("reader", "syncer")) {
      for (String column : List.of("p50_ms", "p95_ms", "p99_ms", "max_ms")) {
        put(result, kind + "_" + column, worst(contender, kind, column));
      }
    }
    put(result, "syncs", syncs(contender));
    return result;
  }

  private static void put(Map<String, Object> result, String name, double value) {
    result.put(name, Double.isFinite(value) ? value : null);
  }

  private Map<String, Object> result(String contender) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("contender", contender);
    result.put("workload", one.option());
    result.put("name", name(contender));
    return result;
  }
}
