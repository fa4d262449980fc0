/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
  @Test
  void progressShowsTimePercentAndPhase() {
    assertThat(Progress.line("stock: terasort", 0.5, 125_000_000_000L))
        .isEqualTo("[2:05]  50 %  stock: terasort");
  }

  @Test
  void timeLeftIsReckonedFromTheTimePassed() {
    assertThat(Progress.left(0.25, 60_000_000_000L)).isEqualTo(", about 3:00 left");
    assertThat(Progress.left(1, 60_000_000_000L)).isEqualTo(", about 0:00 left");
    assertThat(Progress.left(0.04, 60_000_000_000L)).as("too early to tell").isEmpty();
  }

  @Test
  void workAsAWholeSaysOnlyWhatItIsToldWhereNoLineCanBeOverwritten() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    try (Progress progress = Progress.ofWhole(out, false)) {
      progress.phase("stock: teragen", () -> 0.5);
      progress.say("stock teragen 12.0 s");
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualToIgnoringNewLines("stock teragen 12.0 s");
  }
}
