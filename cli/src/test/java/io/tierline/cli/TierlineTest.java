/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/** Failures of a command: one line and an exit code. */
class TierlineTest {
  private static final String LOG = "tierline.log";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Command(name = "fly")
  private record Fly(Exception failure) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      if (failure != null) {
        throw failure;
      }
      return 3;
    }
  }

  @AfterEach
  void forgetTheLog() {
    System.clearProperty(LOG);
  }

  private int run(Exception failure, String... arguments) {
    return Tierline.run(
        new Fly(failure),
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        arguments);
  }

  private String saidBy(Exception failure) {
    err.reset();
    assertThat(run(failure)).isEqualTo(1);
    assertThat(err.toString(UTF_8)).startsWith("tierline fly: ").hasLineCount(1);
    return err.toString(UTF_8).strip().substring("tierline fly: ".length());
  }

  @Test
  void commandHasTheLastWordOnItsExitCode() {
    assertThat(run(null)).isEqualTo(3);
    assertThat(run(new CommandException("no wings", 7))).isEqualTo(7);
    assertThat(err.toString(UTF_8)).isEqualToNormalizingNewlines("tierline fly: no wings\n");
  }

  @Test
  void failureIsOneLineThatAUserUnderstands() {
    assertThat(saidBy(new CommandException("no wings\nand no tail"))).isEqualTo("no wings");
    assertThat(saidBy(new NoSuchFileException("f")))
        .isEqualTo("f cannot be used: NoSuchFileException");
    assertThat(saidBy(new AccessDeniedException("f", null, "locked")))
        .isEqualTo("f cannot be used: locked");
    assertThat(saidBy(new IOException("broken"))).isEqualTo("broken");
    assertThat(saidBy(new UncheckedIOException(new IOException("broken")))).isEqualTo("broken");
    assertThat(saidBy(new IllegalStateException("x")))
        .isEqualTo("java.lang.IllegalStateException: x");
  }

  @Test
  void logIsNamedWhereItTellsMore() {
    System.setProperty(LOG, "fly.log");
    assertThat(saidBy(new CommandException("no wings"))).isEqualTo("no wings");
    assertThat(saidBy(new CommandException("no wings", new IOException("x"))))
        .isEqualTo("no wings; details in fly.log");
    assertThat(saidBy(new IllegalStateException("x"))).endsWith("x; details in fly.log");
  }

  @Test
  void everyCommandHasHelpWithoutDeclaringIt() {
    assertThat(run(null, "--help")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("Usage: ./tierline fly [-h]");
    assertThat(run(null, "-h")).isZero();
  }
}
