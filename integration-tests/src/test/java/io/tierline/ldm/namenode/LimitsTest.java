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
import io.tierline.ldm.placement.Tier;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.settings.LimitKeys;
import io.tierline.ldm.settings.LineageKeys;
import io.tierline.ldm.settings.ServiceKeys;
import io.tierline.testing.RunEvents;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one user may take of the NameNode, seen from outside. */
@Tag("integration")
class LimitsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static LdmCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        LdmCluster.start(
            b ->
                b.capacities(1L << 30, 8L << 30)
                    .configure(
                        c -> {
                          c.set(ServiceKeys.ADMINS.key(), "boss");
                          c.set(LimitKeys.WORKFLOWS.key(), "3");
                          c.set(LimitKeys.MEMORY.key(), "1m");
                          c.set(LimitKeys.LIVE_JOBS.key(), "2");
                          c.set(LineageKeys.FILE_SYSTEM_OTHERS.key(), "hdfs://x");
                          c.set(LineageKeys.PATHS_LEAST_FILES.key(), "50");
                          c.set("tierline.ldm.limits.user.bob.workflows", "1");
                          c.set("tierline.ldm.limits.user.dan.fast-percent", "1");
                          c.set("tierline.ldm.limits.user.dan.readers", "2");
                        }));
    for (String user : new String[] {"ann", "bob", "dan", "eve", "fay"}) {
      cluster.fileSystem().mkdirs(new Path("/user/" + user + "/x"));
      for (String path : new String[] {"/user/" + user, "/user/" + user + "/x"}) {
        cluster.fileSystem().setOwner(new Path(path), user, "staff");
      }
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private record Answer(int status, JsonNode body) {
    String message() {
      return body.path("RemoteException").path("message").asText();
    }
  }

  private static Answer send(String method, String resource, String user, byte[] body)
      throws Exception {
    String base =
        "http://"
            + NetUtils.getHostPortString(cluster.embedded().hdfs().getNameNode().getHttpAddress());
    String separator = resource.contains("?") ? "&" : "?";
    URI uri = URI.create(base + "/ldm/v1/" + resource + separator + "user.name=" + user);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .method(
                method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    if (body != null && body.length > 1 && body[0] == 0x1f) {
      request.header("Content-Encoding", "gzip");
    }
    HttpResponse<byte[]> response = HTTP.send(request.build(), BodyHandlers.ofByteArray());
    return new Answer(response.statusCode(), MAPPER.readTree(response.body()));
  }

  private static Answer register(String user, String id, String more) throws Exception {
    String document =
        """
        {"id": "%s", "jobs": [{"name": "j", "writes": ["/user/%s/x/%s"]}]%s}
        """
            .formatted(id, user, id, more);
    return send("POST", "workflows", user, document.getBytes(StandardCharsets.UTF_8));
  }

  private static long used(String asWhom, String user, String limit) throws Exception {
    JsonNode usage = send("GET", "usage?user=" + user, asWhom, null).body();
    return usage.at("/users/0/limits/" + limit + "/used").asLong();
  }

  @Test
  void aUserStopsAtHisLimitsAndOthersGoOn() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(register("eve", "eve-" + i, "").status()).isEqualTo(201);
    }
    Answer fourth = register("eve", "eve-3", "");
    assertThat(fourth.status()).isEqualTo(403);
    assertThat(fourth.message())
        .isEqualTo(
            "eve would have 4 registered workflows; at most 3 are allowed"
                + " (tierline.ldm.limits.workflows): withdraw some");
    assertThat(register("eve", "eve-0", "").status()).isEqualTo(200);
    assertThat(register("bob", "bob-0", "").status()).isEqualTo(201);
    assertThat(register("bob", "bob-1", "").status()).isEqualTo(403);
    assertThat(used("eve", "eve", "workflows")).isEqualTo(3);
    assertThat(used("boss", "bob", "workflows")).isEqualTo(1);
    assertThat(send("GET", "usage?user=bob", "eve", null).status()).isEqualTo(403);
    assertThat(send("GET", "usage", "eve", null).body().path("users")).hasSize(1);

    cluster.embedded().hdfs().restartNameNode(0);
    cluster.embedded().hdfs().waitActive();
    LdmCluster.await(
        "the lineage to be loaded",
        () ->
            cluster.service().state().isCurrent()
                && !cluster.embedded().hdfs().getNameNode().isInSafeMode());
    assertThat(used("eve", "eve", "workflows")).isEqualTo(3);
    assertThat(register("eve", "eve-3", "").status()).isEqualTo(403);
    assertThat(send("DELETE", "workflows/eve-1", "eve", null).status()).isEqualTo(200);
    assertThat(register("eve", "eve-3", "").status()).isEqualTo(201);
  }

  /** 4 KB that unpack to 4 MB: what was kept of them stayed on the heap. */
  @Test
  void whatIsPackedCountsUnpacked() throws Exception {
    String notes = ", \"notes\": [{\"line\": 0, \"text\": \"" + "x".repeat(4_000_000) + "\"}]";
    String document =
        """
        {"id": "bomb", "jobs": [{"name": "j", "writes": ["/user/ann/x/bomb"]}]%s}
        """
            .formatted(notes);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(document.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(packed.size()).isLessThan(8_000);
    Answer answer = send("POST", "workflows", "ann", packed.toByteArray());
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.message()).contains("tierline.ldm.limits.memory");
    assertThat(used("ann", "ann", "memory")).isZero();
  }

  @Test
  void liveJobsAreLimitedToo() throws Exception {
    for (int i = 0; i < 3; i++) {
      String event =
          """
          {"eventType": "START", "eventTime": "2026-11-22T12:00:00Z", "producer": "https://x",
           "schemaURL": "https://x", "run": {"runId": "0000000%d-0000-4000-8000-000000000000"},
           "job": {"namespace": "n", "name": "job-%d"},
           "outputs": [{"namespace": "hdfs://x", "name": "/live/%d"}]}
          """
              .formatted(i, i, i);
      byte[] told = RunEvents.told("ann", event).getBytes(StandardCharsets.UTF_8);
      Answer answer = send("POST", "observations", "ann", told);
      assertThat(answer.status()).as("job %d: %s", i, answer.body()).isEqualTo(i < 2 ? 201 : 400);
    }
    assertThat(used("ann", "ann", "live-jobs")).isEqualTo(2);
  }

  /** Of readers that nobody has seen fewer count, until they run. */
  @Test
  void readerCountsOnceItIsSeen() throws Exception {
    String data = "/user/fay/x/r";
    StringBuilder jobs = new StringBuilder("{\"name\": \"w\", \"writes\": [\"" + data + "\"]}");
    for (int i = 0; i < 12; i++) {
      jobs.append(",{\"name\": \"r%d\", \"reads\": [\"%s\"]}".formatted(i, data));
    }
    byte[] body =
        ("{\"id\": \"unseen\", \"jobs\": [" + jobs + "]}").getBytes(StandardCharsets.UTF_8);
    assertThat(send("POST", "workflows", "fay", body).status()).isEqualTo(201);
    assertThat(whyOf("fay", data)).startsWith("R = 8 (");
    assertThat(used("fay", "fay", "unseen-readers")).isEqualTo(12);
    String faynt =
        """
        {"fayntType": "START", "fayntTime": "2026-11-22T12:00:00Z", "producer": "https://x",
         "schemaURL": "https://x", "run": {"runId": "00000009-0000-4000-8000-000000000000"},
         "job": {"namespace": "n", "name": "reads"},
         "inputs": [{"namespace": "%s", "name": "%s"}]}
        """
            .formatted(cluster.fileSystem().getUri(), data);
    byte[] told = RunEvents.told("fay", faynt).getBytes(StandardCharsets.UTF_8);
    assertThat(send("POST", "observations", "fay", told).status()).isEqualTo(201);
    assertThat(whyOf("fay", data)).startsWith("R = 9 (");
    assertThat(used("fay", "fay", "unseen-readers")).isEqualTo(11);
    assertThat(send("DELETE", "workflows/unseen", "fay", null).status()).isEqualTo(200);
  }

  private static String whyOf(String user, String path) throws Exception {
    return send("GET", "explain?path=" + path, user, null).body().path("why").asText();
  }

  /** Nobody has to run the jobs that he registers. */
  @Test
  void readersOverTheLimitMakeNobodysDataWorthMore() throws Exception {
    StringBuilder jobs =
        new StringBuilder("{\"name\": \"w\", \"writes\": [\"/user/dan/x/worth\"]}");
    for (int i = 0; i < 5; i++) {
      jobs.append(",{\"name\": \"r%d\", \"reads\": [\"/user/dan/x/worth\"]}".formatted(i));
    }
    byte[] body =
        ("{\"id\": \"worth\", \"jobs\": [" + jobs + "]}").getBytes(StandardCharsets.UTF_8);
    assertThat(send("POST", "workflows", "dan", body).status()).isEqualTo(201);
    JsonNode explained = send("GET", "explain?path=/user/dan/x/worth", "dan", null).body();
    assertThat(explained.path("why").asText())
        .startsWith("R = 2 (")
        .endsWith("; 3 more readers count nothing (tierline.ldm.limits.readers, unseen-readers)");
    assertThat(send("POST", "whatif", "dan", body).body().at("/writes/0/reusability").asInt())
        .isEqualTo(2);
    assertThat(used("dan", "dan", "readers")).isEqualTo(5);
    assertThat(send("DELETE", "workflows/worth", "dan", null).status()).isEqualTo(200);
  }

  private static boolean isFull(String path) {
    try {
      JsonNode explained = send("GET", "explain?path=" + path, "dan", null).body();
      return explained.path("why").asText().contains("fast-percent");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoseDataTakeHisShareOfTheFastMediaGetsNoMoreUntilTheyAreGone() throws Exception {
    String root = "/user/dan/x/full";
    String document =
        """
        {"id": "full", "jobs": [{"name": "w", "writes": ["%s"]}, {"name": "r", "reads": ["%s"]}]}
        """
            .formatted(root, root);
    byte[] body = document.getBytes(StandardCharsets.UTF_8);
    assertThat(send("POST", "workflows", "dan", body).status()).isEqualTo(201);
    long fast =
        cluster.service().advisor().table().tiers().stream()
            .filter(tier -> tier.medium() == Medium.SSD)
            .mapToLong(Tier::capacityBytes)
            .sum();
    cluster.write(root + "/first", (int) (fast / 100 / LdmCluster.BLOCK) + 1);
    LdmCluster.await("that his share is taken", () -> isFull(root));
    assertThat(used("dan", "dan", "fast-percent")).isOne();
    cluster.write(root + "/second", 3);
    assertThat(cluster.census(root + "/second").replicasPerTier())
        .doesNotContainKey(StorageType.SSD);
    cluster.fileSystem().delete(new Path(root + "/first"), false);
    LdmCluster.await("that there is room again", () -> !isFull(root));
    assertThat(used("dan", "dan", "fast-percent")).isZero();
    cluster.write(root + "/third", 3);
    assertThat(cluster.census(root + "/third").replicasPerTier().get(StorageType.SSD)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/tmp", "/user", "/user/eve", "/hbase/data", "/system", "/system/tierline/x"})
  void noJobWritesWhatIsProtectedWhoeverSaysSo(String path) throws Exception {
    String document =
        """
        {"id": "wrong", "jobs": [{"name": "j", "writes": ["%s"]}]}
        """
            .formatted(path);
    String renames =
        """
        {"id": "wrong", "jobs": [{"name": "j", "renames": [{"source": "/x/y", "target": "%s"}]}]}
        """
            .formatted(path);
    for (String each : new String[] {document, renames}) {
      Answer answer = send("POST", "workflows", "boss", each.getBytes(StandardCharsets.UTF_8));
      assertThat(answer.status()).as("%s", answer.body()).isEqualTo(403);
      assertThat(answer.message()).contains(path).contains("tierline.ldm.paths.");
    }
  }

  @Test
  void whatTakesOverMuchIsToBeConfirmedByAnAdministrator() throws Exception {
    for (int i = 0; i < 60; i++) {
      cluster.fileSystem().mkdirs(new Path("/user/ann/x/much/" + i));
    }
    cluster.fileSystem().setOwner(new Path("/user/ann/x/much"), "ann", "staff");
    Answer anns = register("ann", "much", "");
    assertThat(anns.status()).isEqualTo(403);
    assertThat(anns.message())
        .contains("at least 60 files and directories managed")
        .contains("an administrator may register it with ?confirm=true");
    byte[] document =
        "{\"id\": \"much\", \"jobs\": [{\"name\": \"j\", \"writes\": [\"/user/ann/x/much\"]}]}"
            .getBytes(StandardCharsets.UTF_8);
    assertThat(send("POST", "workflows?confirm=true", "ann", document).status()).isEqualTo(403);
    assertThat(send("POST", "workflows", "boss", document).message()).contains("?confirm=true");
    assertThat(send("POST", "workflows?confirm=true", "boss", document).status()).isEqualTo(201);
    // What is managed already is not taken over.
    assertThat(send("POST", "workflows", "boss", document).status()).isEqualTo(200);
    assertThat(send("DELETE", "workflows/much", "boss", null).status()).isEqualTo(200);
  }

  /** Took 40 s until names were looked up instead of looked for; a request may take 30 s. */
  @Test
  void aDocumentOfManyPathsIsShownInPages() throws Exception {
    int paths = 60_000;
    StringBuilder writes = new StringBuilder();
    for (int i = 0; i < paths; i++) {
      writes.append(i == 0 ? "" : ",").append("\"/many/").append(i).append('"');
    }
    String document =
        "{\"id\": \"many\", \"jobs\": [{\"name\": \"j\", \"writes\": [" + writes + "]}]}";
    Answer registered =
        send("POST", "workflows", "boss", document.getBytes(StandardCharsets.UTF_8));
    assertThat(registered.status()).as("%s", registered.message()).isEqualTo(201);
    assertThat(registered.body().path("datasets")).hasSize(1_000);
    Answer last = send("GET", "workflows/many?from=59995&most=10", "boss", null);
    assertThat(last.body().path("datasets")).hasSize(5);
    assertThat(last.body().path("datasetsInAll").asInt()).isEqualTo(paths);
    assertThat(send("GET", "workflows/many?most=0", "boss", null).status()).isEqualTo(400);
    assertThat(send("DELETE", "workflows/many", "boss", null).status()).isEqualTo(200);
  }

  @Test
  void readersAreNamedInPages() throws Exception {
    StringBuilder jobs = new StringBuilder("{\"name\": \"w\", \"writes\": [\"/pages/x\"]}");
    for (int i = 0; i < 250; i++) {
      jobs.append(",{\"name\": \"r%d\", \"reads\": [\"/pages/x\"]}".formatted(i));
    }
    String document = "{\"id\": \"readers\", \"jobs\": [" + jobs + "]}";
    byte[] body = document.getBytes(StandardCharsets.UTF_8);
    assertThat(send("POST", "workflows", "boss", body).status()).isEqualTo(201);
    JsonNode dataset =
        send("GET", "explain?path=/pages/x&from=200", "boss", null).body().path("dataset");
    assertThat(dataset.path("readers")).hasSize(50);
    assertThat(dataset.path("readersInAll").asInt()).isEqualTo(250);
    assertThat(send("GET", "explain?path=/pages/x", "boss", null).body().path("why").asText())
        .contains("and 230 more");
    assertThat(send("DELETE", "workflows/readers", "boss", null).status()).isEqualTo(200);
  }
}
