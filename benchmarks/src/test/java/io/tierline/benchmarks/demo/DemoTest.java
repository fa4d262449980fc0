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

import io.tierline.cli.Tierline;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rows=0              | --rows is 0: give a number from 1 to 1000000000",
        "--rows=-5             | --rows is -5",
        "--rows=many           | --rows",
        "--contenders=fastest  | unknown contender 'fastest': choose from stock, one_ssd, read_cache",
        "--ratio=0             | --ratio is 0: give a number from 1 to 64",
        "--unknown             | unknown option",
      })
  void mistakeIsOneLine(String option, String message) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status = Tierline.run(Demo::new, print(out), print(err), option.strip());
    assertThat(status).isNotZero();
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(message).hasLineCount(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void blocksGrowWithTheData() {
    assertThat(settings(1).blockBytes(Scene.ALONE)).isEqualTo(8L << 20);
    assertThat(settings(1_000_000).blockBytes(Scene.ALONE)).isEqualTo(10L << 20);
    assertThat(settings(10_000_000).blockBytes(Scene.ALONE)).isEqualTo(105L << 20);
    assertThat(settings(500_000_000).blockBytes(Scene.ALONE)).isEqualTo(128L << 20);
    assertThat(settings(10_000_000).blockBytes(Scene.BESIDE))
        .as("a third of the rows")
        .isEqualTo(35L << 20);
  }

  @Test
  void smallTierIsAPartOfAllReplicas() {
    // The text, TeraGen's output, the sorted rows and what two others write: 12 replicas of 40 MB.
    long all = 4L * 3 * 40_000_000;
    assertThat(4 * settings(1_200_000).ssdBytes(Scene.BESIDE)).isEqualTo(all / 8);
    assertThat(settings(1_000_000).ssdBytes(Scene.ALONE)).isGreaterThan(2L * 3 * 100_000_000);
  }

  @Test
  void eachSceneHasItsContenders() {
    List<Contender> all = List.of(Contender.values());
    List<Scene> both = List.of(Scene.values());
    assertThat(new DemoSettings(Path.of(""), 1, both, all, 1, true, false, 8).turns())
        .extracting(turn -> turn.scene().key() + " " + turn.contender().key())
        .containsExactly(
            "alone stock",
            "alone one_ssd",
            "alone ldm",
            "beside one_ssd",
            "beside read_cache",
            "beside ldm",
            "beside ldm_bid");
    assertThat(new DemoSettings(Path.of(""), 1, both, all, 1, true, true, 8).turns())
        .extracting(turn -> turn.scene().key() + " " + turn.contender().key())
        .containsExactly(
            "alone stock",
            "alone one_ssd",
            "alone ldm",
            "alone ldm_bid",
            "beside stock",
            "beside one_ssd",
            "beside read_cache",
            "beside ldm",
            "beside ldm_bid");
    assertThat(new DemoSettings(Path.of(""), 1, both, all, 1, false, true, 8).turns())
        .as("without emulated devices nothing can be said of the second")
        .extracting(DemoSettings.Turn::scene)
        .containsOnly(Scene.ALONE);
  }

  private static DemoSettings settings(long rows) {
    return new DemoSettings(
        Path.of(""), rows, List.of(Scene.ALONE), List.of(Contender.STOCK), 1, true, true, 8);
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
