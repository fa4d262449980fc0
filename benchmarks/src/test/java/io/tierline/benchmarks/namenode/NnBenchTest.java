/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tierline.cli.Console;
import io.tierline.cli.Tierline;
import io.tierline.cli.measure.Repeats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NnBenchTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--repeats 0          | tierline nn-bench: --repeats is 0: give a number from 1 to 1000",
        "--threads 65         | tierline nn-bench: --threads is 65: give a number from 1 to 64",
        "--blocks 0           | tierline nn-bench: --blocks is 0: give a number from 1 to 1000000000",
        "--contenders best    | tierline nn-bench: unknown contender 'best': choose from stock",
        "--pairs 0            | tierline nn-bench: --pairs is 0: give a number from 1 to 20000",
        "--contenders planted | tierline nn-bench: planted is a contender of --measure pairs only",
        "--measure speed      | tierline nn-bench: unknown measure 'speed': choose from pairs",
      })
  void mistakeIsOneLine(String arguments, String message) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Tierline.run(
            NnBench::new,
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            arguments.strip().split(" "));
    assertThat(err.toString(StandardCharsets.UTF_8)).startsWith(message).hasLineCount(1);
    assertThat(status).isEqualTo(2);
  }

  @Test
  void runThatFailsHalfWayShowsWhatItHas(@TempDir Path directory) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream table = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream progress = new PrintStream(err, true, StandardCharsets.UTF_8);
    Path json = directory.resolve("figures.json");
    int status =
        Tierline.run(
            new NnBench(new Console(table, progress), NnBenchTest::onlyStock),
            table,
            progress,
            ("--measure choose-target --contenders stock,ldm_managed --repeats 1 --json %s --dir %s")
                .formatted(json, directory)
                .split(" "));
    assertThat(status).isOne();
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("ldm_managed is gone");
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("choose_target", "20.3");
    JsonNode figures = new ObjectMapper().readTree(json.toFile());
    assertThat(figures.get("partial").asBoolean()).isTrue();
    assertThat(figures.at("/results/0/contender").asText()).isEqualTo("stock");
  }

  private static List<Map<String, Object>> onlyStock(Settings settings, Path directory)
      throws IOException {
    if (settings.contender() != Contender.STOCK) {
      throw new IOException(settings.contender().key() + " is gone");
    }
    Map<String, Object> result = ContenderRun.result(settings, "choose_target");
    result.put("p99_us", 20.3);
    return List.of(result);
  }

  @Test
  void anotherContenderIsFirstInEachRepeat() {
    List<Contender> all = List.of(Contender.STOCK, Contender.LDM_UNMANAGED, Contender.LDM_MANAGED);
    assertThat(Repeats.order(all, 1)).startsWith(Contender.STOCK);
    assertThat(Repeats.order(all, 2)).startsWith(Contender.LDM_UNMANAGED);
    assertThat(Repeats.order(all, 3)).startsWith(Contender.LDM_MANAGED);
    assertThat(Repeats.order(all, 4)).startsWith(Contender.STOCK);
  }
}
