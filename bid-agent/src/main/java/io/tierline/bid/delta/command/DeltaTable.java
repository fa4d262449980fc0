/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.delta.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lines of fields separated by tabs, in a file: of a large log they do not fit into memory. The
 * first line names the columns.
 */
final class DeltaTable {
  private static final String TAB = "\t";
  private static final String NOTHING = "-";

  private final Path file;

  DeltaTable(Path file) {
    this.file = file;
  }

  /** Is given the fields of a line. */
  private interface Reader {
    void read(String[] fields) throws IOException;
  }

  private void read(Reader reader) throws IOException {
    // What is no UTF-8 in a name must not be an error.
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        reader.read(line.split(TAB, -1));
      }
    }
  }

  /** Whether there is nothing below the header. */
  boolean isEmpty() throws IOException {
    long[] lines = {0};
    read(fields -> lines[0]++);
    return lines[0] <= 1;
  }

  /** Prints all of it, each column as wide as its widest field. */
  void print(PrintStream out) throws IOException {
    List<Integer> widths = new ArrayList<>();
    read(
        fields -> {
          for (int i = 0; i < fields.length; i++) {
            if (i == widths.size()) {
              widths.add(0);
            }
            widths.set(i, Math.max(widths.get(i), fields[i].length()));
          }
        });
    read(fields -> out.println(aligned(fields, widths)));
  }

  private static String aligned(String[] fields, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < fields.length; i++) {
      line.append(i == 0 ? "" : "  ")
          .append(fields[i])
          .append(" ".repeat(widths.get(i) - fields[i].length()));
    }
    return line.toString().stripTrailing();
  }

  /** Prints the one row that there is, a line for each column. */
  void printFigures(PrintStream out) throws IOException {
    Map<String, Object> row = rows().get(0);
    int names = row.keySet().stream().mapToInt(String::length).max().orElse(0);
    int values = row.values().stream().mapToInt(each -> each.toString().length()).max().orElse(0);
    String line = "%-" + Math.max(names, "figure".length()) + "s  %" + Math.max(values, 5) + "s%n";
    out.printf(line, "figure", "value");
    row.forEach((name, value) -> out.printf(line, name, value));
  }

  /** The rows by columns: whole numbers and texts. A field without a value is left out. */
  List<Map<String, Object>> rows() throws IOException {
    List<Map<String, Object>> rows = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    read(
        fields -> {
          if (columns.isEmpty()) {
            columns.addAll(Arrays.asList(fields));
            return;
          }
          Map<String, Object> row = new LinkedHashMap<>();
          for (int i = 0; i < Math.min(columns.size(), fields.length); i++) {
            if (!fields[i].equals(NOTHING)) {
              row.put(columns.get(i), value(fields[i]));
            }
          }
          rows.add(row);
        });
    return rows;
  }

  private static Object value(String field) {
    return field.matches("[0-9]{1,18}") ? (Object) Long.valueOf(field) : field;
  }
}
