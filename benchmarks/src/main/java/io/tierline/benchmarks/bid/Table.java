/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what native programs print: lines of fields separated by tabs, the first line a header that
 * names the columns. A header that begins with {@code header} says that the first field of every
 * line tells what kind of line it is. Columns that nobody asks for are let pass.
 */
final class Table {
  private static final String HEADER = "header";

  private final String source;
  private final List<Row> rows = new ArrayList<>();
  private Map<String, Integer> columns;

  private Table(String source) {
    this.source = source;
  }

  /**
   * Reads all lines.
   *
   * @param source who printed them, for messages
   * @throws NativeException when a line has fewer fields than the header, or there is no header
   */
  static List<Row> parse(String source, Iterable<String> lines) throws NativeException {
    Table table = new Table(source);
    for (String line : lines) {
      if (!line.isBlank()) {
        table.add(line);
      }
    }
    if (table.columns == null) {
      throw new NativeException(source + " printed nothing", 1);
    }
    return table.rows;
  }

  private void add(String line) throws NativeException {
    String[] fields = line.split("\t", -1);
    if (columns == null) {
      Map<String, Integer> names = new LinkedHashMap<>();
      for (int i = fields[0].equals(HEADER) ? 1 : 0; i < fields.length; i++) {
        names.put(fields[i], i);
      }
      columns = Collections.unmodifiableMap(names);
      return;
    }
    int expected = 1 + Collections.max(columns.values());
    if (fields.length < expected) {
      throw new NativeException(
          String.format(
              "%s printed a line of %d fields below a header of %d: %s",
              source, fields.length, expected, line),
          1);
    }
    rows.add(new Row(columns, fields));
  }
}
