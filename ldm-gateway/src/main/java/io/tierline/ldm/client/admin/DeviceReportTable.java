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
import java.util.Locale;

/** Storage devices and their ratings for people. */
final class DeviceReportTable {
  private DeviceReportTable() {}

  static void devices(JsonNode answer, PrintWriter out) {
    AlignedTable table =
        new AlignedTable(
            "DataNode", "rack", "medium", "storage", "here", "in rack", "remote", "source");
    for (JsonNode device : answer.path("devices")) {
      table.row(
          text(device, "address"),
          text(device, "rack"),
          text(device, "medium"),
          text(device, "storage"),
          rating(device, "ratingNodeMibPerSecond"),
          rating(device, "ratingRackMibPerSecond"),
          rating(device, "ratingRemoteMibPerSecond"),
          source(device));
    }
    // Whole ids, for reports, are in what -json prints.
    table.print("Devices, with their ratings in MiB/s", LdmAdmin.WIDTH, out);
    if (answer.path("devices").isEmpty()) {
      out.println("no DataNode is in service");
    }
  }

  private static String source(JsonNode device) {
    return device.has("ageSeconds")
        ? String.format(Locale.ROOT, "measured %.0f s ago", device.path("ageSeconds").asDouble())
        : text(device, "source");
  }

  private static String rating(JsonNode device, String field) {
    return String.format(Locale.ROOT, "%.0f", device.path(field).asDouble());
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asText("");
  }
}
