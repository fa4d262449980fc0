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
import io.tierline.ldm.gateway.config.GatewayKeys;
import java.io.PrintWriter;

/** Prints how the gateway stands with OpenLineage's run events. */
final class OpenLineageReport {
  private OpenLineageReport() {}

  static void print(JsonNode answer, PrintWriter out) {
    if (!answer.path("configured").asBoolean()) {
      out.println("no run events are taken (" + GatewayKeys.OPENLINEAGE_ENABLED + ")");
      return;
    }
    out.println(answer.path("waiting").asText() + " events wait to be told");
    String problem = answer.path("problem").asText();
    if (!problem.isEmpty()) {
      out.println("last error: " + problem);
    }
    AlignedTable refused = new AlignedTable("at", "user", "job", "why");
    for (JsonNode each : answer.path("refused")) {
      refused.row(
          each.path("at").asText(),
          each.path("user").asText(),
          each.path("job").asText(),
          each.path("why").asText());
    }
    refused.print("Refused by the NameNode, the newest first", LdmAdmin.WIDTH, out);
  }
}
