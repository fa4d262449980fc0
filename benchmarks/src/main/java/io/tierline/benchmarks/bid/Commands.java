/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Runs a command; whatever goes wrong is one line: what, why, what to do. */
final class Commands {
  private static final Logger LOG = LoggerFactory.getLogger(Commands.class);

  private Commands() {}

  /**
   * Runs the command with that name, as typed after {@code ./tierline}.
   *
   * @return the exit code: 0; 2 for a wrong command line; a native program's own; 1 for all else
   */
  static int run(String name, Object command, PrintStream out, PrintStream err, String... args) {
    CommandLine line = new CommandLine(command);
    line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    line.setParameterExceptionHandler(
        (e, given) -> {
          err.println(oneLine(name, e) + "; see ./tierline " + name + " --help");
          return 2;
        });
    line.setExecutionExceptionHandler(
        (e, failed, result) -> {
          LOG.debug("{} failed", name, e);
          err.println(oneLine(name, e));
          return e instanceof NativeException ended ? ended.exitCode() : 1;
        });
    return line.execute(args);
  }

  private static String oneLine(String name, Exception e) {
    String message;
    if (e instanceof NativeException || e instanceof ParameterException) {
      message = e.getMessage();
    } else if (e instanceof FileSystemException file) {
      message = file.getFile() + " cannot be used: " + reason(file);
    } else if (e instanceof UncheckedIOException wrapper) {
      message = wrapper.getCause().getMessage();
    } else if (e instanceof IOException) {
      message = e.getMessage();
    } else {
      message = e.toString();
    }
    return "tierline " + name + ": " + String.valueOf(message).lines().findFirst().orElse("");
  }

  private static String reason(FileSystemException e) {
    return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
  }

  /** Whether progress may overwrite its line: {@code ./tierline} looked at standard error. */
  static boolean onTerminal() {
    return Boolean.getBoolean("tierline.terminal");
  }
}
