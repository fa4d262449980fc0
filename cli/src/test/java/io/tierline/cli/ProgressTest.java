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

import org.junit.jupiter.api.Test;

class ProgressTest {
  @Test
  void progressShowsTimePercentAndPhase() {
    assertThat(Progress.line("stock: terasort", 0.5, 125_000_000_000L))
        .isEqualTo("[2:05]  50 %  stock: terasort");
  }
}
