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
import java.util.List;
import java.util.Map;

/** Tables as bid-sim prints them. */
final class SampleTables {
  static final String FIGURES =
      "header\tcontender\tworkload\tloop\tdisk\tssd\tncq\toutstanding\tseed\tseconds\tarm_movements"
          + "\tp99_read_ms\tmean_read_ms\tmean_write_ms\tevents\tevents_per_second";
  static final String PROCESSES = "header\tcontender\tworkload\tprocess\trequests\tp99_ms";

  private SampleTables() {}

  /** One workload, contenders with their seconds. */
  static List<Row> figures(String workload, Map<String, Double> seconds) {
    List<String> lines = new ArrayList<>(List.of(FIGURES));
    seconds.forEach((contender, time) -> lines.add(figure(contender, workload, time)));
    return parse(lines);
  }

  static String figure(String contender, String workload, double seconds) {
    return String.join(
        "\t",
        "figure",
        contender,
        workload,
        "closed",
        "sata-250g",
        "-",
        "1",
        "256",
        "1",
        Double.toString(seconds),
        "100",
        "5.5",
        "2.5",
        Double.toString(seconds / 10),
        "3000000",
        "2000000");
  }

  /** One process of one contender. */
  static Row process(String contender, String workload, String process, int requests, double p99) {
    return parse(
            List.of(
                PROCESSES,
                String.join(
                    "\t",
                    "process",
                    contender,
                    workload,
                    process,
                    Integer.toString(requests),
                    Double.toString(p99))))
        .get(0);
  }

  static SimRun run(int repeat, String workload, Map<String, Double> seconds) {
    return new SimRun(repeat, repeat, figures(workload, seconds), List.of(), List.of());
  }

  private static List<Row> parse(List<String> lines) {
    try {
      return Table.parse("sample", lines);
    } catch (NativeException e) {
      throw new AssertionError(e);
    }
  }
}
