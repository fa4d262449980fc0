/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a command does not know reaches the program in C, and nothing is said about it. */
class SimOptionsTest {
  @Command(name = "some")
  private static final class SomeCommand {
    @Option(names = "--known")
    private boolean known;

    @Mixin private SimOptions options;
  }

  private final PrintStream before = System.err;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final SomeCommand command = new SomeCommand();

  private CommandLine parser() {
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    return new CommandLine(command);
  }

  @AfterEach
  void giveBack() {
    System.setErr(before);
  }

  @Test
  void whatIsNotKnownIsForTheProgram() {
    parser().parseArgs("--seed", "7", "--known", "--policy=noop");
    assertThat(command.known).isTrue();
    assertThat(command.options.given().value("--seed", "1")).isEqualTo("7");
    assertThat(command.options.given().value("--policy", "")).isEqualTo("noop");
    assertThat(command.options.given().has("--known")).isFalse();
  }

  @Test
  void eachLineIsReadByItself() {
    CommandLine parser = parser();
    parser.parseArgs("--seed", "7");
    parser.parseArgs("--policy", "noop");
    assertThat(command.options.given().options()).containsExactly("--policy");
  }

  @Test
  void nothingIsPrinted() {
    parser().parseArgs("--seed", "7");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }
}
