/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.cli.Tierline;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real region server in a process of its own, with a load of a few megabytes. */
@Tag("integration")
class YcsbEndToEndTest {
  private static final double SCALE = 0.005;

  @TempDir private Path directory;

  @Test
  void stockIsLoadedReadAndUpdatedAndLeavesItsFigures() throws Exception {
    Path json = directory.resolve("figures.json");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Tierline.run(
            Ycsb::new,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            ("--engine stock --recipe mixed --repeats 1 --settle 1 --seconds 2 --scale "
                    + SCALE
                    + " --json "
                    + json
                    + " --report "
                    + directory.resolve("report")
                    + " --dir "
                    + directory.resolve("data"))
                .split(" "));
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isZero();
    JsonNode results = new ObjectMapper().readTree(json.toFile()).get("results");
    JsonNode load = results.get(0);
    long user = Recipe.MIXED.rows(SCALE) * Rows.USER_BYTES;
    assertThat(load.get("workload").asText()).isEqualTo("load");
    assertThat(load.get("flushes").asInt()).isBetween(3, 12);
    // Every row is written to the log once and to a store file once at least, with what HBase adds.
    assertThat(load.get("wal_bytes_written").asLong()).isBetween(user, 2 * user);
    assertThat(load.get("store_bytes_written").asLong()).isBetween(user, 8 * user);
    assertThat(load.get("write_amplification").asDouble())
        .isGreaterThanOrEqualTo(load.get("write_amplification_at_end_of_load").asDouble());
    assertThat(load.get("flushed_bytes_per_row").asDouble()).isBetween(1020.0, 1200.0);
    assertThat(load.get("store_files").asInt()).isBetween(1, 12);
    // Half and half: even a starved machine does some of each.
    assertThat(results.at("/1/workload").asText()).isEqualTo("ycsb_a");
    assertThat(results.at("/1/p99_read_ms").asDouble()).isPositive();
    assertThat(results.at("/1/p99_update_ms").asDouble()).isPositive();
    assertThat(Files.readString(directory.resolve("report/index.html"))).contains("ycsb_a");
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("engine", "stock");
    assertThat(directory.resolve("data")).isEmptyDirectory();
  }
}
