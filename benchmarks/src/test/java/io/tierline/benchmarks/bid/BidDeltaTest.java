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
import io.tierline.bid.delta.DeltaLog;
import io.tierline.bid.delta.DeltaLogOptions;
import io.tierline.cli.Tierline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clone's front of what hdfs biddelta does: the tests of that have blocks, too. */
class BidDeltaTest {
  @TempDir private Path directory;
  private Path log;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void makeALog() throws IOException {
    log = directory.resolve("log");
    Duration tenMinutes = Duration.ofMinutes(10);
    DeltaLog.open(
            new DeltaLogOptions(
                log, 2 << 20, 256 << 10, tenMinutes, tenMinutes, 0, List.of(directory)))
        .close();
  }

  private int delta(Object... arguments) {
    return Tierline.run(
        BidDelta::new,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        List.of(arguments).stream().map(Object::toString).toArray(String[]::new));
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void figuresGoToTerminalAndJson() throws IOException {
    Path json = directory.resolve("figures.json");
    assertThat(delta("check", log, "--json=" + json)).as(said()).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).containsPattern("segments +7");
    JsonNode result = new ObjectMapper().readTree(json.toFile()).at("/results/0");
    assertThat(result.get("segments").asInt()).isEqualTo(7);
  }

  @Test
  void damageIsAnErrorInOneLine() throws IOException {
    try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(4096), 0);
    }
    assertThat(delta("drain", log, "--volume=" + directory)).isEqualTo(1);
    assertThat(said())
        .contains("tierline bid-delta: " + log + ": is no delta log, or its first page is damaged")
        .hasLineCount(1);
  }

  @Test
  void mistakesAreOneLine() {
    assertThat(delta("mend", "log")).isEqualTo(2);
    assertThat(said()).contains("mend").hasLineCount(1);
    err.reset();
    assertThat(delta("dump", directory.resolve("none"))).isOne();
    assertThat(said())
        .contains("tierline bid-delta: ", "none: cannot be read: No such file")
        .hasLineCount(1);
  }
}
