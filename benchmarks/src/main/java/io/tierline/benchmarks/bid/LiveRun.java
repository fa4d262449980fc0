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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one process of {@code bid-live} printed: each contender once, and the bound. */
final class LiveRun {
  private static final String BOUND = "bound";
  private static final String ALL = "all";

  private final Map<String, List<Row>> rows = new LinkedHashMap<>();

  LiveRun(List<Row> printed) {
    for (Row row : printed) {
      rows.computeIfAbsent(row.contender(), none -> new ArrayList<>()).add(row);
    }
  }

  /** What the disk reads in sequence, MB/s. */
  double bound() {
    return total(BOUND).number("mb_per_s");
  }

  List<String> contenders() {
    return rows.keySet().stream().filter(name -> !name.equals(BOUND)).toList();
  }

  /** All rows of a contender: the one of all streams, and each stream's. */
  List<Row> rows(String contender) {
    return rows.get(contender);
  }

  private Row total(String contender) {
    return rows.get(contender).stream()
        .filter(row -> row.text("stream").equals(ALL))
        .findFirst()
        .orElseThrow();
  }

  /** What the streams read and the disk had taken of what they wrote, MB/s. */
  double megabytesPerSecond(String contender) {
    Row total = total(contender);
    double written = total.number("written_mb_per_s");
    return total.number("mb_per_s") + (Double.isNaN(written) ? 0 : written);
  }

  double syncs(String contender) {
    return total(contender).number("syncs");
  }

  /** The longest such time of any stream of a kind, ms; NaN when there is none. */
  double worst(String contender, String kind, String column) {
    return rows.get(contender).stream()
        .filter(row -> row.text("kind").equals(kind))
        .mapToDouble(row -> row.number(column))
        .max()
        .orElse(Double.NaN);
  }
}
