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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command's front end, with a script in place of the simulator. */
class BidSimTest {
  /** Notes its arguments; prints two contenders, and the tables that it is asked for. */
  private static final String SIMULATOR =
      """
      echo "$@" >>"$(dirname "$0")/arguments"
      seconds=8
      while [ $# -gt 0 ]; do
        case "$1" in
          --seed) seconds=$((8 + $2)) ;;
          --processes)
            printf '%b\\n' "$PROCESSES" \
              'process\\tcfq\\tsort\\t7\\t200\\t10' 'process\\tbid-hdd\\tsort\\t7\\t200\\t15' >"$2" ;;
          --arm) printf 'header\\tcontender\\tworkload\\tms\\ttrack\\narm\\tcfq\\tsort\\t1.5\\t77\\n' >"$2" ;;
        esac
        shift
      done
      printf '%b\\n' "$FIGURES" "$NOOP" "$CFQ"
      printf 'figure\\tbid-hdd\\tsort\\tclosed\\tsata-250g\\t-\\t1\\t256\\t1\\t%s\\t9\\t1\\t1\\t1\\t5\\t-\\n' $seconds
      printf 'progress\\t100\\n' >&2
      """;

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) throws IOException {
    try (FakePrograms programs = new FakePrograms(directory)) {
      programs.add(
          "bid-sim",
          assignment("FIGURES", SampleTables.FIGURES)
              + assignment("PROCESSES", SampleTables.PROCESSES)
              + assignment("NOOP", SampleTables.figure("noop", "sort", 40))
              + assignment("CFQ", SampleTables.figure("cfq", "sort", 20))
              + SIMULATOR);
      return Tierline.run(BidSim::new, print(out), print(err), arguments);
    }
  }

  private static String assignment(String name, String value) {
    return name + "='" + value.replace("\t", "\\t") + "'\n";
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private String arguments() throws IOException {
    return Files.readString(directory.resolve("arguments"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                          | give either --trace FILE",
        "--trace a --workload sort                 | give either --trace FILE",
        "--workload sort --repeats 0               | --repeats is 0: give a number from 1 to 1000",
        "--trace a --repeats 2                     | --repeats is for generated workloads",
        "--workload sort --seed 1st                | --seed is '1st': give a whole number from 0",
        "--workload sort --open-loop --closed-loop | --open-loop and --closed-loop exclude",
      })
  void mistakeIsOneLine(String given, String message) throws IOException {
    String[] arguments = given == null ? new String[0] : given.strip().split(" +");
    assertThat(run(arguments)).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("tierline bid-sim: " + message)
        .endsWith("see ./tierline bid-sim --help" + System.lineSeparator())
        .hasLineCount(1);
    assertThat(out.size()).isZero();
  }

  @Test
  void closedLoopUnlessSaidOtherwise() throws IOException {
    assertThat(run("--workload", "sort")).isZero();
    assertThat(arguments()).contains("--closed-loop").contains("--workload sort --seed 1");
    assertThat(run("--workload", "sort", "--open-loop")).isZero();
    assertThat(arguments()).contains("--open-loop");
  }

  @Test
  void optionsReachTheSimulator() throws IOException {
    int status =
        run(
            "--trace a.0 a.1 --policy noop,bid-hdd --disk hdd-16t --ssd ssd-nvme --ncq 32"
                .concat(" --outstanding 0 --write-cache off --set merge=0 --set bfq-idle=1")
                .split(" "));
    assertThat(status).isZero();
    assertThat(arguments())
        .startsWith(
            "--trace a.0 a.1 --policy noop,bid-hdd --disk hdd-16t --ssd ssd-nvme --closed-loop"
                + " --ncq 32 --outstanding 0 --write-cache off --set merge=0 --set bfq-idle=1");
  }

  @Test
  void repeatsAreConsecutiveSeedsWithMedians() throws IOException {
    Path json = directory.resolve("figures.json");
    assertThat(
            run("--workload", "sort", "--seed", "4", "--repeats", "3", "--json", json.toString()))
        .isZero();
    assertThat(arguments()).contains("--seed 4", "--seed 5", "--seed 6");
    JsonNode results = new ObjectMapper().readTree(json.toFile()).get("results");
    assertThat(results).hasSize(12);
    assertThat(results.at("/2/repeat").asInt()).isEqualTo(1);
    assertThat(results.at("/2/contender").asText()).isEqualTo("bid-hdd");
    assertThat(results.at("/2/seconds").asDouble()).isEqualTo(12);
    assertThat(results.at("/2/ratio_to_best_peer").asDouble()).isEqualTo(0.6);
    assertThat(results.at("/2/worst_process_p99_ratio_to_fastest_peer").asDouble()).isEqualTo(1.5);
    JsonNode median = results.get(11);
    assertThat(median.get("repeat").asText()).isEqualTo("median");
    assertThat(median.get("seconds").asDouble()).isEqualTo(13);
    assertThat(median.get("seconds_min").asDouble()).isEqualTo(12);
    assertThat(median.get("seconds_max").asDouble()).isEqualTo(14);
    assertThat(median.has("seed")).isFalse();
  }

  @Test
  void tableNamesTheBestPeerAndTheRatios() throws IOException {
    assertThat(run("--workload", "sort")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("sort: closed loop, sata-250g, NCQ 1, 256 outstanding, best peer cfq")
        .containsPattern("bid-hdd +9\\.00 +0\\.450 +0\\.450 ");
  }

  @Test
  void pageNeedsNoNetworkAndHasNoEmptySlot() throws IOException {
    Path report = directory.resolve("report");
    assertThat(run("--workload", "sort", "--report", report.toString())).isZero();
    String page = Files.readString(report.resolve("index.html"));
    assertThat(page)
        .doesNotContain("<!--#")
        .contains("Chart.js v", "\"arm\":{\"sort\":{\"cfq\":[1.5,77.0]}}", "Closed loop:")
        .doesNotContainPattern("<(script|link|img|iframe)[^>]*\\b(src|href)=")
        .doesNotContainPattern("@import|url\\((?!#)");
  }
}
