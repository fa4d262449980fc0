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
import io.tierline.benchmarks.testing.Browser;
import io.tierline.cli.report.Figures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YcsbReportTest {
  @TempDir private Path directory;

  @Test
  void jsonHasEveryRunThenMediansWithSpreadAndRatio() throws IOException {
    Figures figures = Figures.of("ycsb");
    YcsbFigures.add(figures, SampleResults.all());
    Path file = directory.resolve("figures.json");
    figures.write(file);
    JsonNode results = new ObjectMapper().readTree(file.toFile()).get("results");
    assertThat(results).hasSize(12);
    assertThat(results.at("/4/contender").asText()).isEqualTo("rlsm");
    assertThat(results.at("/4/repeat").asInt()).isEqualTo(2);
    assertThat(results.at("/4").has(RunResult.TIMELINE)).isFalse();
    JsonNode median = results.get(9);
    assertThat(median.get("contender").asText()).isEqualTo("rlsm");
    assertThat(median.get("workload").asText()).isEqualTo("r6");
    assertThat(median.get("repeat").asText()).isEqualTo("median");
    assertThat(median.get("write_amplification").asDouble()).isEqualTo(4);
    assertThat(median.get("write_amplification_min").asDouble()).isEqualTo(3);
    assertThat(median.get("write_amplification_max").asDouble()).isEqualTo(5);
    assertThat(median.get("write_amplification_ratio_to_stock").asDouble()).isEqualTo(0.5);
    // 0 / 0 is no ratio.
    assertThat(median.has("stall_seconds_ratio_to_stock")).isFalse();
  }

  @Test
  void tableHasLoadsAndOperationsWithRatios() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    YcsbTable.print(new PrintStream(bytes, true, StandardCharsets.UTF_8), SampleResults.all());
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("r6, medians of 2 repeats")
        .containsPattern("rlsm +4\\.00 +3\\.00-5\\.00 +0\\.500 ")
        .containsPattern("rlsm +1,250\\.0 +1,200\\.0-1,300\\.0 +1\\.250 +1\\.00 +- +-");
  }

  @Test
  void pageNeedsNoNetworkAndHasNoEmptySlot() throws IOException {
    String page = new YcsbPage(Map.of("scale", 0.1), SampleResults.all()).page().html();
    assertThat(page)
        .doesNotContain("<!--#")
        .contains("Chart.js v", "\"bytesPerRow\":1050.0", "<option>r6</option>")
        .doesNotContain("<option>ycsb_c</option>")
        .doesNotContainPattern("<(script|link|img|iframe)[^>]*\\b(src|href)=")
        .doesNotContainPattern("@import|url\\((?!#)");
  }

  @Test
  @Tag("integration")
  void everyPlotIsDrawn() throws Exception {
    String page = new YcsbPage(Map.of("scale", 0.1), SampleResults.all()).page().html();
    assertThat(Browser.notDrawn(page, directory)).isEmpty();
  }
}
