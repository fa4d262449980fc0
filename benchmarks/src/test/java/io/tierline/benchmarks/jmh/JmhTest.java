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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.cli.Tierline;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhTest {
  @TempDir Path directory;

  private static int run(String... arguments) {
    return Tierline.run(new Jmh(), System.out, System.err, arguments);
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThat(run("--jsn")).isEqualTo(2);
    assertThat(run("a", "b")).isEqualTo(2);
    assertThat(run("--json")).isEqualTo(2);
    assertThat(run("--", "--no-such-option")).isEqualTo(2);
    assertThat(run("NoSuchBenchmark")).isEqualTo(1);
    assertThat(run("--help")).isZero();
  }

  @Test
  void whatFollowsTheDashesIsForJmh() {
    assertThat(run("--", "-h")).isZero();
    assertThat(run("NoSuchBenchmark", "--", "-h")).isZero();
  }

  @Test
  void writesTheFiguresOfARun() throws IOException {
    Path file = directory.resolve("figures.json");

    int code =
        run(
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
            "contender=PATH_INDEX");

    assertThat(code).isZero();
    JsonNode result = new ObjectMapper().readTree(file.toFile()).at("/results/0");
    assertThat(result.get("contender").asText()).isEqualTo("path_index");
    assertThat(result.get("workload").asText()).isEqualTo("PathIndexBenchmark.lookup");
    assertThat(result.get("depth").asText()).isEqualTo("2");
    assertThat(result.get("ns_per_op").asDouble()).isPositive();
    assertThat(result.get("cpu_ns_per_op").asDouble()).isPositive();
  }
}
