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
import io.tierline.testing.daemons.OozieJars;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/** An Oozie server in a JVM of its own, and what tests ask of it by its web services. */
final class RealOozie implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Path home;
  private final Process process;
  private final BufferedReader out;
  private final URI url;

  private RealOozie(Path home, Process process, BufferedReader out, int port) {
    this.home = home;
    this.process = process;
    this.out = out;
    this.url = URI.create("http://127.0.0.1:" + port + "/oozie/");
  }

  /** Starts a server whose files are below the directory, and which launches no java actions. */
  static RealOozie start(Path home) throws IOException {
    RealOozie oozie = begin(home, "held");
    oozie.go();
    return oozie;
  }

  /** Begins to start a server that launches all actions, once it is told where. */
  static RealOozie launching(Path home) throws IOException {
    return begin(home, "launched");
  }

  private static RealOozie begin(Path home, String javaActions) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-Djava.net.preferIPv4Stack=true",
            "-cp",
            OozieJars.classPath(),
            OozieJars.SERVER,
            home.toString(),
            javaActions);
    Files.createDirectories(home);
    Process process = builder.redirectError(home.resolve("errors").toFile()).start();
    BufferedReader out = process.inputReader();
    String port = awaited(home, process, out, "port ");
    return new RealOozie(home, process, out, Integer.parseInt(port));
  }

  /** The rest of the line that begins like that. */
  private static String awaited(Path home, Process process, BufferedReader out, String beginning)
      throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(beginning)) {
        return line.substring(beginning.length());
      }
    }
    process.destroyForcibly();
    throw new IOException("Oozie did not start: " + Files.readString(home.resolve("errors")));
  }

  /**
   * Lets it start on a cluster, whose file system has what Oozie shares with launched actions.
   *
   * @param sites the files that hold the configuration: what is in core-site.xml alone gives way to
   *     Hadoop's defaults for YARN and MapReduce, so that a program's jobs run in its own process
   */
  void launchOn(Configuration cluster, String... sites) throws IOException {
    Path directory = Files.createDirectories(hadoopConfiguration());
    for (String file : sites) {
      try (OutputStream site = Files.newOutputStream(directory.resolve(file))) {
        cluster.writeXml(site);
      }
    }
    go();
  }

  /** The directory from which it takes the configuration of Hadoop. */
  Path hadoopConfiguration() {
    return home.resolve("conf").resolve("hadoop-conf");
  }

  private void go() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    awaited(home, process, out, "started");
    drain(out);
  }

  /** A process whose output nobody reads stands still. */
  private static void drain(BufferedReader out) {
    Thread reader =
        new Thread(() -> out.lines().forEach(line -> assertThat(line).isNotNull()), "oozie-output");
    reader.setDaemon(true);
    reader.start();
  }

  URI url() {
    return url;
  }

  /** Puts a definition where the server finds it, and tells where that is. */
  String define(String name, String definition) throws IOException {
    Path directory = Files.createDirectories(home.resolve("apps").resolve(name));
    Files.writeString(directory.resolve("workflow.xml"), definition);
    return directory.toUri().toString();
  }

  /** Puts a coordinator where the server finds it, and tells where that is. */
  String defineCoordinator(String name, String definition) throws IOException {
    Path directory = Files.createDirectories(home.resolve("apps").resolve(name));
    Files.writeString(directory.resolve("coordinator.xml"), definition);
    return directory.toUri().toString();
  }

  /** Submits and starts a workflow. */
  String run(String application, String user, Map<String, String> properties) throws Exception {
    return submit("oozie.wf.application.path", application, user, properties);
  }

  /** Submits a coordinator. */
  String coordinate(String application, String user, Map<String, String> properties)
      throws Exception {
    return submit("oozie.coord.application.path", application, user, properties);
  }

  /**
   * What it would make of a coordinator: the definition, and the actions of the first hour with the
   * places of their instances; empty where it refuses it.
   */
  Optional<String> dryRun(String application, String user, Map<String, String> properties)
      throws Exception {
    HttpResponse<String> response =
        post("dryrun", "oozie.coord.application.path", application, user, properties);
    return response.statusCode() / 100 == 2
        ? Optional.of(MAPPER.readTree(response.body()).get("id").asText())
        : Optional.empty();
  }

  private String submit(
      String kind, String application, String user, Map<String, String> properties)
      throws Exception {
    HttpResponse<String> response = post("start", kind, application, user, properties);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    return MAPPER.readTree(response.body()).get("id").asText();
  }

  private HttpResponse<String> post(
      String action, String kind, String application, String user, Map<String, String> properties)
      throws Exception {
    StringBuilder conf = new StringBuilder("<configuration>");
    property(conf, "user.name", user);
    property(conf, kind, application);
    properties.forEach((name, value) -> property(conf, name, value));
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve("v2/jobs?action=" + action + "&user.name=" + user))
            .header("Content-Type", "application/xml;charset=UTF-8")
            .POST(BodyPublishers.ofString(conf + "</configuration>"))
            .build();
    return HTTP.send(request, BodyHandlers.ofString());
  }

  private static void property(StringBuilder conf, String name, String value) {
    conf.append("<property><name>%s</name><value>%s</value></property>".formatted(name, value));
  }

  /** Ends a job by its user's will. */
  void kill(String id, String user) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve("v2/job/" + id + "?action=kill&user.name=" + user))
            .PUT(BodyPublishers.noBody())
            .build();
    HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
  }

  /** The workflow that a coordinator's first action runs, once it does. */
  String firstWorkflow(String coordinator) throws Exception {
    LdmCluster.await("a workflow of " + coordinator, () -> !started(coordinator).isEmpty());
    return started(coordinator);
  }

  private String started(String coordinator) {
    JsonNode first = answer(coordinator + "?show=info&len=1").at("/actions/0/externalId");
    return first.isTextual() ? first.asText() : "";
  }

  private JsonNode job(String id) {
    return answer(id + "?show=info");
  }

  private JsonNode answer(String job) {
    try {
      return MAPPER.readTree(get("v2/job/" + job));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static String get(URI at) throws Exception {
    return HTTP.send(HttpRequest.newBuilder(at).build(), BodyHandlers.ofString()).body();
  }

  private String get(String resource) throws Exception {
    return get(url.resolve(resource));
  }

  /** The status of a node; empty before it is come to. */
  private String status(String id, String node) {
    for (JsonNode action : job(id).get("actions")) {
      if (action.get("name").asText().equals(node)) {
        return action.get("status").asText();
      }
    }
    return "";
  }

  void awaitRunning(String id, String action) throws Exception {
    LdmCluster.await(action + " of " + id, () -> status(id, action).equals("RUNNING"));
  }

  /** Lets a job that runs end with its result, as its own callback would say. */
  void end(String id, String action) throws Exception {
    awaitRunning(id, action);
    Files.createFile(home.resolve("data").resolve(id + "@" + action));
    LdmCluster.await(
        "end of " + action,
        () -> {
          try {
            get("callback?id=" + id + "@" + action + "&status=SUCCEEDED");
          } catch (Exception e) {
            throw new AssertionError(e);
          }
          return status(id, action).equals("OK");
        });
  }

  /** Each action may take as long as anything: on a loaded machine a launch takes a minute. */
  void awaitDone(String id, String... actions) throws Exception {
    for (String action : actions) {
      LdmCluster.await(action + " of " + id, () -> hasEnded(id) || status(id, action).equals("OK"));
    }
    awaitEnd(id);
  }

  void awaitEnd(String id) throws Exception {
    LdmCluster.await("end of " + id, () -> hasEnded(id));
  }

  private boolean hasEnded(String id) {
    JsonNode job = job(id);
    String status = job.get("status").asText();
    assertThat(status).as(() -> job.toString()).isNotIn("KILLED", "FAILED");
    return status.equals("SUCCEEDED");
  }

  /** The workflow that a sub-workflow action runs. */
  String child(String id, String action) throws Exception {
    awaitRunning(id, action);
    for (JsonNode node : job(id).get("actions")) {
      if (node.get("name").asText().equals(action)) {
        return node.get("externalId").asText();
      }
    }
    throw new AssertionError(action + " has no child");
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
