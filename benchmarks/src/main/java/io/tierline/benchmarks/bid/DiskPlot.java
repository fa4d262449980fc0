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

/** The two distributions of response times that {@code bid-disk} prints for plots. */
final class DiskPlot {
  private DiskPlot() {}

  /** Each column of milliseconds against the fraction of requests served within it. */
  static Map<String, Object> data(List<Row> cdf) {
    Map<String, Object> data = new LinkedHashMap<>();
    List<Double> fractions = new ArrayList<>();
    List<Double> measured = new ArrayList<>();
    List<Double> modelled = new ArrayList<>();
    for (Row row : cdf) {
      fractions.add(row.number("fraction"));
      measured.add(row.number("measured_ms"));
      modelled.add(row.number("model_ms"));
    }
    data.put("fractions", fractions);
    data.put("measured", measured);
    data.put("model", modelled);
    return data;
  }
}
