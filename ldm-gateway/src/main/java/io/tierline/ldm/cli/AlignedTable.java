/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import io.tierline.ldm.lineage.Printable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows whose columns are as wide as their widest cell. */
public final class AlignedTable {
  /** No column is made narrower than this. */
  private static final int LEAST_WIDTH = 8;

  /** Between two columns, and before the first. */
  private static final int GAP = 2;

  private final List<List<String>> rows = new ArrayList<>();

  /** An empty table below a header. */
  public AlignedTable(String... header) {
    rows.add(List.of(header));
  }

  /** Adds a row of as many cells as the header has; what a terminal would obey is shown instead. */
  public void row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(Printable.of(cell));
    }
    rows.add(row);
  }

  /** Prints a title and the rows; nothing when there is no row. */
  public void print(String title, PrintWriter out) {
    print(title, Integer.MAX_VALUE, out);
  }

  /**
   * Prints the same in lines of a bounded length, as far as the number of columns allows it: the
   * widest cells are written in several lines.
   *
   * @param width most characters of a line
   */
  public void print(String title, int width, PrintWriter out) {
    if (rows.size() == 1) {
      return;
    }
    out.println();
    out.println(title);
    int[] widths = widths(width);
    for (List<String> row : rows) {
      List<List<String>> cells = new ArrayList<>();
      for (int i = 0; i < widths.length; i++) {
        cells.add(Wrapped.lines(row.get(i), widths[i]));
      }
      int lines = cells.stream().mapToInt(List::size).max().orElse(0);
      for (int line = 0; line < lines; line++) {
        out.println(line(cells, line, widths));
      }
    }
  }

  private static String line(List<List<String>> cells, int line, int[] widths) {
    StringBuilder text = new StringBuilder(" ");
    for (int i = 0; i < widths.length; i++) {
      List<String> cell = cells.get(i);
      String part = line < cell.size() ? cell.get(line) : "";
      text.append(' ').append(part);
      if (i < widths.length - 1) {
        text.append(" ".repeat(Math.max(0, widths[i] - part.length()))).append(' ');
      }
    }
    return text.toString().stripTrailing();
  }

  /** Of the widest cells, where those fit; else all columns are cut to the same most. */
  private int[] widths(int most) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], Math.max(1, row.get(i).length()));
      }
    }
    int cap = Arrays.stream(widths).max().orElse(1);
    while (cap > LEAST_WIDTH && length(widths, cap) > most) {
      cap--;
    }
    int fitting = cap;
    return Arrays.stream(widths).map(width -> Math.min(width, fitting)).toArray();
  }

  private static long length(int[] widths, int cap) {
    return Arrays.stream(widths).mapToLong(width -> Math.min(width, cap) + GAP).sum();
  }
}
