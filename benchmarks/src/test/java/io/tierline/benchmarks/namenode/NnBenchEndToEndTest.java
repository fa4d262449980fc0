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
import io.tierline.cli.Tierline;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A NameNode with LDM in a process of its own, and so few files that it takes seconds. */
@Tag("integration")
class NnBenchEndToEndTest {
  @TempDir private Path directory;

  private JsonNode figures(String measures) throws Exception {
    return figures("ldm_managed", measures);
  }

  private JsonNode figures(String contenders, String measures) throws Exception {
    Path json = directory.resolve("figures.json");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Tierline.run(
            NnBench::new,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            ("--repeats 1 --datasets 300 --files 100 --calls 2000 --blocks 2000 --pairs 20"
                    + " --blocks-per-dataset 40 --contenders "
                    + contenders
                    + " --measure "
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

  /** What it finds depends on the machine; here, that it asks both and says so. */
  @Test
  void stockAndLdmAreAskedInTurnsInOneProcess() throws Exception {
    JsonNode results = figures("ldm_managed,stock_one_ssd", "pairs");
    assertThat(results.findValuesAsText("workload"))
        .startsWith("paired_create", "paired_add_block", "paired_create", "paired_add_block");
    for (JsonNode result : List.of(results.get(1), results.get(3))) {
      assertThat(result.get("pairs").asInt()).isEqualTo(20);
      assertThat(result.get("ratio").asDouble())
          .isBetween(result.get("ratio_low").asDouble(), result.get("ratio_high").asDouble());
      assertThat(result.get("stock_us").asDouble()).isPositive();
      assertThat(result.get("warm_up_rounds").asInt()).isPositive();
    }
  }
}
