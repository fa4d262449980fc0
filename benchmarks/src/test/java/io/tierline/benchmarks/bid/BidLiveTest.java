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
  private static final String FIGURES =
      "printf 'policy\\tmb_per_s\\tratio\\tsyncs\\tahead_mib\\n"
          + "noop\\t50.5\\t1.00\\t7\\t0\\nbid-announced\\t101.0\\t2.00\\t9\\t64\\n'";

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
            "printf '[%s]' \"$@\" >" + seen + "; " + FIGURES,
            "--readers=3",
            "--writers=2",
            "--sync-ms=20",
            "--disk=hdd-16t",
            "--ncq=32",
            "--dir=" + files);
    assertThat(status).isZero();
    assertThat(seen)
        .content()
        .startsWith("[3][32][2][20][hdd-16t][32][4][" + files + "/tierline-bid-live");
    assertThat(files).isEmptyDirectory();
  }

  @Test
  void figuresOfEachPolicyAreShownAndWritten() throws IOException {
    Path json = directory.resolve("figures.json");
    assertThat(live(FIGURES, "--json=" + json)).isZero();
    assertThat(printed.toString(StandardCharsets.UTF_8)).contains("bid-announced", "2.00", "101.0");
    JsonNode result = new ObjectMapper().readTree(json.toFile()).path("results").get(1);
    assertThat(result.path("contender").asText()).isEqualTo("bid-announced");
    assertThat(result.path("mb_per_s").asDouble()).isEqualTo(101.0);
    assertThat(result.path("syncs").asInt()).isEqualTo(9);
  }

  @Test
  void whatTheProgramSaysOfItsFailureIsPassedOn() throws IOException {
    assertThat(live("echo 'bid-live: bfq: other data than were written' >&2; exit 1")).isEqualTo(1);
  }
}
