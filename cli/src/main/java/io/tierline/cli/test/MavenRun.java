/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.test;

import io.tierline.cli.CommandException;
import io.tierline.cli.maven.Maven;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Maven with all tests, and its log. */
final class MavenRun {
  private static final Pattern CLASS_ENDED = Pattern.compile("Tests run:.* -- in ");
  private static final double ALMOST = 0.99;

  private final SourceTree tree;
  private final Path log;

  MavenRun(SourceTree tree) throws IOException {
    this.tree = tree;
    log = tree.logs().resolve("test.log");
  }

  Path log() {
    return log;
  }

  /** Has the script's own part install what is missing. */
  void setUp(List<String> needs) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash"));
    command.add(tree.root().resolve("build/setup.sh").toString());
    command.addAll(needs);
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put("COMMAND", "tierline test");
    int status = Maven.run(builder);
    if (status != 0) {
      // It has said why.
      throw new CommandException("what the tests need is not there", status);
    }
  }

  /**
   * Two modules at a time: those with clusters mostly wait. A test that fails keeps no module from
   * its tests; whether any did is read from the reports.
   *
   * @return Maven's exit status
   */
  int verify(List<String> options) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("verify", "-T", "2"));
    arguments.addAll(List.of("--fail-at-end", "-Dmaven.test.failure.ignore=true"));
    arguments.addAll(options);
    return Maven.run(tree.root(), log, arguments);
  }

  /** The share of test classes that have ended, by the log. */
  DoubleSupplier doneOf(long classes) {
    return () -> classes == 0 ? 0 : Math.min(ALMOST, (double) ended() / classes);
  }

  private long ended() {
    if (!Files.exists(log)) {
      return 0;
    }
    try (Stream<String> lines = TestLog.lines(log)) {
      return lines.filter(line -> CLASS_ENDED.matcher(line).find()).count();
    } catch (IOException unreadable) {
      return 0;
    }
  }
}
