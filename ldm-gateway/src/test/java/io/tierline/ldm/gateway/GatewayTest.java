/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.ldm.gateway.openlineage.ApiKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.authorize.ProxyUsers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The daemon in this process, between an Oozie and a NameNode that are made up. */
class GatewayTest {
  @TempDir private Path directory;

  private Configuration conf(String... keysAndValues) {
    Configuration conf = new Configuration();
    conf.set(GatewayKeys.HTTP_ADDRESS.key(), "localhost:0");
    conf.set(GatewayKeys.DIRECTORY.key(), directory.toString());
    conf.set(GatewayKeys.NAME_NODES.key(), "http://localhost:1");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      conf.set(keysAndValues[i], keysAndValues[i + 1]);
    }
    return conf;
  }

  private static HttpResponse<String> get(Gateway gateway, String path) throws Exception {
    URI uri = URI.create("http://localhost:" + gateway.address().getPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private static final String EVENT =
      """
      {"eventType": "START", "run": {"runId": "r1"}, "job": {"namespace": "etl", "name": "load"},
       "outputs": [{"namespace": "hdfs://nn", "name": "/out"}]}
      """;

  private static HttpResponse<String> post(
      Gateway gateway, String path, String body, String... headers) throws Exception {
    URI uri = URI.create("http://localhost:" + gateway.address().getPort() + path);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }

  private static int started(Configuration conf) throws Exception {
    LineageGateway daemon = new LineageGateway();
    daemon.setConf(conf);
    return daemon.run(new String[0]);
  }

  /** One line of the log says why, and the process ends with that status. */
  @Test
  void whatKeepsItFromStartingIsAStatus() throws Exception {
    try (Gateway running = Gateway.open(conf())) {
      assertThatThrownBy(() -> Gateway.open(conf()))
          .as("the directory of another")
          .isInstanceOf(IOException.class)
          .hasMessageContaining("each gateway needs a directory");
      assertThat(started(conf())).isEqualTo(1);
      String port = "localhost:" + running.address().getPort();
      String other = Files.createDirectory(directory.resolve("other")).toString();
      assertThat(
              started(
                  conf(GatewayKeys.HTTP_ADDRESS.key(), port, GatewayKeys.DIRECTORY.key(), other)))
          .as("the port of another")
          .isEqualTo(1);
      Path file = Files.createFile(directory.resolve("file"));
      assertThat(started(conf(GatewayKeys.DIRECTORY.key(), file.toString()))).isEqualTo(1);
    }
  }

  @Test
  void eventsAreTakenWhileNoNameNodeAnswersAndToldWhenOneDoes() throws Exception {
    try (Gateway gateway = Gateway.open(conf())) {
      for (String path : List.of("/api/v1/lineage", "/api/v1/lineage/batch", "/ldm/v1/lineage")) {
        HttpResponse<String> answer = post(gateway, path + "?user.name=ann", EVENT);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        assertThat(answer.body()).isEqualTo("{\"accepted\":1,\"refused\":[]}");
      }
      assertThat(post(gateway, "/api/v1/other?user.name=ann", EVENT).statusCode()).isEqualTo(404);
      assertThat(post(gateway, "/api/v1/lineage?user.name=ann", "{}").statusCode()).isEqualTo(400);
      assertThat(post(gateway, "/api/v1/lineage?user.name=x%0Ay", EVENT).statusCode())
          .as("a name of two lines")
          .isEqualTo(403);
      assertThat(get(gateway, "/ldm/v1/openlineage?user.name=ann").body())
          .contains("\"waiting\":3");
      assertThat(get(gateway, "/ldm/v1/openlineage?user.name=bob").body())
          .contains("\"waiting\":0");
    }
    CountDownLatch told = new CountDownLatch(1);
    HttpServer nameNode =
        server("/ldm/v1/observations", "{\"accepted\":1,\"refused\":[],\"term\":\"1\"}", told);
    String address = "http://localhost:" + nameNode.getAddress().getPort();
    try (Gateway gateway = Gateway.open(conf(GatewayKeys.NAME_NODES.key(), address))) {
      assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
      int waiting = gateway.waiting();
      for (int look = 0; look < 20_000 && waiting > 0; look++) {
        get(gateway, "/ldm/v1/status");
        waiting = gateway.waiting();
      }
      assertThat(waiting).isZero();
    } finally {
      nameNode.stop(0);
    }
  }

  @Test
  void apiKeyIsItsUsersNameAndNobodyElses() throws Exception {
    ApiKeys.NewKey key = ApiKeys.make("ann");
    Path file =
        Files.createFile(
            directory.resolve("keys"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, key.line());
    try (Gateway gateway =
        Gateway.open(conf(GatewayKeys.OPENLINEAGE_API_KEYS.key(), file.toString()))) {
      String lineage = "/api/v1/lineage?user.name=bob";
      assertThat(post(gateway, lineage, EVENT, "Authorization", "Bearer " + key.key()).statusCode())
          .isEqualTo(201);
      assertThat(get(gateway, "/ldm/v1/openlineage?user.name=ann").body())
          .contains("\"waiting\":1");
      HttpResponse<String> wrong =
          post(gateway, lineage, EVENT, "Authorization", "Bearer " + ApiKeys.make("ann").key());
      assertThat(wrong.statusCode()).isEqualTo(401);
      assertThat(
              post(gateway, lineage + "&doas=eve", EVENT, "Authorization", "Bearer " + key.key())
                  .statusCode())
          .isEqualTo(403);
    }
  }

  private static HttpServer server(String path, String answer, CountDownLatch asked)
      throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        path,
        exchange -> {
          byte[] body = answer.getBytes(StandardCharsets.UTF_8);
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
          asked.countDown();
        });
    server.start();
    return server;
  }

  @Test
  void withoutASourceItShowsNothingAndHasMetrics() throws Exception {
    try (Gateway gateway = Gateway.open(conf(GatewayKeys.OPENLINEAGE_ENABLED.key(), "false"))) {
      assertThat(get(gateway, "/ldm/v1/oozie?user.name=ann").body())
          .isEqualTo("{\"configured\":false,\"jobs\":[]}");
      assertThat(get(gateway, "/ldm/v1/status?user.name=ann").body())
          .contains("\"user\":\"ann\"", "http://localhost:1", "\"sources\":[]");
      assertThat(post(gateway, "/api/v1/lineage?user.name=ann", EVENT).statusCode()).isEqualTo(404);
      assertThat(get(gateway, "/ldm/v1/plans?user.name=ann").statusCode()).isEqualTo(404);
      assertThat(get(gateway, "/").body())
          .contains("Lineage gateway")
          .isEqualTo(get(gateway, "/index.html").body());
      assertThat(get(gateway, "/gateway.js").body()).contains("ldm/v1/");
      assertThat(get(gateway, "/journalnode.html").statusCode()).isEqualTo(404);
      assertThat(get(gateway, "/prom").statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"doas", "doAs"})
  void nobodySpeaksForAnotherWhomHeMayNotSpeakFor(String parameter) throws Exception {
    Configuration proxy = new Configuration();
    proxy.set("hadoop.proxyuser.ann.users", "bob");
    proxy.set("hadoop.proxyuser.ann.hosts", "*");
    ProxyUsers.refreshSuperUserGroupsConfiguration(proxy);
    try (Gateway gateway = Gateway.open(conf())) {
      String status = "/ldm/v1/status?user.name=ann&" + parameter + "=";
      assertThat(get(gateway, status + "bob").body()).contains("\"user\":\"bob\"");
      assertThat(get(gateway, status + "eve").statusCode()).isEqualTo(403);
    } finally {
      ProxyUsers.refreshSuperUserGroupsConfiguration(new Configuration());
    }
  }

  @Test
  void whatIsWrongWithASourceIsShownUntilItIsNot() throws Exception {
    CountDownLatch listed = new CountDownLatch(4);
    CountDownLatch told = new CountDownLatch(1);
    HttpServer oozie = server("/oozie", "{\"workflows\":[],\"coordinatorjobs\":[]}", listed);
    HttpServer nameNode =
        server("/ldm/v1/observations", "{\"accepted\":0,\"refused\":[],\"term\":\"1\"}", told);
    try (Gateway gateway =
        Gateway.open(
            conf(
                GatewayKeys.NAME_NODES.key(),
                "http://localhost:1,http://localhost:" + nameNode.getAddress().getPort(),
                // The name that it had in a NameNode.
                "tierline.ldm.oozie.url",
                "http://localhost:" + oozie.getAddress().getPort() + "/oozie",
                GatewayKeys.OOZIE_INTERVAL.key(),
                "10ms"))) {
      assertThat(told.await(60, TimeUnit.SECONDS)).as("the second NameNode is active").isTrue();
      assertThat(listed.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(get(gateway, "/ldm/v1/status").body())
          .contains("\"name\":\"oozie\"", "\"problem\":\"\"");
      nameNode.stop(0);
      String status = get(gateway, "/ldm/v1/status").body();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!status.contains("cannot be reached") && System.nanoTime() < deadline) {
        status = get(gateway, "/ldm/v1/status").body();
      }
      assertThat(status).contains("cannot be reached");
    } finally {
      oozie.stop(0);
      nameNode.stop(0);
    }
  }

  @Test
  void configurationThatMakesNoSenseStartsNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Gateway.open(conf(GatewayKeys.OOZIE_URL.key(), "nowhere")))
        .withMessageContaining(GatewayKeys.OOZIE_URL.key());
  }
}
