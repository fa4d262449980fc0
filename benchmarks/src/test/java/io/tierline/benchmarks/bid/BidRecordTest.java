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

import io.tierline.cli.Tierline;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BidRecordTest {
  @TempDir private Path directory;

  private String given(String... arguments) throws IOException {
    Path seen = directory.resolve("seen");
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    try (FakePrograms programs = new FakePrograms(directory)) {
      programs.add("bid-record", "printf '[%s]' \"$@\" >" + seen + "; exit 3");
      int status = Tierline.run(console -> new BidRecord(), nowhere, nowhere, arguments);
      assertThat(status).as("the program's own").isEqualTo(3);
    }
    return Files.readString(seen);
  }

  /** The program has no names for them. */
  @Test
  void optionsComeByPosition() throws IOException {
    assertThat(given("--seconds", "5", "--out", "a b.csv", "--device", "sda"))
        .isEqualTo("[sda][a b.csv][5]");
    assertThat(given("--device", "sda", "--out", "-", "--", "sleep", "1"))
        .isEqualTo("[sda][-][][sleep][1]");
  }
}
