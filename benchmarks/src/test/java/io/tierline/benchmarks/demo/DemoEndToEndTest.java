/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.demo;

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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
class DemoEndToEndTest {
  @TempDir private Path directory;

  @Test
  void smallChainKeepsEveryPromise() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Path json = directory.resolve("figures.json");
    int status =
        Tierline.run(
            Demo::new,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            System.err,
            "--rows=400000",
            "--real-disk",
            "--report=" + directory,
            "--json=" + json);
    assertThat(status).as(out.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(directory.resolve("index.html")).isNotEmptyFile();

    JsonNode figures = new ObjectMapper().readTree(Files.readString(json));
    assertThat(figures.path("command").asText()).isEqualTo("demo");
    assertThat(results(figures, "stock", "ssd_read_fraction")).containsExactly(0.0, 0.0);
    assertThat(results(figures, "ldm", "ssd_read_fraction")).allMatch(share -> share >= 0.95);
    // Two files of 20 MB in blocks of 8 MiB, then one of 40 MB, then TeraValidate's report.
    // And more in spare room, where a slow machine leaves LDM the time to foresee some.
    assertThat(results(figures, "ldm", "replicas_ssd"))
        .satisfiesExactly(
            gen -> assertThat(gen).isGreaterThanOrEqualTo(6),
            sort -> assertThat(sort).isGreaterThanOrEqualTo(5),
            report -> assertThat(report).isZero());
    // Also TeraValidate's report, which nobody reads.
    assertThat(results(figures, "one_ssd", "replicas_ssd")).containsExactly(6.0, 5.0, 1.0);
    assertThat(results(figures, "stock", "replicas_disk")).containsExactly(18.0, 15.0, 3.0);
  }

  private static List<Double> results(JsonNode figures, String contender, String key) {
    List<Double> values = new ArrayList<>();
    for (JsonNode result : figures.path("results")) {
      if (result.path("contender").asText().equals(contender) && result.has(key)) {
        values.add(result.path(key).asDouble());
      }
    }
    return values;
  }
}
