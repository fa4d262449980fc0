/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.reads;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.cli.Tierline;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two real region servers in a process of their own, each with a table of a few megabytes. */
@Tag("integration")
class RlsmReadsEndToEndTest {
  @TempDir private Path directory;

  @Test
  void enginesAreLoadedAskedInTurnsAndLeaveTheirFigures() throws Exception {
    Path json = directory.resolve("figures.json");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Tierline.run(
            RlsmReads::new,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            ("--engine tuned,rlsm --data-mb 8 --flush-mb 1 --cache 10,200 --page-cache 0"
                    + " --pairs 12 --window-ms 5 --settle 1 --rate 200"
                    + " --workload get-uniform,get-absent,scan-full --json "
                    + json
                    + " --dir "
                    + directory.resolve("data"))
                .split(" "));
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isZero();
    List<JsonNode> results = new ArrayList<>();
    new ObjectMapper().readTree(json.toFile()).get("results").forEach(results::add);
    // Two engines, three states, two caches, three workloads.
    assertThat(results).hasSize(36);
    assertThat(results).allMatch(one -> one.get("cpu_us").asDouble() > 0);
    for (JsonNode one : results) {
      boolean isSmall = one.get("cache").asDouble() < 1;
      switch (one.get("workload").asText()) {
        case "get-uniform" -> checkGets(one, isSmall);
        case "get-absent" -> assertThat(one.get("rows_each").asDouble()).isZero();
        default -> checkFullScan(one, isSmall);
      }
    }
    assertThat(results.get(results.size() - 1).get("puts_per_second").asDouble()).isPositive();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("says", "tuned", "rlsm");
    assertThat(directory.resolve("data")).isEmptyDirectory();
  }

  @Test
  void runWhoseProcessDiesLeavesTheFiguresUntilThen() throws Exception {
    Path json = directory.resolve("figures.json");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, length);
            if (toString(StandardCharsets.UTF_8).contains("cache 200 %")) {
              killTheRun();
            }
          }
        };
    int status =
        Tierline.run(
            RlsmReads::new,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            ("--engine tuned,rlsm --data-mb 2 --flush-mb 1 --cache 10,200 --page-cache 0"
                    + " --pairs 12 --window-ms 5 --settle 1 --state loaded"
                    + " --workload get-uniform --json "
                    + json
                    + " --dir "
                    + directory.resolve("data"))
                .split(" "));
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isOne();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("cache 10 %", "tuned", "rlsm");
    JsonNode figures = new ObjectMapper().readTree(json.toFile());
    assertThat(figures.get("partial").asBoolean()).isTrue();
    // Of the second cache too where the machine is slower to kill than to measure.
    assertThat(figures.get("results").findValuesAsText("contender")).startsWith("tuned", "rlsm");
    assertThat(directory.resolve("data")).isEmptyDirectory();
  }

  private static void killTheRun() {
    ProcessHandle.current()
        .children()
        .filter(child -> child.info().command().orElse("").endsWith("java"))
        .forEach(ProcessHandle::destroyForcibly);
  }

  private static void checkGets(JsonNode one, boolean isSmall) {
    assertThat(one.get("rows_each").asDouble()).isEqualTo(1);
    assertThat(one.get("pairs").asInt()).isGreaterThanOrEqualTo(12);
    if (isSmall) {
      // A tenth of the data is there, and of the others each get reads a block of some 64 KB.
      assertThat(one.get("file_reads_each").asDouble()).as(one.toString()).isBetween(0.3, 4.0);
      assertThat(one.get("file_bytes_each").asDouble()).isGreaterThan(20_000);
      assertThat(one.get("device_us").asDouble()).isGreaterThan(50);
    } else {
      assertThat(one.get("file_reads_each").asDouble()).as(one.toString()).isLessThan(0.3);
    }
  }

  private static void checkFullScan(JsonNode one, boolean isSmall) {
    assertThat(one.get("rows_each").asDouble()).isEqualTo((8 << 20) / 1020);
    if (isSmall) {
      assertThat(one.get("file_bytes_each").asDouble()).isGreaterThan(0.8 * (8 << 20));
    }
  }
}
