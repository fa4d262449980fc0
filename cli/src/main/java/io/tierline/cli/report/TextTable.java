/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A table on a terminal: columns as wide as their widest cell, numbers to the right. */
public final class TextTable {
  private final List<Boolean> numeric;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * Starts a table.
   *
   * @param columns headings; one that starts with {@code #} is of a column of numbers
   */
  public TextTable(String... columns) {
    List<String> names = List.of(columns);
    numeric = names.stream().map(name -> name.startsWith("#")).toList();
    rows.add(names.stream().map(name -> name.replaceFirst("^#", "")).toList());
  }

  /** Adds a row, a cell per column. */
  public TextTable row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  /** Prints the rows below their headings. */
  public void print(PrintStream out) {
    List<Integer> widths = new ArrayList<>(Collections.nCopies(numeric.size(), 0));
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths.set(i, Math.max(widths.get(i), row.get(i).length()));
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        String padding = " ".repeat(widths.get(i) - row.get(i).length());
        line.append(i == 0 ? "" : "  ")
            .append(numeric.get(i) ? padding + row.get(i) : row.get(i) + padding);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  /** A number with that many digits after the point, {@code -} when there is none. */
  public static String number(double value, int digits) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%,." + digits + "f", value) : "-";
  }
}
