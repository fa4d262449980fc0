/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.report.TextTable;
import java.io.PrintStream;
import java.util.List;

/** The example of Mishra 2018, section 3.3, as each policy serves it. */
final class WorkedExample {
  private WorkedExample() {}

  static void print(PrintStream out, List<Row> rows) {
    TextTable table =
        new TextTable("contender", "merge", "case", "#movements", "#tracks", "#sweeps", "order");
    for (Row row : rows) {
      table.row(
          row.contender(),
          row.text("merge"),
          row.text("case"),
          row.text("arm_movements"),
          row.text("arm_distance_tracks"),
          row.text("seek_sweeps"),
          row.text("order"));
    }
    table.print(out);
    out.println();
    for (Row row : rows) {
      if (row.has("packing_b") || row.has("ssd")) {
        out.println(
            String.format(
                "%s, merge %s, %s: packing A %s, B %s, C %s; writes to the SSD: %s",
                row.contender(),
                row.text("merge"),
                row.text("case"),
                row.text("packing_a"),
                row.text("packing_b"),
                row.text("packing_c"),
                row.text("ssd")));
      }
    }
  }
}
