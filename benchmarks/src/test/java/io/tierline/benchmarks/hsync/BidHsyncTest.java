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
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way is measured, and syncs do take the modelled disk's time where they should. */
@Tag("integration")
class BidHsyncTest {
  @TempDir private Path directory;

  @Test
  void theModelledDiskIsWaitedForButNotWithTheLog() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Path json = directory.resolve("hsync.json");
    int status =
        Tierline.run(
            BidHsync::new,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            "--streams=2",
            "--seconds=0.5",
            "--repeats=1",
            "--dir=" + directory,
            "--journal=" + directory,
            "--json=" + json);
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isZero();
    JsonNode results = new ObjectMapper().readTree(json.toFile()).path("results");
    assertThat(results.findValuesAsText("way"))
        .containsExactly("hflush", "disk", "ssd-policy", "journal", "delta-log");
    // Two syncs, each of which has the disk turn at least half a round of 8.3 ms on average.
    assertThat(results.get(1).path("p50_ms").asDouble()).isGreaterThan(4);
    assertThat(results.get(4).path("p50_to_disk").asDouble()).isLessThan(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("p50 to ssd-policy");
  }
}
