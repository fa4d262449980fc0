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

import com.sun.net.httpserver.HttpServer;
import io.tierline.ldm.gateway.config.GatewayKeys;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
    try (Gateway gateway = Gateway.open(conf())) {
      assertThat(get(gateway, "/ldm/v1/oozie?user.name=ann").body())
          .isEqualTo("{\"configured\":false,\"jobs\":[]}");
      assertThat(get(gateway, "/ldm/v1/status?user.name=ann").body())
          .contains("\"user\":\"ann\"", "http://localhost:1", "\"sources\":[]");
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
      for (int look = 0; look < 2_000 && !status.contains("cannot be reached"); look++) {
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
