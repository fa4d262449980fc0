/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.gateway.oozie;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.tierline.ldm.gateway.config.GatewayKeys;
import io.tierline.ldm.gateway.oozie.OozieLink.UnknownJobException;
import io.tierline.ldm.lineage.LineageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OozieRestTest {
  private final List<URI> asked = new ArrayList<>();
  private final Set<InetSocketAddress> connections = new HashSet<>();
  private final AtomicLong clock = new AtomicLong();
  private HttpServer server;
  private int status = 200;
  private String errorCode;
  private String body = "{}";
  private OozieRest rest;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI());
          connections.add(exchange.getRemoteAddress());
          if (errorCode != null) {
            exchange.getResponseHeaders().add("oozie-error-code", errorCode);
          }
          exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/");
          byte[] bytes = body.getBytes(UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    Configuration conf = configuration();
    rest = new OozieRest(OozieSettings.from(conf).orElseThrow(), conf, clock::get);
  }

  private Configuration configuration() {
    Configuration conf = new Configuration(false);
    conf.set(
        GatewayKeys.OOZIE_URL.key(),
        "http://127.0.0.1:" + server.getAddress().getPort() + "/oozie");
    conf.set(GatewayKeys.OOZIE_ANSWER_MAX.key(), "1024");
    return conf;
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void asksAsDocumented() throws IOException {
    body = "{\"workflows\":[]}";
    assertThat(rest.running(101, 100)).isEqualTo(body);
    assertThat(rest.info("1-W")).isEqualTo(body);
    assertThat(rest.definition("1-W")).isEqualTo(body.getBytes(UTF_8));
    assertThat(asked)
        .extracting(URI::getPath)
        .containsExactly("/oozie/v2/jobs", "/oozie/v2/job/1-W", "/oozie/v2/job/1-W");
    assertThat(asked.get(0).getQuery())
        .contains("jobtype=wf&filter=status=PREP;status=RUNNING;status=SUSPENDED")
        .contains("&offset=101&len=100&user.name=");
    assertThat(asked.get(1).getQuery()).startsWith("show=info&");
    assertThat(asked.get(2).getQuery()).startsWith("show=definition&");
  }

  @Test
  void requestsGoTheSameWay() throws IOException {
    for (int i = 0; i < 5; i++) {
      rest.definition("1-W");
    }
    assertThat(connections).hasSize(1);
  }

  @Test
  void asksForAUserWhereItMay() throws IOException {
    rest.as("ann").info("1-W");
    assertThat(asked.get(0).getQuery()).as("unless told to").doesNotContain("doAs");
    Configuration conf = configuration();
    conf.set(GatewayKeys.OOZIE_DO_AS.key(), "true");
    OozieRest forOthers = new OozieRest(OozieSettings.from(conf).orElseThrow(), conf, clock::get);
    forOthers.as("ann&user.name=boss").definition("1-W");
    assertThat(asked.get(1).getRawQuery())
        .contains("user.name=" + System.getProperty("user.name"))
        .endsWith("&doAs=ann%26user.name%3Dboss");
    forOthers.as("").coordinator("1-C");
    forOthers.running(1, 1);
    forOthers.as(System.getProperty("user.name")).info("1-W");
    assertThat(asked.subList(2, 5))
        .extracting(URI::getQuery)
        .noneMatch(query -> query.contains("doAs"));
  }

  @Test
  void whoMayNotBeAskedForIsNoOutageOfOozie() {
    Configuration conf = configuration();
    conf.set(GatewayKeys.OOZIE_DO_AS.key(), "true");
    OozieRest forOthers = new OozieRest(OozieSettings.from(conf).orElseThrow(), conf, clock::get);
    for (int denied : new int[] {401, 403}) {
      status = denied;
      assertThatThrownBy(() -> forOthers.as("ann").info("1-W"))
          .isInstanceOf(LineageException.class)
          .hasMessageContaining("ann");
      assertThatThrownBy(() -> forOthers.as("").info("1-W"))
          .isNotInstanceOf(LineageException.class);
    }
  }

  @Test
  void jobThatIsNotKnownIsToldFromOtherErrors() {
    status = 400;
    errorCode = "E0604";
    assertThatThrownBy(() -> rest.info("1-W")).isInstanceOf(UnknownJobException.class);
    errorCode = "E0402";
    assertThatThrownBy(() -> rest.info("1-W"))
        .isNotInstanceOf(UnknownJobException.class)
        .hasMessageContaining("400");
  }

  @Test
  void followsNoRedirects() {
    status = 302;
    assertThatThrownBy(() -> rest.info("1-W")).hasMessageContaining("302");
  }

  @Test
  void answersAreBoundedInSizeAndTime() throws IOException {
    body = "x".repeat(1024);
    assertThat(rest.info("1-W")).hasSize(1024);
    body = "x".repeat(1025);
    // That is about one job: three of them are no reason not to ask for others.
    assertThatThrownBy(() -> rest.info("1-W"))
        .isInstanceOf(LineageException.class)
        .hasMessageContaining("more than 1024");
    body = "x";
    clock.set(1);
    OozieSettings settings =
        new OozieSettings(
            URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"),
            1,
            1_000,
            1,
            9,
            false,
            new OozieSettings.Coordinators(1, 1, 1));
    OozieRest slow = new OozieRest(settings, new Configuration(false), () -> clock.addAndGet(900));
    assertThat(slow.info("1-W")).isEqualTo("x");
    OozieRest tooSlow =
        new OozieRest(settings, new Configuration(false), () -> clock.addAndGet(1_100));
    assertThatThrownBy(() -> tooSlow.info("1-W")).hasMessageContaining("took");
  }

  @Test
  void settingsAreChecked() {
    Configuration conf = new Configuration(false);
    assertThat(OozieSettings.from(conf)).isEmpty();
    for (String url : new String[] {"oozie:11000", "ftp://oozie/", "http:///x", "http://a b/"}) {
      conf.set(GatewayKeys.OOZIE_URL.key(), url);
      assertThatThrownBy(() -> OozieSettings.from(conf))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(GatewayKeys.OOZIE_URL.key());
    }
    conf.set(GatewayKeys.OOZIE_URL.key(), "https://oozie:11443/oozie");
    assertThat(OozieSettings.from(conf).orElseThrow().url())
        .isEqualTo(URI.create("https://oozie:11443/oozie/"));
    conf.set(GatewayKeys.OOZIE_WORKFLOWS_MAX.key(), "0");
    assertThatThrownBy(() -> OozieSettings.from(conf))
        .hasMessageContaining(GatewayKeys.OOZIE_WORKFLOWS_MAX.key());
  }
}
