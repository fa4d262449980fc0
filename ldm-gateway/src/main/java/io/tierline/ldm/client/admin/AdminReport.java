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
import io.tierline.ldm.cli.Wrapped;
import io.tierline.ldm.lineage.Printable;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The NameNode's answers for people. */
final class AdminReport {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  private static final double UNIT = 1024;
  private static final double HUNDRED = 100;

  /** Decisions of one explanation; each takes a few lines. */
  private static final int MOST_DECISIONS = 3;

  private AdminReport() {}

  static void workflows(JsonNode answer, PrintWriter out) {
    AlignedTable table = new AlignedTable("id", "owner", "jobs", "ended", "ends in", "name");
    for (JsonNode workflow : answer.path("workflows")) {
      table.row(
          text(workflow, "id"),
          text(workflow, "owner"),
          text(workflow, "jobs"),
          workflow.path("finished").size(),
          until(workflow.path("expires"), Instant.now()),
          text(workflow, "name"));
    }
    table.print("Workflows", LdmAdmin.WIDTH, out);
    if (answer.path("workflows").isEmpty()) {
      out.println("no workflow is registered that you may see");
    }
  }

  static void registered(JsonNode answer, PrintWriter out) {
    if (answer.path("registered").isArray()) {
      out.println("registered " + answer.path("registered").size() + " workflows");
      return;
    }
    out.println("registered " + text(answer, "id"));
    datasets(answer.path("datasets"), out);
    more(answer, out);
  }

  static void reconfiguration(JsonNode answer, PrintWriter out) {
    AlignedTable table = new AlignedTable("key", "was", "is", "in force");
    for (JsonNode change : answer.path("changes")) {
      String when = change.path("applied").asBoolean() ? "now" : "after a restart";
      table.row(text(change, "key"), text(change, "old"), text(change, "new"), when);
    }
    if (answer.path("changes").isEmpty()) {
      out.println("no changes: what is stored is in force");
    } else {
      table.print("Changed keys", LdmAdmin.WIDTH, out);
    }
    unknownKeys(answer, out);
  }

  /** One line each: a slip of the pen in a key has no effect, and is seen nowhere else. */
  private static void unknownKeys(JsonNode answer, PrintWriter out) {
    for (JsonNode unknown : answer.path("unknownKeys")) {
      String nearest = text(unknown, "nearest");
      paragraph(
          "unknown key "
              + text(unknown, "key")
              + ", which has no effect"
              + (nearest.isEmpty() ? "" : "; do you mean " + nearest + "?"),
          out);
    }
  }

  static void workflow(JsonNode answer, PrintWriter out) {
    out.printf(
        "%s: workflow '%s' of %s%n",
        text(answer, "id"), text(answer, "name"), text(answer, "owner"));
    if (answer.has("expires")) {
      paragraph(
          "ends by itself in %s (%s)"
              .formatted(
                  until(answer.path("expires"), Instant.now()), text(answer, "expiresBecause")),
          out);
    }
    for (JsonNode job : answer.path("jobsExpiring")) {
      paragraph(
          "job %s counts as ended in %s (%s)"
              .formatted(
                  text(job, "job"),
                  until(job.path("expires"), Instant.now()),
                  text(job, "because")),
          out);
    }
    List<String> ended = strings(answer.path("finished"));
    AlignedTable table = new AlignedTable("job", "type", "state", "after");
    for (JsonNode job : answer.path("lineage").path("jobs")) {
      String name = text(job, "name");
      table.row(
          name,
          text(job, "type"),
          ended.contains(name) ? "ended" : "to run",
          String.join(", ", strings(job.path("after"))));
    }
    table.print("Jobs", LdmAdmin.WIDTH, out);
    datasets(answer.path("datasets"), out);
    more(answer, out);
  }

  /** An answer holds a page of the datasets. */
  private static void more(JsonNode answer, PrintWriter out) {
    int shown = answer.path("datasetsFrom").asInt() + answer.path("datasets").size();
    int more = answer.path("datasetsInAll").asInt() - shown;
    if (more > 0) {
      out.printf("and %d more datasets: GET .../workflows/ID?from=%d%n", more, shown);
    }
  }

  private static void datasets(Iterable<JsonNode> datasets, PrintWriter out) {
    AlignedTable table = new AlignedTable("dataset", "R", "slack", "LQ", "written by", "read by");
    for (JsonNode dataset : datasets) {
      table.row(
          text(dataset, "path") + (dataset.path("managed").asBoolean() ? "" : " (not managed)"),
          text(dataset, "reusability"),
          text(dataset, "slack"),
          String.format(Locale.ROOT, "%.3f", dataset.path("lineageQuotient").asDouble()),
          String.join(", ", strings(dataset.path("writers"))),
          String.join(", ", strings(dataset.path("readers"))));
    }
    table.print("Datasets", LdmAdmin.WIDTH, out);
  }

  static void explanation(JsonNode answer, PrintWriter out) {
    boolean managed = answer.path("managed").asBoolean();
    paragraph(
        text(answer, "path")
            + ": "
            + (managed ? "now, at " + text(answer, "at") + ": " : "")
            + text(answer, "why"),
        out);
    decisions(answer, out);
    if (managed) {
      datasets(List.of(answer.path("dataset")), out);
      out.printf(
          Locale.ROOT,
          "migration quotient MQ = %.3f%n",
          answer.path("migrationQuotient").asDouble());
      replicas(answer.path("plan"), out);
      tiers(answer.path("tiers"), out);
    }
    AlignedTable blocks = new AlignedTable("block", "size", "replicas");
    for (JsonNode block : answer.path("blocks")) {
      blocks.row(
          text(block, "block"),
          bytes(block.path("bytes").asLong()),
          String.join(", ", strings(block.path("storages"))));
    }
    blocks.print("Blocks", LdmAdmin.WIDTH, out);
  }

  /** As they were taken: the tiers of now may look otherwise. */
  private static void decisions(JsonNode answer, PrintWriter out) {
    int told = 0;
    for (JsonNode decision : answer.path("decisions")) {
      if (told++ == MOST_DECISIONS) {
        out.printf("and %d earlier%n", answer.path("decisions").size() - MOST_DECISIONS);
        return;
      }
      List<String> media = new ArrayList<>();
      decision.path("plan").forEach(choice -> media.add(text(choice, "medium")));
      paragraph(
          "decided at %s for %s, %s, because: %s"
              .formatted(
                  text(decision, "at"),
                  text(decision, "path"),
                  String.join(", ", media),
                  text(decision, "why")),
          out);
    }
  }

  private static void replicas(JsonNode plan, PrintWriter out) {
    AlignedTable table = new AlignedTable("replica", "medium", "LQ", "MiB/s");
    int replica = 0;
    for (JsonNode choice : plan) {
      table.row(
          replica++,
          text(choice, "medium"),
          String.format(Locale.ROOT, "%.3f", choice.path("lineageQuotient").asDouble()),
          String.format(Locale.ROOT, "%.0f", choice.path("ratingMibPerSecond").asDouble()));
    }
    table.print("A block written now", LdmAdmin.WIDTH, out);
  }

  static void status(JsonNode answer, PrintWriter out) {
    out.printf(
        "placement %s, reads by rating %s, %s workflows, %s nodes in %s racks%n",
        answer.path("shadow").asBoolean() ? "in shadow mode" : onOff(answer, "placement"),
        onOff(answer, "readsByRating"),
        text(answer, "workflows"),
        text(answer, "nodes"),
        text(answer, "racks"));
    if (!answer.path("everywhere").asBoolean(true)) {
      out.println("only below some directories (tierline.ldm.canary.*)");
    }
    paragraph("lineage " + text(answer.path("state"), "mode") + why(answer.path("state")), out);
    unknownKeys(answer, out);
    int ending = answer.path("expiringWithinADay").asInt();
    if (ending > 0) {
      out.printf("%d registrations end by themselves within a day: hdfs ldm -list%n", ending);
    }
    tiers(answer.path("tiers"), out);
  }

  private static String why(JsonNode state) {
    return state.has("why") ? ": " + text(state, "why") : "";
  }

  /** How long it is until a moment, in its two largest units; a dash for none. */
  static String until(JsonNode moment, Instant now) {
    if (moment.isMissingNode()) {
      return "-";
    }
    Duration left = Duration.between(now, Instant.parse(moment.asText()));
    if (left.compareTo(Duration.ofMinutes(1)) < 0) {
      return "1 min";
    }
    if (left.toDays() > 0) {
      return left.toDays() + " d " + left.toHoursPart() + " h";
    }
    return left.toHours() > 0
        ? left.toHours() + " h " + left.toMinutesPart() + " min"
        : left.toMinutes() + " min";
  }

  private static void tiers(Iterable<JsonNode> tiers, PrintWriter out) {
    AlignedTable table =
        new AlignedTable(
            "tier", "capacity", "free", "nodes with room", "takes LQ from", "PR MiB/s", "measured");
    for (JsonNode tier : tiers) {
      table.row(
          text(tier, "medium"),
          bytes(tier.path("capacityBytes").asLong()),
          bytes(tier.path("remainingBytes").asLong()),
          text(tier, "nodesWithRoom"),
          String.format(Locale.ROOT, "%.3f", tier.path("admissionThreshold").asDouble()),
          String.format(Locale.ROOT, "%.0f", tier.path("ratingNodeMibPerSecond").asDouble()),
          tier.path("volumesMeasured").asInt() + " of " + tier.path("volumes").asInt());
    }
    table.print("Tiers", LdmAdmin.WIDTH, out);
  }

  /** Text in as many lines as it takes. */
  static void paragraph(String text, PrintWriter out) {
    Wrapped.lines(Printable.of(text), LdmAdmin.WIDTH).forEach(out::println);
  }

  static void conflicts(JsonNode answer, PrintWriter out) {
    AlignedTable table = new AlignedTable("workflow", "job", "owner", "at", "what");
    for (JsonNode conflict : answer.path("conflicts")) {
      table.row(
          text(conflict, "workflow"),
          text(conflict, "job"),
          text(conflict, "owner"),
          text(conflict, "at"),
          text(conflict, "text"));
    }
    table.print("Conflicts", LdmAdmin.WIDTH, out);
    if (answer.path("conflicts").isEmpty()) {
      out.println("no sources of lineage disagree on what you may see");
    }
  }

  static void usage(JsonNode answer, PrintWriter out) {
    for (JsonNode user : answer.path("users")) {
      AlignedTable table = new AlignedTable("limit", "used", "most", "%");
      user.path("limits")
          .fields()
          .forEachRemaining(
              limit -> {
                JsonNode most = limit.getValue().path("most");
                long used = limit.getValue().path("used").asLong();
                table.row(
                    limit.getKey(),
                    used,
                    most.isNull() ? "-" : most.asText(),
                    most.asLong() == 0 ? "-" : Math.round(HUNDRED * used / most.asLong()));
              });
      table.print("What " + text(user, "user") + " has", LdmAdmin.WIDTH, out);
    }
    if (answer.path("users").isEmpty()) {
      out.println("nobody has registered anything");
    }
  }

  private static String onOff(JsonNode answer, String field) {
    return answer.path(field).asBoolean() ? "on" : "off";
  }

  private static String text(JsonNode node, String field) {
    return Printable.of(node.path(field).asText());
  }

  private static List<String> strings(JsonNode array) {
    List<String> strings = new ArrayList<>();
    array.forEach(element -> strings.add(Printable.of(element.asText())));
    return strings;
  }

  /** Bytes with the largest unit of which there is at least one. */
  static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= UNIT && unit < UNITS.length - 1) {
      value /= UNIT;
      unit++;
    }
    return unit == 0
        ? bytes + " " + UNITS[0]
        : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }
}
