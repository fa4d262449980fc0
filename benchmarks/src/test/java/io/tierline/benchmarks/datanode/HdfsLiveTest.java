/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.benchmarks.bid.BidLive;
import io.tierline.cli.Tierline;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients of real DataNodes, on the modelled disk: both datasets are read through it. */
@Tag("integration")
class HdfsLiveTest {
  /** Of hdd-16t in sequence at its outer edge, MB/s, with what a disk's buffer may add. */
  private static final double MOST = 400;

  @TempDir private Path directory;

  @Test
  void clientsGetWhatTheModelledDiskGives() throws Exception {
    Path json = directory.resolve("hdfs.json");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Tierline.run(
            BidLive::new,
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            "--hdfs",
            "--streams=2",
            "--seconds=1",
            "--repeats=1",
            "--dir=" + directory,
            "--json=" + json);
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isZero();
    JsonNode results = new ObjectMapper().readTree(json.toFile()).path("results");
    assertThat(results.findValuesAsText("contender"))
        .containsExactly("stock", "stock-bfq", "stock-bfq-500ms", "stock-bfq-low-latency", "ours");
    for (JsonNode result : results) {
      assertThat(result.path("mb_per_s").asDouble()).isBetween(1.0, MOST);
      assertThat(result.path("p99_ms").asDouble()).isPositive();
    }
  }
}
