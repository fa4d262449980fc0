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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeProgramTest {
  @TempDir private Path directory;
  private FakePrograms programs;

  @BeforeEach
  void open() {
    programs = new FakePrograms(directory);
  }

  @AfterEach
  void close() {
    programs.close();
  }

  private static List<String> run(String... arguments) throws IOException {
    return new NativeProgram("bid-fake").run(List.of(arguments), done -> {});
  }

  @Test
  void argumentsArriveAsTheyAreWithoutAShell() throws IOException {
    programs.add("bid-fake", "printf '%s\\n' \"$@\"");
    assertThat(run("a b", "$HOME", "*", "\"")).containsExactly("a b", "$HOME", "*", "\"");
  }

  @Test
  void progressIsPassedOn() throws IOException {
    programs.add("bid-fake", "printf 'progress\\t25\\ta quarter\\nprogress\\tx\\n' >&2");
    List<Double> seen = new ArrayList<>();
    new NativeProgram("bid-fake").run(List.of(), seen::add);
    assertThat(seen).startsWith(0.25).hasSize(2);
  }

  @Test
  void failureIsTheProgramsLineAndItsExitCode() throws IOException {
    programs.add(
        "bid-fake",
        "printf 'progress\\t1\\n' >&2; echo 'bid-fake: x.csv:3: no number' >&2; exit 2");
    assertThatThrownBy(NativeProgramTest::run)
        .isInstanceOfSatisfying(NativeException.class, e -> assertThat(e.exitCode()).isEqualTo(2))
        .hasMessage("x.csv:3: no number");
  }

  @Test
  void deathBySignalIsSaid() throws IOException {
    programs.add("bid-fake", "kill -11 $$");
    assertThatThrownBy(NativeProgramTest::run)
        .isInstanceOfSatisfying(NativeException.class, e -> assertThat(e.exitCode()).isEqualTo(139))
        .hasMessage("bid-fake was ended by signal 11");
  }

  @Test
  void muchOutputOnBothStreamsDoesNotBlock() throws IOException {
    programs.add(
        "bid-fake", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); echo line; echo noise >&2; done");
    assertThat(run()).hasSize(20_000);
  }

  @Test
  void programThatIsNowhereIsNamed() {
    assertThatThrownBy(NativeProgramTest::run)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("bid-fake is not in bid-agent's jar for this system");
  }

  @Test
  void withoutADirectoryTheJarsProgramIsUnpacked() throws IOException {
    programs.close();
    System.clearProperty("tierline.native");
    NativeProgram program = new NativeProgram("bid-sim");
    assertThat(program.path()).isExecutable().isEqualTo(program.path());
    assertThat(program.run(List.of("--list-policies"), done -> {}))
        .anyMatch(line -> line.startsWith("policy\tnoop\t"));
  }
}
