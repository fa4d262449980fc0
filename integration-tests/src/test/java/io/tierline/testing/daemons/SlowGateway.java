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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What a NameNode sees of gateways that send reports, a byte in a second each. */
final class SlowGateway implements AutoCloseable {
  private static final byte[] BYTE = {' '};

  private final List<Socket> sockets = new ArrayList<>();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

  /** Begins so many requests of a user's at once. */
  SlowGateway(URI nameNode, String user, int requests) throws IOException {
    for (int i = 0; i < requests; i++) {
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
      sockets.add(socket);
    }
    thread.scheduleAtFixedRate(this::send, 1, 1, TimeUnit.SECONDS);
  }

  private void send() {
    for (Socket socket : sockets) {
      try {
        socket.getOutputStream().write(BYTE);
      } catch (IOException given) {
        // The NameNode has heard enough of it.
        continue;
      }
    }
  }

  /** Whether one of them at least has got no answer yet. */
  boolean isHeard() throws IOException {
    for (Socket socket : sockets) {
      if (socket.getInputStream().available() == 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    thread.shutdownNow();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
