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

import io.tierline.ldm.settings.MigrationKeys;
import io.tierline.ldm.settings.ServiceKeys;
import io.tierline.testing.RunEvents;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a stranger states or reports of ann's data changes nothing for her: by each way of stating
 * it, in each kind of directory.
 */
@Tag("integration")
class OwnershipTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String ADMIN = "boss";
  private static final String ANN = "ann";
  private static final String BOB = "bob";
  private static final String TEAM = "team";

  private static MigratingCluster cluster;
  private static String base;
  private static int made;

  @BeforeAll
  static void start() throws Exception {
    for (String user : new String[] {ANN, BOB}) {
      UserGroupInformation.createUserForTesting(user, new String[] {TEAM});
    }
    cluster =
        MigratingCluster.start(
            "plan",
            conf -> {
              conf.set(ServiceKeys.ADMINS.key(), ADMIN);
              conf.set(MigrationKeys.INTERVAL.key(), "1h");
            });
    base =
        "http://localhost:"
            + cluster.embedded().hdfs().getNameNode().getHttpAddress().getPort()
            + "/ldm/v1/";
    directory("/home/ann", ANN, ANN, 0755);
    directory("/sticky", "root", "root", 01777);
    directory("/group", "root", TEAM, 0775);
    directory("/open", ANN, ANN, 0777);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static void directory(String path, String owner, String group, int mode)
      throws Exception {
    FileSystem root = cluster.ldm().fileSystem();
    root.mkdirs(new Path(path));
    root.setOwner(new Path(path), owner, group);
    root.setPermission(new Path(path), new FsPermission((short) mode));
  }

  private static HttpResponse<String> send(
      String method, String resource, String caller, String body) throws Exception {
    String separator = resource.contains("?") ? "&" : "?";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + resource + separator + "user.name=" + caller))
            .header("Content-Type", "application/json")
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    return HTTP.send(request, BodyHandlers.ofString());
  }

  private static String expect(int status, HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return answer.body();
  }

  private static String chain(String id, String path) {
    return """
        {"id": "%s", "jobs": [{"name": "make", "writes": ["%s"]},
          {"name": "use", "after": ["make"], "reads": ["%s"]}]}
        """
        .formatted(id, path, path);
  }

  private static String writer(String id, String path) {
    return """
        {"id": "%s", "jobs": [{"name": "make", "writes": ["%s"]},
          {"name": "use", "after": ["make"], "reads": ["/elsewhere"]}]}
        """
        .formatted(id, path);
  }

  private static String event(String type, String job, String input, String output)
      throws Exception {
    String files = cluster.ldm().fileSystem().getUri().toString();
    return """
        {"eventType": "%s", "eventTime": "2026-11-21T10:00:00Z", "producer": "test",
         "run": {"runId": "%s"}, "job": {"namespace": "etl", "name": "%s"},
         "inputs": [%s], "outputs": [%s]}
        """
        .formatted(type, job, job, named(files, input), named(files, output));
  }

  private static String named(String files, String path) {
    return path.isEmpty() ? "" : "{\"namespace\": \"%s\", \"name\": \"%s\"}".formatted(files, path);
  }

  private static String application(
      String user, int number, String workflow, String job, String uses) {
    return """
        {"application": "application_1_%04d", "user": "%s", "queue": "q", "name": "job",
         "state": "SUCCEEDED", "workflow": "%s", "job": "%s", %s}
        """
        .formatted(number, user, workflow, job, uses);
  }

  private static void write(String user, String path, int mode) throws Exception {
    UserGroupInformation.createUserForTesting(user, new String[] {TEAM})
        .doAs(
            (PrivilegedExceptionAction<Void>)
                () -> {
                  FileSystem files =
                      FileSystem.newInstance(
                          cluster.ldm().fileSystem().getUri(),
                          cluster.ldm().fileSystem().getConf());
                  Path file = new Path(path);
                  files.mkdirs(file.getParent());
                  files.setPermission(file.getParent(), new FsPermission((short) mode));
                  try (OutputStream out = files.create(file)) {
                    out.write(new byte[LdmCluster.BLOCK]);
                  }
                  files.close();
                  return null;
                });
    cluster.ldm().awaitReplicas(path);
  }

  /** Says by each way that what ann writes is the caller's output, and that her jobs have ended. */
  private static void state(String way, String user, String id, String path) throws Exception {
    int number = ++made;
    String writes = "\"writes\": [\"" + path + "\"]";
    String reads = "\"reads\": [\"" + path + "\"]";
    switch (way) {
      case "REGISTERED" -> send("POST", "workflows", user, writer(id, path));
      case "OPENLINEAGE" -> {
        for (String event :
            new String[] {
              event("START", "w" + number, "", path),
              event("COMPLETE", "w" + number, "", path),
              event("COMPLETE", "r" + number, path, "")
            }) {
          send("POST", "observations", user, RunEvents.told(user, event));
        }
      }
      case "REPORTED" -> {
        send("POST", "applications", user, application(user, number, id, "use", reads));
        send("POST", "applications", user, application(user, number, id, "make", writes));
        send("POST", "applications", user, application(user, ++made, "", "", writes));
      }
      case "LISTENED" -> {
        send("POST", "applications", ADMIN, application(user, number, id, "use", reads));
        send("POST", "applications", ADMIN, application(user, ++made, id, "make", writes));
      }
      default -> throw new IllegalArgumentException(way);
    }
  }

  private static void takeBack(String user) throws Exception {
    String all = expect(200, send("GET", "workflows", user, null));
    var ids = java.util.regex.Pattern.compile("\"id\":\"([^\"]+)\"").matcher(all);
    while (ids.find()) {
      expect(200, send("DELETE", "workflows/" + ids.group(1), user, null));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "REGISTERED,  /home/ann", "REGISTERED,  /sticky", "REGISTERED,  /group", "REGISTERED,  /open",
    "OPENLINEAGE, /home/ann", "OPENLINEAGE, /sticky", "OPENLINEAGE, /group", "OPENLINEAGE, /open",
    "REPORTED,    /home/ann", "REPORTED,    /sticky", "REPORTED,    /group", "REPORTED,    /open",
    "LISTENED,    /home/ann", "LISTENED,    /sticky", "LISTENED,    /group", "LISTENED,    /open"
  })
  void strangerChangesNothingOfWhatAnnHasRegistered(String way, String parent) throws Exception {
    String id = "chain" + ++made;
    String path = parent + "/" + way.toLowerCase(java.util.Locale.ROOT);
    state(way, BOB, id, path);
    expect(201, send("POST", "workflows", ANN, chain(id, path)));
    state(way, BOB, id, path);
    assertThat(expect(200, send("GET", "workflows/" + id, ANN, null)))
        .contains("\"finished\":[]", "\"managed\":true", "\"id\":\"" + id + "\"");
    write(ANN, path + "/part-0", 0700);
    cluster.ldm().assertReplicas(path, 1, 2);
    state(way, BOB, id, path);
    assertThat(expect(200, send("GET", "explain?path=" + path, ANN, null)))
        .contains("\"managed\":true", "\"writers\":[\"" + id + "/make\"]");
    takeBack(BOB);
    assertThat(expect(201, send("POST", "plans", ADMIN, "{}"))).doesNotContain(path);
    cluster.ldm().assertReplicas(path, 1, 2);
    assertThat(expect(200, send("GET", "workflows/" + id, ANN, null)))
        .contains("\"finished\":[]", "\"reusability\":1");
    // What she says of it counts, by each way.
    expect(200, send("PUT", "workflows/" + id + "/finished/use", ANN, null));
    assertThat(expect(201, send("POST", "plans", ADMIN, "{}"))).contains(path);
    expect(200, send("DELETE", "workflows/" + id, ANN, null));
  }

  @ParameterizedTest
  @CsvSource({
    "REGISTERED,  /sticky", "REGISTERED,  /group",
    "OPENLINEAGE, /sticky", "OPENLINEAGE, /group",
    "REPORTED,    /sticky", "REPORTED,    /group",
    "LISTENED,    /sticky", "LISTENED,    /group"
  })
  void strangerPutsNothingOfAnnsOnSsds(String way, String parent) throws Exception {
    String path = parent + "/unstated-" + way;
    String own = parent + "/own-" + way;
    state(way, BOB, "grab", path);
    expect(201, send("POST", "workflows", BOB, chain("own", own)));
    send("POST", "workflows", BOB, writer("wide", parent));
    send("POST", "workflows", BOB, chain("more", path));
    write(ANN, path + "/part-0", 0755);
    write(BOB, own + "/part-0", 0755);
    cluster.ldm().assertReplicas(path, 0, 3);
    cluster.ldm().assertReplicas(own, 1, 2);
    LdmCluster.await("his own policy", () -> cluster.ldm().policy(own).equals("ONE_SSD"));
    assertThat(cluster.ldm().policy(path)).isEqualTo("HOT");
    assertThat(cluster.ldm().policy(parent)).isEqualTo("HOT");
    assertThat(expect(201, send("POST", "plans", ADMIN, "{}"))).doesNotContain(path);
    assertThat(expect(200, send("GET", "explain?path=" + path, ANN, null)))
        .contains("\"managed\":false")
        .doesNotContain(BOB);
    takeBack(BOB);
  }

  @Test
  void idsAreEachUsersOwn() throws Exception {
    expect(201, send("POST", "workflows", BOB, chain("nightly", "/sticky/bobs")));
    expect(201, send("POST", "workflows", BOB, chain("nightly@@ann", "/sticky/bobs2")));
    String answer = expect(201, send("POST", "workflows", ANN, chain("nightly", "/sticky/anns")));
    assertThat(answer).contains("\"id\":\"nightly\"").doesNotContain("bob", "@@");
    expect(200, send("POST", "workflows", ANN, chain("nightly", "/sticky/anns")));
    assertThat(expect(200, send("GET", "workflows/nightly", BOB, null))).contains("/sticky/bobs");
    expect(409, send("DELETE", "workflows/nightly", ADMIN, null));
    assertThat(expect(200, send("GET", "workflows/nightly@@ann", ADMIN, null)))
        .contains("/sticky/anns");
    expect(404, send("DELETE", "workflows/nightly@@ann@@bob", ANN, null));
    expect(200, send("DELETE", "workflows/nightly", BOB, null));
    assertThat(expect(200, send("GET", "workflows/nightly", ANN, null))).contains("/sticky/anns");
    expect(404, send("GET", "workflows/nightly", BOB, null));
    expect(200, send("DELETE", "workflows/nightly@@ann", ADMIN, null));
    expect(404, send("GET", "workflows/nightly", ANN, null));
    takeBack(BOB);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/sticky/given", "/group/given"})
  void whatIsGivenAwayIsNoLongerHisWhoStatedIt(String path) throws Exception {
    expect(201, send("POST", "workflows", BOB, chain("given", path)));
    write(BOB, path + "/part-0", 0755);
    cluster.ldm().assertReplicas(path, 1, 2);
    LdmCluster.await("the policy", () -> cluster.ldm().policy(path).equals("ONE_SSD"));
    cluster.ldm().fileSystem().setOwner(new Path(path), ANN, TEAM);
    assertThat(expect(200, send("GET", "explain?path=" + path, BOB, null)))
        .contains("\"managed\":false", "does not own");
    write(ANN, path + "/part-1", 0755);
    LdmCluster.await("the policy of before", () -> cluster.ldm().policy(path).equals("HOT"));
    takeBack(BOB);
  }

  @Test
  void whatIsStatedOfNothingIsExplainedByWhoWillWriteIt() throws Exception {
    String path = "/sticky/coming";
    expect(201, send("POST", "workflows", BOB, chain("coming", path)));
    expect(201, send("POST", "workflows", ANN, chain("coming", path)));
    for (String user : List.of(ANN, BOB)) {
      assertThat(expect(200, send("GET", "explain?path=" + path + "/part-0", user, null)))
          .contains("nothing is at " + path + " yet: what " + user + ", who registered it, writes");
    }
    write(ANN, path + "/part-0._COPYING_", 0755);
    cluster
        .ldm()
        .fileSystem()
        .rename(new Path(path + "/part-0._COPYING_"), new Path(path + "/part-0"));
    assertThat(expect(200, send("GET", "explain?path=" + path + "/part-0", ANN, null)))
        .contains("\"managed\":true", "\"decisions\":[{\"at\":");
    takeBack(BOB);
    takeBack(ANN);
  }

  @Test
  void administratorStatesForAll() throws Exception {
    expect(201, send("POST", "workflows", ADMIN, chain("all", "/sticky/all")));
    write(ANN, "/sticky/all/part-0", 0700);
    cluster.ldm().assertReplicas("/sticky/all", 1, 2);
    expect(200, send("DELETE", "workflows/all", ADMIN, null));
  }
}
