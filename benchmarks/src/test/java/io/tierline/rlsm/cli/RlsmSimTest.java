/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.cli.Tierline;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RlsmSimTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return Tierline.run(
        new RlsmSim(),
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        arguments);
  }

  @Test
  void everyPolicyHasALine() {
    assertThat(run("--flushes", "8", "--cells", "50")).isZero();
    assertThat(out.toString(UTF_8)).contains("8 flushes", "stock ", "stripe ", "source ", "rlsm ");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void figuresNameTheirContenderAndParameters(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("figures.json");
    assertThat(
            run(
                "--policy=stock,rlsm",
                "--flushes=20",
                "--cells=50",
                "--keys=zipfian",
                "--updates=0.5",
                "--json=" + file))
        .isZero();
    JsonNode figures = new ObjectMapper().readTree(file.toFile());
    assertThat(figures.get("command").asText()).isEqualTo("rlsm-sim");
    assertThat(figures.at("/parameters/keys").asText()).isEqualTo("zipfian");
    JsonNode first = figures.at("/results/0");
    assertThat(first.get("contender").asText()).isEqualTo("stock");
    assertThat(first.get("write_amplification").asDouble()).isGreaterThan(0);
    assertThat(first.get("series")).hasSize(20);
    assertThat(figures.at("/machine/cores").asInt()).isPositive();
  }

  @Test
  void figuresOnTheTerminalStandAlone() throws Exception {
    assertThat(run("--policy=stock", "--flushes=2", "--cells=10", "--json=-")).isZero();
    assertThat(new ObjectMapper().readTree(out.toString(UTF_8)).get("results")).hasSize(1);
  }

  @Test
  void sameSeedGivesTheSameFigures() {
    run("--policy=rlsm", "--flushes=20", "--cells=50", "--updates=0.3", "--seed=7");
    String first = out.toString(UTF_8);
    out.reset();
    run("--policy=rlsm", "--flushes=20", "--cells=50", "--updates=0.3", "--seed=7");
    assertThat(out.toString(UTF_8)).isEqualTo(first);
  }

  @ParameterizedTest
  @CsvSource({
    "--policy=lsm, lsm",
    "--keys=odd, odd",
    "--flushes=0, flushes are from 1",
    "--cells=1, cells are from 10",
    "--updates=1, updates are from 0",
    "--scans=-1, scans are at least 0",
    "--pace=-1, no pace",
    "--fast, --fast"
  })
  void mistakeIsOneLine(String argument, String reason) {
    assertThat(run(argument)).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .startsWith("tierline rlsm-sim: ")
        .contains(reason)
        .hasLineCount(1);
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void figuresThatCannotBeWrittenAreAFailure(@TempDir Path directory) {
    assertThat(run("--policy=stock", "--flushes=2", "--cells=10", "--json=" + directory))
        .isEqualTo(1);
    assertThat(err.toString(UTF_8)).startsWith("tierline rlsm-sim: ").hasLineCount(1);
  }
}
