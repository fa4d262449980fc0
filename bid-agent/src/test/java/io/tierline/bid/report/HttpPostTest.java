/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.bid.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

class HttpPostTest {
  private final ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();

  private HttpServer server(int status) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          String type = exchange.getRequestHeaders().getFirst("Content-Type");
          seen.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + " "
                  + type
                  + " "
                  + body);
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static int post(int port, String document) throws Exception {
    Configuration conf = new Configuration(false);
    URI nameNode = URI.create("http://127.0.0.1:" + port);
    return new HttpPost(ReportSettings.from(conf), conf).send(nameNode, document);
  }

  @Test
  void documentIsPostedAsTheUserOfTheProcess() throws Exception {
    HttpServer server = server(503);
    try {
      assertThat(post(server.getAddress().getPort(), "{}")).isEqualTo(503);
    } finally {
      server.stop(0);
    }
    String user = UserGroupInformation.getLoginUser().getShortUserName();
    assertThat(seen).contains("POST /ldm/v1/devices?user.name=" + user + " application/json {}");
  }

  @Test
  void nameNodeThatIsNotThereIsAnError() throws Exception {
    HttpServer server = server(200);
    int port = server.getAddress().getPort();
    server.stop(0);
    assertThatIOException().isThrownBy(() -> post(port, "{}"));
  }

  @Test
  void keysAreCheckedAndOffByDefault() {
    Configuration conf = new Configuration(false);
    assertThat(ReportSettings.from(conf).nameNodes()).isEmpty();
    Configuration defaults = new Configuration(false);
    defaults.addResource("tierline-bid-default.xml");
    assertThat(ReportSettings.from(defaults)).isEqualTo(ReportSettings.from(conf));
    conf.set(ReportKeys.NAMENODES.key(), "http://a:1, https://b:2");
    assertThat(ReportSettings.from(conf).nameNodes())
        .containsExactly(URI.create("http://a:1"), URI.create("https://b:2"));
    conf.set(ReportKeys.NAMENODES.key(), "a:1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReportSettings.from(conf))
        .withMessageContaining(ReportKeys.NAMENODES.key());
    conf.unset(ReportKeys.NAMENODES.key());
    for (String bad : new String[] {"0", "often"}) {
      conf.set(ReportKeys.INTERVAL.key(), bad);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ReportSettings.from(conf))
          .withMessageContaining(ReportKeys.INTERVAL.key());
    }
  }

  /** A DataNode has read its files before the plug-in is loaded: what they say must stay. */
  @Test
  void defaultsAreNoDefaultResourceOfHadoop() {
    ReportSettings.from(new Configuration(false));
    assertThat(new HdfsConfiguration().getPropsWithPrefix("tierline.")).isEmpty();
  }

  @Test
  void unknownKeysAreNamed() {
    Configuration conf = new Configuration(false);
    conf.set(ReportKeys.INTERVAL.key(), "1m");
    assertThat(ReportKeys.unknownIn(conf)).isEmpty();
    conf.set("tierline.bid.report.interal", "1m");
    assertThat(ReportKeys.unknownIn(conf))
        .singleElement()
        .asString()
        .isEqualTo("tierline.bid.report.interal (do you mean tierline.bid.report.interval?)");
  }
}
