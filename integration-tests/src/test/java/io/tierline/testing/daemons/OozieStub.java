/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Hears who asks for Oozie, and knows nothing. */
final class OozieStub implements AutoCloseable {
  private final HttpServer server;
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();

  OozieStub() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().toString());
          exchange.sendResponseHeaders(503, -1);
          exchange.close();
        });
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/oozie";
  }

  boolean wasAsked() {
    return !asked.isEmpty();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
