/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhMainTest {
  @TempDir Path directory;

  @Test
  void takesAPatternAFileAndJmhsOwnOptions() {
    JmhArguments parsed =
        JmhArguments.parse(List.of("Path", "--json", "f.json", "--", "-f", "0", "--json"));

    assertThat(parsed)
        .isEqualTo(
            new JmhArguments("Path", Path.of("f.json"), List.of("-f", "0", "--json"), false));
    assertThat(JmhArguments.parse(List.of()).pattern()).isEqualTo(".*");
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThatThrownBy(() -> JmhArguments.parse(List.of("--jsn")))
        .hasMessage("unknown option --jsn");
    assertThatThrownBy(() -> JmhArguments.parse(List.of("a", "b")))
        .hasMessage("more than one pattern: b");
    assertThatThrownBy(() -> JmhArguments.parse(List.of("--json")))
        .hasMessage("--json needs a file");
    assertThat(JmhMain.run(List.of("--jsn"))).isEqualTo(2);
    assertThat(JmhMain.run(List.of("NoSuchBenchmark"))).isEqualTo(1);
    assertThat(JmhMain.run(List.of("--help"))).isZero();
  }

  @Test
  void writesTheFiguresOfARun() throws IOException {
    Path file = directory.resolve("figures.json");

    int code =
        JmhMain.run(
            List.of(
                "PathIndexBenchmark",
                "--json",
                file.toString(),
                "--",
                "-f",
                "0",
                "-wi",
                "0",
                "-i",
                "2",
                "-r",
                "1ms",
                "-p",
                "depth=2",
                "-p",
                "ask=file",
                "-p",
                "contender=PATH_INDEX"));

    assertThat(code).isZero();
    JsonNode result = new ObjectMapper().readTree(file.toFile()).at("/results/0");
    assertThat(result.get("contender").asText()).isEqualTo("path_index");
    assertThat(result.get("workload").asText()).isEqualTo("PathIndexBenchmark.lookup");
    assertThat(result.get("depth").asText()).isEqualTo("2");
    assertThat(result.get("ns_per_op").asDouble()).isPositive();
    assertThat(result.get("cpu_ns_per_op").asDouble()).isPositive();
  }
}
