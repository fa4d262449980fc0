/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.ldm.client.LdmClient;
import io.tierline.ldm.client.admin.LdmAdmin;
import io.tierline.ldm.json.WhatIfRequest;
import io.tierline.ldm.namenode.metrics.LdmMetrics;
import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.PlacementKeys;
import io.tierline.ldm.settings.ServiceKeys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Device reports, what they change, and what-if against what an applied plan really moves. */
@Tag("integration")
class DevicesAndWhatIfTest {
  private static MigratingCluster cluster;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        MigratingCluster.start(
            "plan",
            conf -> {
              conf.set(ServiceKeys.ADMINS.key(), "boss");
              conf.set(PlacementKeys.AGENTS.key(), "agent");
              conf.set(MigrationKeys.INTERVAL.key(), "1h");
            });
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** An SSD that no test has reported yet, or any of them. */
  private static JsonNode ssd(boolean unreported) throws IOException {
    for (JsonNode device : cluster.ldm().client().devices().path("devices")) {
      boolean typical = device.path("source").asText().equals("typical");
      if (device.path("medium").asText().equals("SSD") && (typical || !unreported)) {
        return device;
      }
    }
    throw new AssertionError("no SSD");
  }

  private static JsonNode device(String storage) throws IOException {
    for (JsonNode device : cluster.ldm().client().devices().path("devices")) {
      if (device.path("storage").asText().equals(storage)) {
        return device;
      }
    }
    throw new AssertionError("no " + storage);
  }

  private static String report(JsonNode device, Instant at, double read) {
    return """
        {"version": 1, "devices": [{"dataNode": "%s", "storage": "%s", "measuredAt": "%s",
          "readMibPerSecond": %s, "writeMibPerSecond": %s}]}
        """
        .formatted(
            device.path("dataNode").asText(), device.path("storage").asText(), at, read, read);
  }

  private String ldm(String... arguments) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    LdmAdmin admin = new LdmAdmin(stream, stream);
    assertThat(ToolRunner.run(cluster.embedded().configuration(), admin, arguments)).isZero();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void reportIsSeenInTheRatingsAndInExplanations() throws Exception {
    assertThat(cluster.ldm().client().devices().path("devices")).hasSize(8);
    JsonNode before = ssd(true);
    String storage = before.path("storage").asText();
    JsonNode taken =
        cluster
            .ldm()
            .as("agent", client -> client.reportDevices(report(before, Instant.now(), 250)));
    assertThat(taken.path("accepted").asInt()).isEqualTo(1);
    JsonNode after = device(storage);
    assertThat(after.path("source").asText()).isEqualTo("measured");
    assertThat(after.path("ratingNodeMibPerSecond").asDouble()).isEqualTo(250);
    assertThat(after.path("ageSeconds").asDouble()).isNotNegative();
    cluster.ldm().registerReaders("measured", "/measured", 1);
    String why = cluster.ldm().client().explain("/measured").path("why").asText();
    assertThat(why)
        .contains(" of 4 volumes measured)", "claim of 0.500", " full and takes from 0.");
    assertThat(cluster.ldm().client().explain("/measured").path("migrationQuotient").asDouble())
        .isBetween(0.1, 1.0);
    assertThat(ldm("-devices")).contains("measured", "typical");
    assertThat(ldm("-devices", "-json")).contains(storage);
    assertThat(ldm("-explain", "/measured")).contains("MQ = ", " of 4");
    cluster.ldm().client().withdraw("measured");
  }

  @Test
  void olderReportsAndStrangersAreRefused() throws Exception {
    JsonNode device = ssd(false);
    String now = report(device, Instant.now(), 400);
    cluster.ldm().assertRefused("bob", "403", client -> client.reportDevices(now));
    assertThat(
            cluster.ldm().as("boss", client -> client.reportDevices(now)).path("accepted").asInt())
        .isOne();
    String earlier = report(device, Instant.now().minusSeconds(60), 1);
    assertThat(
            cluster
                .ldm()
                .as("agent", client -> client.reportDevices(earlier))
                .path("older")
                .asInt())
        .isOne();
    String stale = report(device, Instant.now().minusSeconds(6_000), 1);
    cluster.ldm().assertRefused("agent", "400", client -> client.reportDevices(stale));
    String future = report(device, Instant.now().plusSeconds(6_000), 1);
    cluster.ldm().assertRefused("agent", "400", client -> client.reportDevices(future));
    String absurd = report(device, Instant.now(), 1e9);
    cluster.ldm().assertRefused("agent", "400", client -> client.reportDevices(absurd));
    String unknown = now.replace(device.path("storage").asText(), "DS-nowhere");
    cluster.ldm().assertRefused("agent", "400", client -> client.reportDevices(unknown));
    assertThat(device(device.path("storage").asText()).path("ratingNodeMibPerSecond").asDouble())
        .isEqualTo(400);
  }

  @Test
  void whatIfTellsWhatAnAppliedPlanMoves() throws Exception {
    String lineage =
        """
        {"id": "asked", "jobs": [{"name": "make", "writes": ["/asked"]},
          {"name": "use", "after": ["make"], "reads": ["/asked"]},
          {"name": "check", "after": ["make"], "reads": ["/asked"]}]}
        """;
    cluster.write("/asked/part-0", 3);
    LdmClient client = cluster.ldm().client();
    LogCapturer audit = LogCapturer.captureLogs(FSNamesystem.AUDIT_LOG);
    JsonNode before = client.whatIf(lineage);
    assertThat(client.list().toString()).doesNotContain("asked");
    cluster.ldm().register(lineage);
    String plan = client.plan().path("id").asText();
    audit.stopCapturing();
    assertThat(audit.getOutput()).as("what LDM lists for itself").doesNotContain("cmd=listStatus");
    JsonNode asked = client.whatIf(WhatIfRequest.ofPlan(plan));
    for (String figure : new String[] {"moves", "bytes", "ssdBytes"}) {
      assertThat(before.path(figure).asLong()).isEqualTo(asked.path(figure).asLong());
    }
    assertThat(before.path("complete").asBoolean()).isTrue();
    assertThat(before.path("savedSeconds").asDouble()).isPositive();
    assertThat(before.path("writes").get(0).path("media").toString()).contains("SSD");
    assertThat(asked.path("jobs")).hasSize(2);
    LdmMetrics metrics = cluster.ldm().metrics();
    long moved = metrics.migrationBytes.value();
    long written = metrics.migrationSsdBytes.value();
    client.applyPlan(plan);
    cluster.awaitState(plan, "DONE");
    cluster.awaitOn("/asked", 2, 1);
    // A plan is done before its last move is counted.
    long bytes = asked.path("bytes").asLong();
    LdmCluster.await("the count", () -> metrics.migrationBytes.value() - moved >= bytes);
    assertThat(metrics.migrationBytes.value() - moved).isEqualTo(bytes);
    assertThat(metrics.migrationSsdBytes.value() - written)
        .isEqualTo(asked.path("ssdBytes").asLong())
        .isEqualTo(6L * LdmCluster.BLOCK);
    JsonNode again = client.whatIf(WhatIfRequest.ofPlan(plan));
    assertThat(again.path("moves").asInt()).isZero();
    assertThat(again.path("skipped").asInt()).isEqualTo(6);
    assertThat(again.path("savedSeconds").asDouble()).isZero();
    assertThat(ldm("-whatIf", plan)).contains("plan " + plan + ": 0 moves (6 are not");
    String file = Files.writeString(directory.resolve("chain.json"), lineage).toString();
    assertThat(ldm("-whatIf", file)).contains("workflow asked: ", "asked/use", "Tiers");
    assertThat(new ObjectMapper().readTree(ldm("-whatIf", file, "-json")).has("writes")).isTrue();
  }

  @Test
  void nobodyLearnsOfFilesThatTheyCouldNotList() throws Exception {
    cluster.write("/user/ann/data/part-0", 1);
    var home = new org.apache.hadoop.fs.Path("/user/ann");
    cluster.ldm().fileSystem().setOwner(home, "ann", "staff");
    cluster.ldm().fileSystem().setPermission(home, new FsPermission((short) 0700));
    cluster.ldm().registerReaders("hers", "/user/ann/data", 1);
    String plan = cluster.ldm().client().plan().path("id").asText();
    String question = WhatIfRequest.ofPlan(plan);
    assertThat(cluster.ldm().as("ann", client -> client.whatIf(question)).path("bytes").asLong())
        .isPositive();
    JsonNode bobs = cluster.ldm().as("bob", client -> client.whatIf(question));
    assertThat(bobs.path("bytes").asLong()).isZero();
    assertThat(bobs.path("jobs")).isEmpty();
    cluster
        .ldm()
        .assertRefused(
            "bob",
            "403",
            client ->
                client.whatIf(
                    "{\"id\": \"x\", \"jobs\": [{\"name\": \"a\", \"writes\": [\"/user/ann/d\"]}]}"));
    cluster
        .ldm()
        .assertRefused(
            "bob",
            "403",
            client ->
                client.whatIf(
                    "{\"version\": 1, \"id\": \"p\", \"created\": \"2026-11-21T12:00:00Z\","
                        + " \"by\": \"bob\", \"moves\": []}"));
    cluster
        .ldm()
        .assertRefused("boss", "404", client -> client.whatIf(WhatIfRequest.ofPlan("nothing")));
    cluster.ldm().assertRefused("boss", "400", client -> client.whatIf("[]"));
    cluster.ldm().client().withdraw("hers");
  }
}
