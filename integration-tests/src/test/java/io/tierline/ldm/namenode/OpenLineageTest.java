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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lineage by run events over HTTP, and what ResourceManagers tell, as the NameNode takes them. */
@Tag("integration")
class OpenLineageTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir private static Path directory;

  private static LdmCluster cluster;
  private static RunningGateway gateway;
  private static String superuser;
  private static String base;

  private record Answer(int status, JsonNode body) {
    String message() {
      return body.path("RemoteException").path("message").asText();
    }
  }

  @BeforeAll
  static void start() throws Exception {
    superuser = UserGroupInformation.getCurrentUser().getShortUserName();
    cluster = LdmCluster.startForGateway(b -> b);
    gateway = RunningGateway.start(cluster, directory);
    base =
        "http://"
            + NetUtils.getHostPortString(cluster.embedded().hdfs().getNameNode().getHttpAddress())
            + "/ldm/v1/";
    org.apache.hadoop.fs.Path home = new org.apache.hadoop.fs.Path("/user/ann");
    cluster.fileSystem().mkdirs(home);
    cluster.fileSystem().setOwner(home, "ann", "staff");
    cluster.fileSystem().setPermission(home, new FsPermission((short) 0700));
  }

  @AfterAll
  static void stop() {
    gateway.close();
    cluster.close();
  }

  @AfterEach
  void withdrawAll() throws Exception {
    for (JsonNode workflow : cluster.client().list().get("workflows")) {
      cluster.client().withdraw(workflow.get("id").asText());
    }
  }

  private static Answer send(String method, String resource, String user, String body)
      throws Exception {
    return ask(method, URI.create(base + resource + "?user.name=" + user), body);
  }

  /** Sends events to the gateway; returns when it has told the NameNode all that it has taken. */
  private static Answer tell(String user, String events) throws Exception {
    Answer answer = ask("POST", gateway.web().resolve("/api/v1/lineage?user.name=" + user), events);
    LdmCluster.await("all to be told", () -> gateway.waiting() == 0);
    return answer;
  }

  private static Answer ask(String method, URI uri, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    HttpResponse<byte[]> response = HTTP.send(request, BodyHandlers.ofByteArray());
    return new Answer(response.statusCode(), MAPPER.readTree(response.body()));
  }

  private static String dataset(String path) throws Exception {
    return path.isEmpty()
        ? ""
        : "{\"namespace\":\"%s\",\"name\":\"%s\"}".formatted(cluster.fileSystem().getUri(), path);
  }

  private static String event(String type, int run, String job, String in, String out, String next)
      throws Exception {
    String follows =
        next.isEmpty()
            ? ""
            : ",\"jobDependencies\":{\"downstream\":[{\"job\":{\"namespace\":\"etl\",\"name\":\"%s\"}}]}"
                .formatted(next);
    return """
        {"eventType": "%s", "eventTime": "2026-11-21T10:00:00Z", "producer": "test",
         "run": {"runId": "%s-%d", "facets": {"parent": {"run": {"runId": "dag-%d"},
           "job": {"namespace": "etl", "name": "dag"}}%s}},
         "job": {"namespace": "etl", "name": "%s"}, "inputs": [%s], "outputs": [%s]}
        """
        .formatted(type, job, run, run, follows, job, dataset(in), dataset(out));
  }

  private static void tellAll(String... events) throws Exception {
    for (String event : events) {
      Answer answer = tell(superuser, event);
      assertThat(answer.status()).as(answer.message()).isEqualTo(201);
    }
  }

  private static void runChain(int run, String directory, boolean announced, int ssd)
      throws Exception {
    String in = directory + "/in";
    String out = directory + "/out";
    tellAll(event("START", run, "gen", "", in, announced ? "sort" : ""));
    cluster.write(in + "/part-0", 2);
    cluster.assertReplicas(in, ssd, 3 - ssd);
    tellAll(event("COMPLETE", run, "gen", "", in, ""));
    tellAll(event("START", run, "sort", in, out, announced ? "validate" : ""));
    cluster.write(out + "/part-0", 2);
    cluster.assertReplicas(out, ssd, 3 - ssd);
    tellAll(event("COMPLETE", run, "sort", in, out, ""));
    tellAll(event("START", run, "validate", out, directory + "/report", ""));
    cluster.write(directory + "/report/part-0", 1);
    cluster.assertReplicas(directory + "/report", 0, 3);
    tellAll(event("COMPLETE", run, "validate", out, directory + "/report", ""));
  }

  @Test
  void chainWhoseFollowersAreNamedIsPlacedAsARegisteredOneInItsFirstRun() throws Exception {
    runChain(1, "/named", true, 1);
  }

  @Test
  void chainOfWhichNothingIsNamedIsPlacedAsARegisteredOneInItsSecondRun() throws Exception {
    runChain(10, "/again/2026-11-20", false, 0);
    runChain(11, "/again/2026-11-21", false, 1);
  }

  @Test
  void expectedJobsAreMarkedAsSuch() throws Exception {
    tellAll(event("START", 20, "gen", "", "/marked/in", "sort"));
    JsonNode body = cluster.client().explain("/marked/in/part-0");
    assertThat(body.at("/dataset/reusability").asInt()).isEqualTo(1);
    String workflow = "openlineage:" + superuser + ":dag-20";
    assertThat(body.get("origins").get(workflow + "/gen").asText()).isEqualTo("openlineage");
    assertThat(body.get("origins").get(workflow + "/sort").asText()).isEqualTo("announced");
  }

  @Test
  void oneBadEventOfAnArrayRefusesNoOthers() throws Exception {
    String fine = event("START", 30, "a", "", "/user/ann/x", "");
    Answer answer = tell("ann", "[7," + fine + ",{}]");
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.body().get("accepted").asInt()).isEqualTo(1);
    assertThat(answer.body().get("refused"))
        .extracting(refused -> refused.get("index").asInt())
        .containsExactly(0, 2);
    assertThat(answer.body().at("/refused/1/reason").asText()).startsWith("not a run event");
    assertThat(send("GET", "workflows", "ann", null).body().get("workflows")).hasSize(1);
    assertThat(send("GET", "workflows", "bob", null).body().get("workflows")).isEmpty();
  }

  @Test
  void whatAUserMayNotUseSaysNothing() throws Exception {
    long denied = cluster.metrics().reportedUsesDenied.value();
    assertThat(tell("ann", event("START", 40, "a", "", "/x", "")).status()).isEqualTo(201);
    assertThat(cluster.metrics().reportedUsesDenied.value()).isEqualTo(denied + 1);
    String hers = event("START", 41, "b", "", "/user/ann/secret", "after");
    assertThat(tell("bob", hers).status()).isEqualTo(201);
    assertThat(cluster.metrics().reportedUsesDenied.value()).isEqualTo(denied + 2);
    assertThat(isManaged("/user/ann/secret/part-0")).isFalse();
    assertThat(tell("ann", hers).status()).isEqualTo(201);
    assertThat(cluster.metrics().reportedUsesDenied.value()).isEqualTo(denied + 2);
    assertThat(isManaged("/user/ann/secret/part-0")).isTrue();
  }

  private static boolean isManaged(String path) throws Exception {
    return cluster.client().explain(path).path("managed").asBoolean();
  }

  @Test
  void pathOfBeforeIsServedAndAStrangerStopsNobody() throws Exception {
    String gone = event("START", 50, "a", "", "/user/ann/y", "");
    assertThat(ask("POST", gateway.web().resolve("/ldm/v1/lineage?user.name=ann"), gone).status())
        .as("the path that it had in a NameNode")
        .isEqualTo(201);
    Answer unknown = tell("nobody-known", event("START", 51, "b", "", "/y", ""));
    assertThat(unknown.status()).isEqualTo(201);
    tellAll(event("START", 52, "c", "", "/named-last", ""));
    assertThat(gateway.waiting()).isZero();
  }

  @Test
  void badEventsAreRefusedInOneLine() throws Exception {
    for (String body : new String[] {"{", "{}", "[{}]", "[".repeat(100_000)}) {
      Answer answer = tell(superuser, body);
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.message()).contains("not a run event").doesNotContain("\n");
    }
    assertThat(send("POST", "applications", superuser, "{}").status()).isEqualTo(400);
    assertThat(send("POST", "conflicts", superuser, "{}").status()).isEqualTo(405);
  }

  @Test
  void nameNodeSaysWhereEventsGo() throws Exception {
    Answer answer = send("POST", "lineage", "ann", event("START", 60, "a", "", "/x", ""));
    assertThat(answer.status()).isEqualTo(410);
    assertThat(answer.message()).contains("POST /api/v1/lineage").doesNotContain("\n");
    assertThat(send("GET", "lineage", superuser, null).status()).isEqualTo(405);
  }

  private static String application(String user, String reads, String writes) {
    return """
        {"application": "application_1_0001", "user": "%s", "queue": "q", "name": "TeraSort",
         "state": "RUNNING", "reads": ["%s"], "writes": ["%s"]}
        """
        .formatted(user, reads, writes);
  }

  @Test
  void onlyAdministratorsTellOfOthersJobs() throws Exception {
    String anns = application("ann", "/user/ann/a", "/user/ann/b");
    assertThat(send("POST", "applications", "bob", anns).status()).isEqualTo(403);
    assertThat(send("POST", "applications", "ann", anns).status()).isEqualTo(201);
    assertThat(send("POST", "applications", superuser, anns).status()).isEqualTo(201);
    String elsewhere = application("ann", "/user/ann/a", "/elsewhere");
    assertThat(send("POST", "applications", "ann", elsewhere).status()).isEqualTo(403);
  }

  @Test
  void contradictionsAreListedForThoseConcerned() throws Exception {
    String stated =
        """
        {"id": "stated", "jobs": [
          {"name": "sort", "reads": ["/user/ann/a"], "writes": ["/user/ann/b"]}]}
        """;
    assertThat(send("POST", "workflows", "ann", stated).status()).isEqualTo(201);
    String other = application("ann", "/user/ann/z", "/user/ann/b");
    assertThat(send("POST", "applications", superuser, other).status()).isEqualTo(201);
    JsonNode seen = send("GET", "conflicts", "ann", null).body().get("conflicts");
    assertThat(seen).hasSize(1);
    assertThat(seen.get(0).get("workflow").asText()).isEqualTo("stated");
    assertThat(seen.get(0).get("believed").asText()).isEqualTo("registered");
    assertThat(seen.get(0).get("doubted").asText()).isEqualTo("yarn");
    assertThat(seen.get(0).get("text").asText()).contains("/user/ann/z");
    assertThat(send("GET", "conflicts", "bob", null).body().get("conflicts")).isEmpty();
    assertThat(cluster.client().conflicts().get("conflicts")).hasSize(1);
    assertThat(cluster.metrics().lineageConflicts.value()).isEqualTo(1);
  }
}
