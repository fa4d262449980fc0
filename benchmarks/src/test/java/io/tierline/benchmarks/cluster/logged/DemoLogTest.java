/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.logged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tierline.benchmarks.cluster.logged.DemoLog.Key;
import io.tierline.benchmarks.cluster.logged.DemoLog.Scene;
import io.tierline.cli.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoLogTest {
  private static final Map<String, Double> CHAIN =
      Map.of("teragen", 6.0, "terasort", 24.0, "teravalidate", 14.0);

  @TempDir private Path directory;

  private Path file(String text) throws IOException {
    Path file = Files.createTempFile(directory, "demo", ".json");
    return Files.writeString(file, text);
  }

  private static LogText stock() {
    return new LogText().chain("alone", "stock", CHAIN, 7.5);
  }

  @Test
  void runsOfSeveralFilesAreTakenTogether() throws IOException {
    String one = stock().dataset("alone", "ldm", "sort", 10, 10).toString();
    String other = stock().dataset("alone", "ldm", "sort", 10, 25).toString();
    DemoLog log = DemoLog.read(List.of(file(one), file(other)));
    assertThat(log.seconds(new Key(Scene.ALONE, "stock", "terasort"))).containsExactly(24.0, 24.0);
    assertThat(log.waited(new Key(Scene.ALONE, "stock", "teravalidate"))).isEqualTo(7.5);
    assertThat(log.rows(Scene.BESIDE)).isEqualTo(LogText.ROWS / 2);
    assertThat(log.cores()).isEqualTo(2);
    assertThat(log.ratio()).as("of a log that does not tell it").isEqualTo(3.75);
    assertThat(log.fastReplicas(Scene.ALONE, "ldm")).containsEntry("terasort", 1.75);
    assertThat(log.fastReplicas(Scene.BESIDE, "ldm")).isEmpty();
    assertThat(log.hasChain(Scene.ALONE, "ldm")).isFalse();
  }

  /** Each says what is wrong, in one line. */
  @ParameterizedTest
  @CsvSource({
    "'\"demo\"', '\"ycsb\"', no figures of the demo",
    "'\"rows_beside\"', '\"ratio_beside\": 0, \"rows_beside\"', ratio_beside is no number",
    "at 0.125, at 0.25, the devices are to be",
    "'\"cores\": 2', '\"cores\": 0', cores is no number",
    "'\"rows\": 1500000', '\"rows\": 1.5', rows is no number",
    "'\"rows\": 1500000', '\"rows\": 99999999999', rows is no number",
    "'\"seconds\": 24.0', '\"seconds\": -1', seconds of a job is no time",
    "'\"seconds\": 24.0', '\"seconds\": \"24\"', seconds of a job is no time",
    "'\"job\": \"terasort\"', '\"job\": \"other\"', no chain of stock HDFS",
    "'\"results\": [', '\"results\": ', no JSON"
  })
  void whatIsNoLogIsRefused(String good, String bad, String said) throws IOException {
    Path file = file(stock().toString().replace(good, bad));
    assertThatThrownBy(() -> DemoLog.read(List.of(file)))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining(said)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void otherRowsThanBeforeAreRefused() throws IOException {
    Path one = file(stock().toString());
    Path other = file(stock().toString().replace("\"rows\": 1500000", "\"rows\": 15"));
    assertThatThrownBy(() -> DemoLog.read(List.of(one, other)))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("other rows");
    assertThatThrownBy(() -> DemoLog.read(List.of(directory.resolve("none.json"))))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("none.json");
  }
}
