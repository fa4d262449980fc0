/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {
  @TempDir Path directory;

  @Test
  void writesTheObjectThatEveryCommandWrites() throws IOException {
    Path file = directory.resolve("a/b/figures.json");
    Figures.of("jmh")
        .parameter("pattern", "Path")
        .parameter("options", List.of("-f", "1"))
        .result(Map.of("contender", "ldm", "ns", 1.5))
        .result(Map.of("contender", "stock"))
        .write(file);

    JsonNode all = new ObjectMapper().readTree(file.toFile());
    assertThat(all.fieldNames())
        .toIterable()
        .containsExactly("command", "commit", "machine", "parameters", "results");
    assertThat(all.get("command").asText()).isEqualTo("jmh");
    assertThat(all.get("machine").fieldNames())
        .toIterable()
        .containsExactly("cores", "memory", "kernel", "java");
    assertThat(all.at("/machine/cores").asInt()).isPositive();
    assertThat(all.at("/parameters/options/1").asText()).isEqualTo("1");
    assertThat(all.at("/results/0/ns").asDouble()).isEqualTo(1.5);
    assertThat(all.get("results")).hasSize(2);
  }

  @Test
  void runThatDidNotComeToItsEndSaysSo() throws IOException {
    Path file = directory.resolve("figures.json");
    Figures.of("demo").partial(true).result(Map.of("contender", "ldm")).write(file);
    JsonNode all = new ObjectMapper().readTree(file.toFile());
    assertThat(all.get("partial").asBoolean()).isTrue();
    assertThat(all.get("results")).hasSize(1);
  }

  @Test
  void namesTheCommitThatTheLauncherGave() throws IOException {
    Path file = directory.resolve("figures.json");
    System.setProperty(Figures.COMMIT_PROPERTY, "abc123");
    try {
      Figures.of("demo").write(file);
    } finally {
      System.clearProperty(Figures.COMMIT_PROPERTY);
    }

    assertThat(new ObjectMapper().readTree(file.toFile()).get("commit").asText())
        .isEqualTo("abc123");
  }
}
