/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import io.tierline.cli.report.TextTable;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** Prints what was measured, a table for each state, size of the cache and workload. */
final class ReadsTable {
  private static final double BYTES_PER_KB = 1024;

  private ReadsTable() {}

  static void print(PrintStream out, List<Map<String, Object>> results) {
    List<String> cases = results.stream().map(ReadsTable::caseOf).distinct().toList();
    for (String one : cases) {
      List<Map<String, Object>> of =
          results.stream().filter(result -> caseOf(result).equals(one)).toList();
      out.println(one + (Boolean.TRUE.equals(of.get(0).get("warm")) ? "" : ", not warm"));
      table(of, (String) of.get(0).get("contender")).print(out);
      out.println();
    }
    out.println("us: of one get or scan, processor and device; ratio: the first engine's time by");
    out.println("  this one's (above 1: this one is quicker), median of pairs; 95 %: the interval");
    out.println("  that holds it, and no result where it holds 1; cpu, device: the ratios of each");
    out.println("  alone; each: blocks asked of the cache, reads of files, KB read, requests to");
    out.println("  the device, Bloom filters asked, files they let through; files: at the end");
  }

  private static String caseOf(Map<String, Object> result) {
    return String.format(
        "%s, cache %.0f %%: %s, %s pairs",
        result.get("state"),
        100 * number(result, "cache"),
        result.get("workload"),
        result.get("pairs"));
  }

  private static TextTable table(List<Map<String, Object>> results, String first) {
    TextTable table =
        new TextTable(
            "engine",
            "#us",
            "#cpu",
            "#device",
            "#ratio",
            "#95 %",
            "says",
            "#cpu",
            "#device",
            "#hits %",
            "#blocks",
            "#reads",
            "#KB",
            "#requests",
            "#blooms",
            "#let through",
            "#files");
    for (Map<String, Object> one : results) {
      boolean isFirst = one.get("contender").equals(first);
      table.row(
          (String) one.get("contender"),
          text(one, "us", 1),
          text(one, "cpu_us", 1),
          text(one, "device_us", 1),
          text(one, "ratio", 3),
          isFirst ? "-" : text(one, "ratio_low", 3) + "-" + text(one, "ratio_high", 3),
          isFirst ? "-" : (String) one.get("says"),
          text(one, "cpu_ratio", 3),
          text(one, "device_ratio", 3),
          TextTable.number(100 * number(one, "hit_ratio"), 1),
          text(one, "cache_requests_each", 2),
          text(one, "file_reads_each", 3),
          TextTable.number(number(one, "file_bytes_each") / BYTES_PER_KB, 1),
          text(one, "device_requests_each", 3),
          text(one, "blooms_each", 2),
          text(one, "files_each", 2),
          text(one, "store_files_after", 0));
    }
    return table;
  }

  private static String text(Map<String, Object> result, String key, int digits) {
    return TextTable.number(number(result, key), digits);
  }

  private static double number(Map<String, Object> result, String key) {
    return result.get(key) instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
