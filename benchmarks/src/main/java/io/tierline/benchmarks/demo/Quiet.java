/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/**
 * Keeps what Hadoop's daemons and tools print away from the terminal: they use both standard
 * streams and {@code java.util.logging} beside their log.
 */
final class Quiet {
  private Quiet() {}

  /**
   * Sends both standard streams to a file beside the log, or nowhere when no log is set.
   *
   * @param log the log file's name, or null
   */
  static void redirect(String log) throws IOException {
    LogManager.getLogManager().reset();
    OutputStream sink =
        log == null ? OutputStream.nullOutputStream() : new FileOutputStream(log + ".out");
    PrintStream stream = new PrintStream(sink, true, StandardCharsets.UTF_8);
    System.setOut(stream);
    System.setErr(stream);
  }
}
