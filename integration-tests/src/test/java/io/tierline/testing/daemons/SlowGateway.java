/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.daemons;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * What a NameNode sees of gateways that send reports, a byte in a second each. Who is answered
 * before he has said all begins again, so that there are always as many, however long it takes.
 */
final class SlowGateway implements AutoCloseable {
  private static final byte[] BYTE = {' '};

  private final URI nameNode;
  private final String user;
  private final Socket[] sockets;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

  /** Begins so many requests of a user's at once. */
  SlowGateway(URI nameNode, String user, int requests) throws IOException {
    this.nameNode = nameNode;
    this.user = user;
    sockets = new Socket[requests];
    for (int i = 0; i < requests; i++) {
      sockets[i] = begin();
    }
    thread.scheduleWithFixedDelay(this::send, 1, 1, TimeUnit.SECONDS);
  }

  private Socket begin() throws IOException {
    Socket socket = new Socket(nameNode.getHost(), nameNode.getPort());
    socket
        .getOutputStream()
        .write(
            """
            POST /ldm/v1/observations?user.name=%s HTTP/1.1
            Host: %s
            Content-Type: application/json
            Content-Length: 1000000

            """
                .formatted(user, nameNode.getAuthority())
                .replace("\n", "\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private synchronized void send() {
    for (int i = 0; i < sockets.length; i++) {
      try {
        if (isAnswered(sockets[i])) {
          sockets[i].close();
          sockets[i] = begin();
        }
        sockets[i].getOutputStream().write(BYTE);
      } catch (IOException given) {
        // The NameNode has heard enough of it, which the next look sees.
        continue;
      }
    }
  }

  private static boolean isAnswered(Socket socket) throws IOException {
    return socket.isClosed() || socket.getInputStream().available() > 0;
  }

  /** Whether one of them at least has got no answer yet. */
  synchronized boolean isHeard() throws IOException {
    for (Socket socket : sockets) {
      if (!isAnswered(socket)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    thread.shutdownNow();
    synchronized (this) {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
