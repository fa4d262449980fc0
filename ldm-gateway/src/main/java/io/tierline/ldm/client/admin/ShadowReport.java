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

/** What LDM would have done in shadow mode, for people. */
final class ShadowReport {
  private static final int MOST_ROWS = 20;

  private ShadowReport() {}

  static void shadow(JsonNode answer, PrintWriter out) {
    JsonNode total = answer.path("total");
    if (!answer.path("shadow").asBoolean()) {
      AdminReport.paragraph(
          "shadow mode is off (tierline.ldm.shadow.enabled): what follows was counted before", out);
    }
    AdminReport.paragraph(
        ("since %s LDM would have given %d of %d new blocks a fast replica (%s; %d more had there"
                + " been room), turned %d readings of a block fast, moved %d replicas up and %d"
                + " down, and written %s to fast tiers")
            .formatted(
                answer.path("since").asText(),
                total.path("blocksFast").asLong(),
                total.path("blocks").asLong(),
                bytes(total, "bytesFast"),
                total.path("blocksNoRoom").asLong(),
                total.path("readsFast").asLong(),
                total.path("movesUp").asLong(),
                total.path("movesDown").asLong(),
                bytes(total, "fastBytesWritten")),
        out);
    if (answer.path("readsReordered").asLong() > 0) {
      AdminReport.paragraph(
          "ratings would have led %d reads to another replica than HDFS's order"
              .formatted(answer.path("readsReordered").asLong()),
          out);
    }
    table("user", answer.path("users"), out);
    table("dataset", answer.path("datasets"), out);
  }

  private static void table(String what, JsonNode rows, PrintWriter out) {
    AlignedTable table =
        new AlignedTable(what, "fast", "of blocks", "reads", "moves", "written to SSD");
    int shown = 0;
    for (JsonNode row : rows) {
      if (shown++ < MOST_ROWS) {
        table.row(
            row.path(what).asText(),
            row.path("blocksFast").asLong(),
            row.path("blocks").asLong(),
            row.path("readsFast").asLong(),
            row.path("movesUp").asLong() + row.path("movesDown").asLong(),
            bytes(row, "fastBytesWritten"));
      }
    }
    table.print("By " + what, LdmAdmin.WIDTH, out);
    if (rows.size() > MOST_ROWS) {
      out.printf("and %d more: -json%n", rows.size() - MOST_ROWS);
    }
  }

  private static String bytes(JsonNode row, String field) {
    return AdminReport.bytes(row.path(field).asLong());
  }
}
