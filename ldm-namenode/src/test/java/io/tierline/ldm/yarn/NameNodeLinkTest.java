/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import io.tierline.ldm.client.RefusedException;
import io.tierline.ldm.live.JobState;
import io.tierline.ldm.mapreduce.ApplicationReport;
import io.tierline.ldm.settings.YarnKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against servers that answer as NameNodes do. */
class NameNodeLinkTest {
  private static final ApplicationReport REPORT =
      new ApplicationReport(
          "a1", "u", "", "n", JobState.RUNNING, "", "", "", Set.of(), List.of("/a"), List.of(), 0);

  private final List<HttpServer> servers = new ArrayList<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    servers.forEach(server -> server.stop(0));
  }

  private String nameNode(String name, int status) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/ldm/v1/applications",
        exchange -> {
          asked.add(name);
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          byte[] answer =
              "{\"RemoteException\":{\"message\":\"no\"}}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    servers.add(server);
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static Configuration conf(String... addresses) {
    Configuration conf = new Configuration();
    conf.setStrings(YarnKeys.ADDRESSES.key(), addresses);
    return conf;
  }

  private static NameNodeLink link(Configuration conf) {
    return new NameNodeLink(YarnSettings.from(conf), conf);
  }

  @Test
  void activeNameNodeIsFoundAndKeptTo() throws Exception {
    NameNodeLink link =
        link(conf("http://127.0.0.1:1", nameNode("standby", 503), nameNode("active", 201)));
    link.send(REPORT);
    link.send(REPORT);
    assertThat(asked).containsExactly("standby", "active", "active");
    assertThat(ApplicationReport.read(bodies.get(2))).isEqualTo(REPORT);
  }

  @Test
  void refusalIsTheLastWord() throws Exception {
    NameNodeLink link = link(conf(nameNode("active", 403), nameNode("other", 201)));
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> link.send(REPORT))
        .withMessage("NameNode answered 403: no")
        .satisfies(e -> assertThat(e.status()).isEqualTo(403));
    assertThat(asked).containsExactly("active");
  }

  @Test
  void whereNoneTakesItTheLastReasonIsGiven() throws Exception {
    NameNodeLink link = link(conf(nameNode("a", 503), nameNode("b", 503)));
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> link.send(REPORT))
        .satisfies(e -> assertThat(e.isForNow()).isTrue());
    assertThat(asked).containsExactly("a", "b");
  }

  @Test
  void outboxDropsWhatIsRefusedAndKeepsWhatAStandbyDoesNotTake() throws Exception {
    YarnMetrics metrics = YarnMetrics.create();
    Configuration refusing = conf(nameNode("active", 400));
    Outbox outbox = new Outbox(link(refusing), YarnSettings.from(refusing), metrics, () -> 0);
    outbox.add(REPORT);
    outbox.add(REPORT);
    outbox.flush();
    assertThat(outbox.size()).isZero();
    assertThat(metrics.reportsRefused.value()).isEqualTo(2);
    Configuration standby = conf(nameNode("standby", 503));
    Outbox waiting = new Outbox(link(standby), YarnSettings.from(standby), metrics, () -> 0);
    waiting.add(REPORT);
    waiting.flush();
    assertThat(waiting.size()).isEqualTo(1);
  }
}
