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
import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.lineage.Printable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/** How far the uninstallation is, for people. */
final class UninstallReport {
  private static final int MOST_DIRECTORIES = 20;

  private UninstallReport() {}

  static void uninstall(JsonNode answer, PrintWriter out) {
    if (answer.path("state").asText().equals("DONE")) {
      AdminReport.paragraph(answer.path("text").asText(), out);
      directories(answer.path("directoriesWithFastReplicas"), out);
    } else {
      out.println(progress(answer));
    }
  }

  private static String progress(JsonNode answer) {
    String trouble = answer.path("trouble").asText();
    return "%d workflows to withdraw, %d storage policies to restore%s"
        .formatted(
            answer.path("workflowsLeft").asInt(),
            answer.path("storagePoliciesLeft").asInt(),
            trouble.isEmpty() ? "" : "; waits: " + Printable.of(trouble));
  }

  private static void directories(JsonNode directories, PrintWriter out) {
    if (!directories.isEmpty()) {
      out.printf(
          "%d directories may have replicas on SSDs; hdfs mover -p brings them down:%n",
          directories.size());
      for (int i = 0; i < Math.min(MOST_DIRECTORIES, directories.size()); i++) {
        out.println("  " + Printable.of(directories.get(i).asText()));
      }
    }
  }

  /** Asks every second, and prints what has changed, until it is done. */
  static void follow(LdmClient client, JsonNode first, PrintWriter out) throws IOException {
    JsonNode last = first;
    while (!last.path("state").asText().equals("DONE")) {
      pause();
      JsonNode next = client.uninstallation();
      if (!next.equals(last)) {
        uninstall(next, out);
      }
      last = next;
    }
  }

  private static void pause() throws IOException {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("it goes on in the NameNode");
    }
  }
}
