/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.bid;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.cli.Tierline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real simulator, out of bid-agent's jar, on a trace of two readers far apart. */
class BidSimEndToEndTest {
  private static final int PAIRS = 200;

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return Tierline.run(
        BidSim::new,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        arguments);
  }

  private Path trace() throws IOException {
    StringBuilder csv = new StringBuilder("time_ns,process,op,lba,sectors,flags\n");
    for (int i = 0; i < PAIRS; i++) {
      csv.append(i * 1_000_000L).append(",1,R,").append(1000 + i * 256L).append(",256,sync\n");
      csv.append(i * 1_000_000L)
          .append(",2,R,")
          .append(300_000_000 + i * 256L)
          .append(",256,sync\n");
    }
    return Files.writeString(directory.resolve("two-readers.csv"), csv);
  }

  @Test
  void sortedOrderMovesTheArmLessThanArrivalOrder() throws IOException {
    Path json = directory.resolve("figures.json");
    int status =
        run(
            "--trace",
            trace().toString(),
            "--policy",
            "noop,cfq,deadline",
            "--open-loop",
            "--json",
            json.toString(),
            "--report",
            directory.resolve("report").toString());
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("tierline bid-sim:");
    assertThat(status).isZero();
    JsonNode results = new ObjectMapper().readTree(json.toFile()).get("results");
    assertThat(results).hasSize(3);
    for (JsonNode result : results) {
      assertThat(result.get("workload").asText()).isEqualTo("two-readers.csv");
      assertThat(result.get("bytes_read").asLong()).isEqualTo(PAIRS * 2L * 256 * 512);
      assertThat(result.get("bytes_written").asLong()).isZero();
    }
    assertThat(results.at("/2/contender").asText()).isEqualTo("deadline");
    assertThat(results.at("/2/arm_movements").asLong())
        .isLessThan(results.at("/0/arm_movements").asLong());
    assertThat(directory.resolve("report/index.html")).isNotEmptyFile();
  }

  @Test
  void sameTraceGivesTheSameFigures() throws IOException {
    Path first = directory.resolve("first.json");
    Path second = directory.resolve("second.json");
    String trace = trace().toString();
    run("--trace", trace, "--policy", "noop,bid-hdd", "--json", first.toString());
    run("--trace", trace, "--policy", "noop,bid-hdd", "--json", second.toString());
    assertThat(withoutSpeed(second)).isEqualTo(withoutSpeed(first));
  }

  private static String withoutSpeed(Path json) throws IOException {
    return Files.readString(json).replaceAll("\"events_per_second\" : \\S+", "");
  }

  @Test
  void errorOfTheSimulatorIsOneLineAndKeepsItsExitCode() {
    assertThat(run("--trace", directory.resolve("missing.csv").toString())).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("tierline bid-sim: ")
        .contains("missing.csv")
        .hasLineCount(1);
    err.reset();
    assertThat(run("--workload", "no-such-job")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("no-such-job").hasLineCount(1);
  }

  @Test
  void whatTheCommandDoesNotKnowTheSimulatorRefuses() {
    assertThat(run("--workload", "sort", "--fast")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("tierline bid-sim: unknown option '--fast'")
        .hasLineCount(1);
    err.reset();
    assertThat(run("--workload", "sort", "--ncq", "many")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("tierline bid-sim: --ncq: 'many' is not a whole number from 1 to 32")
        .hasLineCount(1);
  }

  @Test
  void workedExampleIsShown() {
    assertThat(run("--worked-example")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("cfq +off +hdd +8 +275 +2\\.75 ");
  }
}
