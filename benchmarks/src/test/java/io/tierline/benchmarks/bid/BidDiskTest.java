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

class BidDiskTest {
  private static final String MODEL =
      """
      [ "$#" = 6 ] && [ "$1 $2 $3 $4 $6" = "d.model d.seek d.diskspecs d.trace " ] || exit 1
      printf 'fraction\\tmeasured_ms\\tmodel_ms\\n0.5\\t4.0\\t4.25\\n' >"$5"
      printf 'drive\\trequests\\tmeasured_mean_ms\\tmodel_mean_ms\\trms_ms\\n'
      printf 'a </script> drive\\t10\\t4.1\\t4.2\\t0.13\\n'
      """;

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) throws IOException {
    try (FakePrograms programs = new FakePrograms(directory)) {
      programs.add("bid-disk", MODEL);
      return Tierline.run(
          BidDisk::new,
          new PrintStream(out, true, StandardCharsets.UTF_8),
          new PrintStream(err, true, StandardCharsets.UTF_8),
          arguments);
    }
  }

  @Test
  void figuresGoToTerminalJsonAndPage() throws IOException {
    Path json = directory.resolve("figures.json");
    Path report = directory.resolve("report");
    String files = "--model d.model --seek d.seek --specs d.diskspecs --trace d.trace";
    assertThat(run((files + " --json " + json + " --report " + report).split(" "))).isZero();

    assertThat(out.toString(StandardCharsets.UTF_8)).containsPattern("rms_ms +0\\.13");
    JsonNode result = new ObjectMapper().readTree(json.toFile()).at("/results/0");
    assertThat(result.get("rms_ms").asDouble()).isEqualTo(0.13);
    assertThat(result.get("workload").asText()).isEqualTo("d.trace");
    assertThat(Files.readString(report.resolve("index.html")))
        .contains("\"measured\":[4.0]", "\"model\":[4.25]", "a &lt;/script&gt; drive")
        .doesNotContain("<!--#");
  }

  @Test
  void missingFilesAreOneLine() throws IOException {
    assertThat(run("--model", "d.model")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("tierline bid-disk: Missing required options")
        .hasLineCount(1);
  }
}
