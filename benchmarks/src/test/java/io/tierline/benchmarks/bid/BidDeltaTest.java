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
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The front end alone: programs in its place print what the native one would. */
class BidDeltaTest {
  private static final String CHECK =
      "printf 'segments\\tunreadable_pages\\tdamaged_pages\\tdamaged_segments\\torphans\\n"
          + "8\\t0\\t%s\\t0\\t0\\n'";
  private static final String DRAIN =
      "printf 'block\\tstamp\\tbytes\\tfate\\terror\\tfile\\n77\\t1001\\t700\\t%s\\t-\\t/v/b\\n'";

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int delta(String script, String... arguments) throws IOException {
    try (FakePrograms programs = new FakePrograms(directory)) {
      programs.add("bid-delta", script);
      return Tierline.run(
          BidDelta::new,
          new PrintStream(out, true, StandardCharsets.UTF_8),
          new PrintStream(err, true, StandardCharsets.UTF_8),
          arguments);
    }
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void argumentsComeByPosition() throws IOException {
    Path seen = directory.resolve("seen");
    String script = "printf '[%s]' \"$@\" >" + seen + "; " + DRAIN.replace("%s", "at-home");
    assertThat(delta(script, "drain", "log", "--volume=/v", "--volume=/w")).isZero();
    assertThat(seen).hasContent("[drain][log][/v][/w]");
  }

  @Test
  void figuresGoToTerminalAndJson() throws IOException {
    Path json = directory.resolve("figures.json");
    assertThat(delta(CHECK.replace("%s", "0"), "check", "log", "--json=" + json)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).containsPattern("segments +8");
    JsonNode result = new ObjectMapper().readTree(json.toFile()).at("/results/0");
    assertThat(result.get("segments").asInt()).isEqualTo(8);
  }

  @Test
  void damageIsAnErrorThatSaysWhatToDo() throws IOException {
    assertThat(delta(CHECK.replace("%s", "3"), "check", "log")).isEqualTo(1);
    assertThat(said()).contains("log is damaged: make a copy, then ./tierline bid-delta repair");
    assertThat(out.toString(StandardCharsets.UTF_8)).containsPattern("damaged_pages +3");
  }

  @Test
  void blocksThatAreNotWholeAtHomeAreAnError() throws IOException {
    assertThat(delta(DRAIN.replace("%s", "no-volume"), "drain", "log")).isEqualTo(1);
    assertThat(said()).contains("1 of 1 blocks are not whole at home").hasLineCount(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("no-volume");
    assertThat(delta(DRAIN.replace("%s", "gap"), "repair", "log")).isEqualTo(1);
  }

  @Test
  void mistakesAreOneLine() throws IOException {
    assertThat(delta("exit 1", "mend", "log")).isEqualTo(2);
    assertThat(said()).contains("mend").hasLineCount(1);
    err.reset();
    assertThat(delta("echo 'bid-delta: log: is no delta log' >&2; exit 1", "dump", "log")).isOne();
    assertThat(said()).contains("tierline bid-delta: log: is no delta log").hasLineCount(1);
  }
}
