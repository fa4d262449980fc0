/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.client.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.tierline.ldm.cli.AlignedTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What moves would cost and save, for people. */
final class WhatIfReport {
  private static final double PERCENT = 100;

  private WhatIfReport() {}

  static void whatIf(JsonNode answer, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: %s moves (%s are not to be made), %s, of which %s onto SSDs;%n"
            + "about %.0f s of copying, at least %.0f s as throttled; saves jobs %.1f s of"
            + " reading%n",
        text(answer, "of"),
        text(answer, "moves"),
        text(answer, "skipped"),
        AdminReport.bytes(answer.path("bytes").asLong()),
        AdminReport.bytes(answer.path("ssdBytes").asLong()),
        answer.path("copySeconds").asDouble(),
        answer.path("throttledSeconds").asDouble(),
        answer.path("savedSeconds").asDouble());
    if (!answer.path("complete").asBoolean(true)) {
      out.println(
          "more blocks than are looked at (tierline.ldm.migration.survey.max-blocks): figures are"
              + " of a part");
    }
    jobs(answer.path("jobs"), out);
    tiers(answer.path("tiers"), out);
    writes(answer.path("writes"), out);
  }

  private static void jobs(JsonNode jobs, PrintWriter out) {
    AlignedTable table = new AlignedTable("job", "reads", "now", "then", "saved");
    for (JsonNode job : jobs) {
      table.row(
          text(job, "job"),
          AdminReport.bytes(job.path("bytes").asLong()),
          seconds(job, "secondsNow"),
          seconds(job, "secondsThen"),
          seconds(job, "savedSeconds"));
    }
    table.print("Seconds of reading", LdmAdmin.WIDTH, out);
  }

  private static void tiers(JsonNode tiers, PrintWriter out) {
    AlignedTable table = new AlignedTable("tier", "capacity", "used now", "then");
    for (JsonNode tier : tiers) {
      table.row(
          text(tier, "medium"),
          AdminReport.bytes(tier.path("capacityBytes").asLong()),
          fill(tier, "usedBytesNow"),
          fill(tier, "usedBytesThen"));
    }
    table.print("Tiers", LdmAdmin.WIDTH, out);
  }

  private static void writes(JsonNode writes, PrintWriter out) {
    AlignedTable table =
        new AlignedTable("written", "R", "replicas", "onto SSDs per block", "saved per block");
    for (JsonNode write : writes) {
      List<String> media = new ArrayList<>();
      write.path("media").forEach(medium -> media.add(medium.asText()));
      table.row(
          text(write, "path"),
          text(write, "reusability"),
          String.join(", ", media),
          AdminReport.bytes(write.path("ssdBytesPerBlock").asLong()),
          seconds(write, "savedSecondsPerBlock"));
    }
    table.print("A block written then", LdmAdmin.WIDTH, out);
  }

  private static String fill(JsonNode tier, String field) {
    double capacity = tier.path("capacityBytes").asDouble();
    double share = capacity == 0 ? 0 : tier.path(field).asDouble() / capacity;
    return String.format(
        Locale.ROOT, "%s (%.1f %%)", AdminReport.bytes(tier.path(field).asLong()), PERCENT * share);
  }

  private static String seconds(JsonNode node, String field) {
    return String.format(Locale.ROOT, "%.2f s", node.path(field).asDouble());
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asText("");
  }
}
