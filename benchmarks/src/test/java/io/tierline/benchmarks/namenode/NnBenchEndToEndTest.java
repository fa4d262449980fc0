/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A NameNode with LDM in a process of its own, and so few files that it takes seconds. */
@Tag("integration")
class NnBenchEndToEndTest {
  @TempDir private Path directory;

  private JsonNode figures(String measures) throws Exception {
    Path json = directory.resolve("figures.json");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        NnBench.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            ("--contenders ldm_managed --repeats 1 --datasets 300 --files 100 --calls 2000"
                    + " --blocks 2000 --measure "
                    + measures
                    + " --json "
                    + json
                    + " --dir "
                    + directory.resolve("data"))
                .split(" "));
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(directory.resolve("data")).isEmptyDirectory();
    return new ObjectMapper().readTree(json.toFile()).get("results");
  }

  @Test
  void nameNodeIsAskedAndLeavesItsFigures() throws Exception {
    JsonNode results = figures("throughput");
    assertThat(results.findValuesAsText("workload")).startsWith("create", "add_block", "delete");
    assertThat(results.at("/0/operations").asInt()).isEqualTo(100);
    assertThat(results.at("/1/operations").asInt()).isEqualTo(500);
    assertThat(results.at("/2/throughput_ops").asDouble()).isPositive();
    assertThat(results.at("/1/compilers_us_per_op").asDouble()).isPositive();
  }

  @Test
  void policyIsTimedAndLeavesNothingPerBlock() throws Exception {
    JsonNode results = figures("choose-target,heap");
    assertThat(results.at("/0/p50_us").asDouble()).isPositive();
    assertThat(results.at("/0/p99_us").asDouble())
        .isGreaterThanOrEqualTo(results.at("/0/p50_us").asDouble());
    assertThat(results.at("/1/registered_bytes").asLong()).isPositive();
    assertThat(results.at("/1/blocks").asLong()).isEqualTo(2000);
  }
}
