/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RlsmSimTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine command = RlsmSim.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }

  @Test
  void everyPolicyHasALine() {
    assertThat(run("--flushes", "8", "--cells", "50")).isZero();
    assertThat(out.toString()).contains("8 flushes", "stock ", "stripe ", "source ", "rlsm ");
    assertThat(err.toString()).isEmpty();
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
    JsonObject figures = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    assertThat(figures.get("command").getAsString()).isEqualTo("rlsm-sim");
    assertThat(figures.getAsJsonObject("parameters").get("keys").getAsString())
        .isEqualTo("zipfian");
    JsonObject first = figures.getAsJsonArray("results").get(0).getAsJsonObject();
    assertThat(first.get("contender").getAsString()).isEqualTo("stock");
    assertThat(first.get("write_amplification").getAsDouble()).isGreaterThan(0);
    assertThat(first.getAsJsonArray("series")).hasSize(20);
  }

  @Test
  void sameSeedGivesTheSameFigures() {
    run("--policy=rlsm", "--flushes=20", "--cells=50", "--updates=0.3", "--seed=7");
    String first = out.toString();
    out.getBuffer().setLength(0);
    run("--policy=rlsm", "--flushes=20", "--cells=50", "--updates=0.3", "--seed=7");
    assertThat(out.toString()).isEqualTo(first);
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
    assertThat(err.toString()).startsWith("rlsm-sim: ").contains(reason).hasLineCount(1);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void figuresThatCannotBeWrittenAreAFailure(@TempDir Path directory) {
    assertThat(run("--policy=stock", "--flushes=2", "--cells=10", "--json=" + directory))
        .isEqualTo(1);
    assertThat(err.toString()).startsWith("rlsm-sim: ").hasLineCount(1);
  }
}
