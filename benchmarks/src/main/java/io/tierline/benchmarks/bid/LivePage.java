/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import io.tierline.cli.report.Html;
import io.tierline.cli.report.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code bid-live}'s page: throughput and latency of each contender, and the numbers behind. */
final class LivePage {
  private LivePage() {}

  static Page page(String lead, Map<String, Object> parameters, List<LiveResult> results)
      throws IOException {
    StringBuilder cases = new StringBuilder();
    for (LiveResult result : results) {
      cases.append("<option>").append(Html.escape(result.which().option())).append("</option>");
    }
    return new Page(LivePage.class, "Tierline bid-live: streams on one disk", "live.html")
        .slot("lead", Html.escape(lead))
        .slot("cases", cases.toString())
        .numbers(tables(results), setting(parameters))
        .data(data(results))
        .resource("owncss", "sim.css")
        .resource("js", "live.js");
  }

  private static String tables(List<LiveResult> results) {
    StringBuilder all = new StringBuilder();
    for (LiveResult result : results) {
      Html table = Html.table(result.which().summary(), LiveResult.COLUMNS);
      result.contenders().forEach(contender -> table.row(false, (Object[]) result.line(contender)));
      all.append("<h3>")
          .append(Html.escape(result.which().option()))
          .append("</h3><p>The disk reads ")
          .append(result.boundText())
          .append(" MB/s in sequence.</p>")
          .append(table.end());
    }
    return all.toString();
  }

  private static String setting(Map<String, Object> parameters) {
    Html table = Html.table("What ran", "Parameter", "Value");
    parameters.forEach((name, value) -> table.row(false, name, value));
    return table.commit().end();
  }

  private static Map<String, Object> data(List<LiveResult> results) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (LiveResult result : results) {
      Map<String, Object> bound = new LinkedHashMap<>();
      bound.put("workload", result.which().option());
      bound.put("name", "the disk in sequence");
      bound.put("kind", "bound");
      bound.put("mb_per_s", result.bound());
      all.add(bound);
      for (String contender : result.contenders()) {
        Map<String, Object> median = result.median(contender);
        median.put("kind", LiveContenders.isOurs(contender) ? "ours" : "peer");
        all.add(median);
      }
    }
    return Map.of("results", all);
  }
}
