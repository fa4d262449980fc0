/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.report.Figures;
import io.tierline.cli.report.TextTable;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a native program printed, for people and as JSON, with its own columns. */
final class Printout {
  private Printout() {}

  /** A line for each column of the row. */
  static void figures(Row row, PrintStream out) {
    TextTable table = new TextTable("figure", "#value");
    row.columns().forEach(column -> table.row(column, row.text(column)));
    table.print(out);
  }

  /** The columns that the row has values of. */
  static Map<String, Object> fields(Row row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    row.columns().stream()
        .filter(row::has)
        .forEach(column -> fields.put(column, row.value(column)));
    return fields;
  }

  /** All as JSON; a parameter that was not given is null. */
  static Figures json(
      String command, Map<String, String> parameters, List<Map<String, Object>> results) {
    Figures all = Figures.of(command);
    parameters.forEach(all::parameter);
    results.forEach(all::result);
    return all;
  }
}
