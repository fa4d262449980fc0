/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script itself: what it refuses, it refuses in one line and before it builds anything. */
class TierlineScriptTest {
  private static final Path SCRIPT = Path.of("..", "tierline").toAbsolutePath().normalize();

  @TempDir private Path elsewhere;

  private record Outcome(int status, String out, String err) {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fly                       | 2 | tierline: unknown command fly; see ./tierline help",
        "dmo                       | 2 | tierline: unknown command dmo; did you mean demo?",
        "help dmo                  | 2 | tierline: unknown command dmo; did you mean demo?",
        "demo --row 5              | 2 | tierline demo: unknown option --row; did you mean --rows?",
        "demo --rows=many          | 2 | tierline demo: --rows is 'many' but takes a number",
        "ldm-plan --fron x a.xml   | 2 | tierline ldm-plan: unknown option --fron; did you mean --from?",
        "ldm-plan-bench --repeat 1 | 2 | tierline ldm-plan-bench: unknown option --repeat; did you mean",
        "ldm-value fast            | 2 | tierline ldm-value: unknown argument 'fast'",
        "rlsm-sim --seed x         | 2 | tierline rlsm-sim: --seed is 'x' but takes a number",
        "bid-sim --trace a --ncq x | 2 | tierline bid-sim: --ncq is 'x' but takes a number",
        "bid-accept --no-bnech     | 2 | tierline bid-accept: unknown option --no-bnech; did you mean",
        "bid-bench --quick         | 2 | tierline bid-bench: unknown option --quick; see",
        "bid-record --devise sda   | 2 | tierline bid-record: unknown option --devise; did you mean",
        "test --fast --extended    | 2 | tierline test: --fast and --extended exclude each other",
        "test --only NoSuchTest    | 2 | tierline test: no test class is called 'NoSuchTest'",
        "demo --rows               | 2 | tierline demo: --rows needs a value",
        "demo --rows many          | 2 | tierline demo: --rows is 'many' but takes a number",
        "demo --json --rows        | 2 | tierline demo: --json needs a value",
        "demo fast                 | 2 | tierline demo: unknown argument 'fast'",
        "test --quick              | 2 | tierline test: unknown option --quick; see",
        "ldm-plan                  | 2 | tierline ldm-plan: no definition is given",
        "rlsm                      | 2 | tierline rlsm: nothing to do",
        "rlsm fly                  | 2 | tierline rlsm: unknown command fly; see",
        "rlsm inspect              | 2 | tierline rlsm: no table is given",
        "jmh A B                   | 2 | tierline jmh: more than one pattern is given",
        "bid-sim                   | 2 | tierline bid-sim: nothing to do",
        "bid-disk                  | 2 | tierline bid-disk: nothing to do",
        "bid-record                | 2 | tierline bid-record: nothing to do",
        "nn-bench --repeats        | 2 | tierline nn-bench: --repeats needs a value",
        "nn-bench fast             | 2 | tierline nn-bench: unknown argument 'fast'",
        "ycsb --engine             | 2 | tierline ycsb: --engine needs a value",
        "ycsb fast                 | 2 | tierline ycsb: unknown argument 'fast'",
      })
  void mistakeIsOneLine(String arguments, int status, String message) throws Exception {
    Outcome outcome = run(Map.of(), arguments.strip().split(" +"));
    assertThat(outcome.err()).startsWith(message).hasLineCount(1);
    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.out()).isEmpty();
  }

  /** Each option that the help describes is one that the script lets through, up to the set-up. */
  @Test
  void whatMakesADescribedOptionKnownIsTheHelpItself() throws Exception {
    assertThat(run(Map.of(), "bid-sim", "--list-tunables", "--write-cache", "on", "--fly").err())
        .startsWith("tierline bid-sim: unknown option --fly;");
    assertThat(run(Map.of(), "ldm-plan", "-Da=b", "-p", "x", "--properties", "y", "--fly").err())
        .startsWith("tierline ldm-plan: unknown option --fly;");
    assertThat(run(Map.of(), "bid-disk", "--bus-mb-s", "300", "--fly").err())
        .startsWith("tierline bid-disk: unknown option --fly;");
  }

  @Test
  void versionIsThatOfTheSources() throws Exception {
    for (String asked : List.of("--version", "version", "-V")) {
      assertThat(run(Map.of(), asked).out()).matches("Tierline [0-9.]+\\S* \\(commit .*\\)\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "ldm-plan", "bid-sim", "rlsm-sim"})
  void helpOfACommandIsItsHelpOption(String command) throws Exception {
    assertThat(run(Map.of(), "help", command)).isEqualTo(run(Map.of(), command, "--help"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "help",
        "--help",
        "demo --help",
        "test -h",
        "ldm-plan --help",
        "rlsm --help",
        "rlsm inspect --help",
        "rlsm-sim --help",
        "jmh -h",
        "bid-sim --help",
        "bid-disk -h",
        "bid-accept --help",
        "bid-bench -h",
        "bid-record --help",
        "nn-bench --help",
        "ycsb --help"
      })
  void helpNeedsNothing(String arguments) throws Exception {
    Outcome outcome = run(Map.of("PATH", "/usr/bin:/bin"), arguments.split(" "));
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains("usage: ./tierline");
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void noCommandIsHelp() throws Exception {
    assertThat(run(Map.of()).out()).contains("usage: ./tierline COMMAND");
  }

  private Outcome run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
    command.addAll(List.of(arguments));
    Path out = elsewhere.resolve("out");
    Path err = elsewhere.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(elsewhere.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running: " + command);
    }
    return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
