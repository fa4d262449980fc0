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

/** Plans of moves between tiers for people. */
final class PlanReport {
  private PlanReport() {}

  static void plans(JsonNode answer, PrintWriter out) {
    AlignedTable table = new AlignedTable("plan", "by", "state", "moves", "size", "created");
    for (JsonNode plan : answer.path("plans")) {
      table.row(
          text(plan, "id"),
          text(plan, "by"),
          text(plan, "state"),
          text(plan, "moves"),
          AdminReport.bytes(plan.path("bytes").asLong()),
          text(plan, "created"));
    }
    table.print("Plans", LdmAdmin.WIDTH, out);
    if (answer.path("plans").isEmpty()) {
      out.println("no plan has been made");
    }
  }

  /** One line: what it is, what it costs, how far it is. */
  static void summary(JsonNode plan, PrintWriter out) {
    String text =
        String.format(
            Locale.ROOT,
            "plan %s of %s is %s: %s moves, %s, of which %s onto SSDs, about %.0f s%s",
            text(plan, "id"),
            text(plan, "by"),
            text(plan, "state"),
            text(plan, "moves"),
            AdminReport.bytes(plan.path("bytes").asLong()),
            AdminReport.bytes(plan.path("ssdBytes").asLong()),
            plan.path("seconds").asDouble(),
            counts(plan.path("statuses")));
    AdminReport.paragraph(text, out);
    if (!text(plan, "note").isEmpty()) {
      AdminReport.paragraph(text(plan, "note"), out);
    }
  }

  private static String counts(JsonNode statuses) {
    List<String> counts = new ArrayList<>();
    statuses
        .fields()
        .forEachRemaining(
            status -> {
              if (status.getValue().asInt() > 0) {
                counts.add(
                    status.getValue().asText() + " " + status.getKey().toLowerCase(Locale.ROOT));
              }
            });
    return counts.isEmpty() ? "" : " (" + String.join(", ", counts) + ")";
  }

  static void plan(JsonNode plan, PrintWriter out) {
    summary(plan, out);
    AlignedTable table = new AlignedTable("file", "block", "from", "to", "size", "status", "why");
    for (JsonNode entry : plan.path("entries")) {
      JsonNode move = entry.path("move");
      table.row(
          text(move, "file"),
          text(move, "block"),
          text(move, "from") + " " + text(entry, "fromHost"),
          text(move, "to") + " " + text(entry, "toHost"),
          AdminReport.bytes(move.path("bytes").asLong()),
          text(entry, "status").toLowerCase(Locale.ROOT),
          text(move, "reason"));
    }
    table.print("Moves", LdmAdmin.WIDTH, out);
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asText("");
  }
}
