/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.local;

import io.tierline.cli.CommandException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Hands out ports one after the other, so that the same cluster has the same pages each time. */
final class Ports {
  /** Below those that the system gives to whoever connects: such a port may be taken by anybody. */
  static final int MOST = 32_000;

  private int next;

  /** Those from a number on. */
  Ports(int first) {
    next = first;
  }

  /** The next port; refused where somebody listens at it. */
  int next() throws CommandException {
    int port = next++;
    requireFree(port);
    return port;
  }

  /** Refuses a port that somebody listens at. */
  static void requireFree(int port) throws CommandException {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      socket.setReuseAddress(true);
    } catch (IOException e) {
      throw new CommandException(
          "port %d is in use: end the program that listens there, or start another cluster with"
                  .formatted(port)
              + " --dir DIR --first-port N");
    }
  }
}
