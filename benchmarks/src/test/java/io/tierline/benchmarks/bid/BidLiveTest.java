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
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BidLiveTest {
  /** Contenders stand behind eleven arguments; HOST/bfq is the fastest peer, ours is faster. */
  private static final String FIGURES =
      """
      shift 13
      printf 'contender\\tstream\\tkind\\tmb_per_s\\trequests\\tp50_ms\\tp95_ms\\tp99_ms\\tmax_ms'
      printf '\\twritten_mb_per_s\\tsyncs\\tahead_mib\\n'
      printf 'bound\\tall\\t-\\t200.0\\t-\\t-\\t-\\t-\\t-\\t-\\t-\\t-\\n'
      for contender; do
        case $contender in
          direct/*) rate=150 ;;
          hadoop/bfq) rate=70 ;;
          kernel-4m/bfq) rate=100 ;;
          *) rate=50 ;;
        esac
        printf "$contender\\tall\\t-\\t$rate.0\\t-\\t-\\t-\\t-\\t-\\t5.0\\t9\\t64\\n"
        printf "$contender\\t0\\treader\\t$rate.0\\t99\\t1.0\\t2.0\\t30.5\\t40.0\\t-\\t-\\t-\\n"
        printf "$contender\\t1\\treader\\t0.0\\t99\\t1.5\\t2.5\\t20.0\\t60.0\\t-\\t-\\t-\\n"
      done
      """;

  @TempDir private Path directory;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private int live(String script, String... arguments) throws IOException {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    try (FakePrograms programs = new FakePrograms(directory);
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      programs.add("bid-live", script);
      return Tierline.run(BidLive::new, out, nowhere, arguments);
    }
  }

  @Test
  void optionsComeByPosition() throws IOException {
    Path seen = directory.resolve("seen");
    Path files = Files.createDirectory(directory.resolve("files"));
    int status =
        live(
            "printf '[%s]' \"$@\" >>" + seen + "; echo >>" + seen + "; " + FIGURES,
            "--case=mixed",
            "--streams=6",
            "--seconds=2",
            "--repeats=1",
            "--dir=" + files);
    assertThat(status).isZero();
    assertThat(Files.readAllLines(seen))
        .hasSize(2)
        .allSatisfy(
            line ->
                assertThat(line)
                    .startsWith(
                        "[hdd-16t][32][2][3][3][0][0][1000][2000][64][ssd-nvme][256][" + files));
    assertThat(files).isEmptyDirectory();
  }

  @Test
  void theBestSettingOfEachPeerRunsBesideOurs() throws IOException {
    Path json = directory.resolve("figures.json");
    assertThat(live(FIGURES, "--repeats=3", "--json=" + json)).isZero();
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("hadoop/bfq ", "kernel-4m/bfq ", "direct/bid-announced")
        .doesNotContain("kernel/bfq ");
    JsonNode results = new ObjectMapper().readTree(json.toFile()).path("results");
    JsonNode ours = medianOf(results, "direct/bid-announced");
    assertThat(ours.path("mb_per_s").asDouble()).isEqualTo(155.0);
    assertThat(ours.path("of_bound").asDouble()).isEqualTo(155.0 / 200);
    assertThat(ours.path("of_best_stock_peer").asDouble()).isEqualTo(155.0 / 75);
    assertThat(ours.path("of_best_peer").asDouble()).isEqualTo(155.0 / 105);
    // Of the reader that is worst off.
    assertThat(ours.path("reader_p99_ms").asDouble()).isEqualTo(30.5);
    assertThat(ours.path("reader_max_ms").asDouble()).isEqualTo(60.0);
    assertThat(ours.path("syncer_p99_ms").isNull()).isTrue();
  }

  private static JsonNode medianOf(JsonNode results, String contender) {
    for (JsonNode result : results) {
      if (result.path("repeat").asText().equals("median")
          && result.path("contender").asText().equals(contender)) {
        return result;
      }
    }
    throw new AssertionError("no median of " + contender);
  }

  @Test
  void thePageShowsEachCase() throws IOException {
    Path report = directory.resolve("report");
    assertThat(live(FIGURES, "--repeats=1", "--case=sequential,sync", "--report=" + report))
        .isZero();
    assertThat(report.resolve("index.html"))
        .content()
        .contains("<option>sequential</option>", "<option>sync</option>", "direct/bid-announced");
  }

  @Test
  void anUnknownCaseAndTooManyStreamsAreMistakes() throws IOException {
    assertThat(live(FIGURES, "--case=nonsense")).isEqualTo(2);
    assertThat(live(FIGURES, "--streams=33")).isEqualTo(2);
    assertThat(live(FIGURES, "--hdfs", "--case=mixed")).isEqualTo(2);
    assertThat(live(FIGURES, "--case=ssd-read")).isEqualTo(2);
  }

  @Test
  void whatTheProgramSaysOfItsFailureIsPassedOn() throws IOException {
    assertThat(live("echo 'bid-live: bfq: other data than were written' >&2; exit 1")).isEqualTo(1);
  }
}
