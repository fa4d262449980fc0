/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.hsync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.cli.Tierline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way is measured, and syncs do take the modelled disk's time where they should. */
@Tag("integration")
class BidHsyncTest {
  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private JsonNode run(Path json, String... arguments) throws IOException {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = "--json=" + json;
    int status =
        Tierline.run(
            BidHsync::new,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            all);
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isZero();
    return new ObjectMapper().readTree(json.toFile()).path("results");
  }

  /** As many puts as with hflush are not to be had on a disk whose syncs are waited for. */
  @Test
  void putsWaitForTheModelledDisk() throws Exception {
    Path json = directory.resolve("puts.json");
    JsonNode results = run(json, "--puts=2", "--seconds=0.5", "--repeats=1", "--dir=" + directory);
    assertThat(results.findValuesAsText("way")).containsExactly("disk", "ssd-policy", "delta-log");
    assertThat(results.get(0).path("p50_ms_hsync").asDouble()).isGreaterThan(4);
    assertThat(results.get(0).path("hsync_to_hflush").asDouble()).isBetween(0.0, 0.9);
    assertThat(results.get(2).path("puts_per_second_hsync").asDouble()).isPositive();
  }

  @Test
  void theModelledDiskIsWaitedForButNotWithTheLog() throws Exception {
    Path json = directory.resolve("hsync.json");
    JsonNode results =
        run(
            json,
            "--streams=2",
            "--seconds=0.5",
            "--repeats=1",
            "--dir=" + directory,
            "--journal=" + directory);
    assertThat(results.findValuesAsText("way"))
        .containsExactly("hflush", "disk", "ssd-policy", "journal", "delta-log");
    // Two syncs, each of which has the disk turn at least half a round of 8.3 ms on average.
    assertThat(results.get(1).path("p50_ms").asDouble()).isGreaterThan(4);
    assertThat(results.get(4).path("p50_to_disk").asDouble()).isLessThan(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("p50 to ssd-policy");
  }
}
