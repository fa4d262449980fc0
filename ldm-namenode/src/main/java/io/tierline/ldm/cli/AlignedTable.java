/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows whose columns are as wide as their widest cell. */
public final class AlignedTable {
  private final List<List<String>> rows = new ArrayList<>();

  /** An empty table below a header. */
  public AlignedTable(String... header) {
    rows.add(List.of(header));
  }

  /** Adds a row of as many cells as the header has. */
  public void row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(String.valueOf(cell));
    }
    rows.add(row);
  }

  /** Prints a title and the rows; nothing when there is no row. */
  public void print(String title, PrintWriter out) {
    if (rows.size() == 1) {
      return;
    }
    out.println();
    out.println(title);
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns - 1; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(" ");
      for (int i = 0; i < columns; i++) {
        String cell = row.get(i);
        line.append(' ').append(cell).append(" ".repeat(Math.max(0, widths[i] - cell.length())));
        line.append(' ');
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
