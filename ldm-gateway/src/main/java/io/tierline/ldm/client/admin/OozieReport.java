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

/** Prints what is known of the jobs of the Oozie server that is followed. */
final class OozieReport {
  private OozieReport() {}

  static void jobs(JsonNode answer, PrintWriter out) {
    if (!answer.path("configured").asBoolean()) {
      out.println("no Oozie server is followed (" + GatewayKeys.OOZIE_URL.key() + ")");
      return;
    }
    AlignedTable jobs = new AlignedTable("job", "kind", "name", "user", "to come", "findings");
    AlignedTable findings = new AlignedTable("job", "what", "where", "why");
    for (JsonNode job : answer.path("jobs")) {
      String id = job.path("id").asText();
      String refused = job.path("refused").asText();
      jobs.row(
          id,
          job.path("kind").asText(),
          job.path("name").asText(),
          job.path("user").asText(),
          job.path("scheduled").asText(),
          refused.isEmpty() ? job.path("findingsInAll").asText() : "not followed");
      if (!refused.isEmpty()) {
        findings.row(id, "not followed", "", refused);
      }
      for (JsonNode finding : job.path("findings")) {
        findings.row(
            id,
            finding.path("what").asText(),
            finding.path("file").asText() + ":" + finding.path("line").asText(),
            finding.path("why").asText());
      }
    }
    jobs.print("Oozie jobs", LdmAdmin.WIDTH, out);
    findings.print("Not resolved, or assumed", LdmAdmin.WIDTH, out);
    if (answer.path("jobs").isEmpty()) {
      out.println("no job of Oozie's is followed that you may see");
    }
  }
}
