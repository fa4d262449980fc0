/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MovesInFlightTest {
  private final MovesInFlight moves = new MovesInFlight();

  @Test
  void wayIsKnownUntilItsLastMoveHasEnded() {
    moves.begin("a", "b");
    moves.begin("a", "b");
    assertThat(moves.has("a", "b")).isTrue();
    assertThat(moves.has("b", "a")).isFalse();
    moves.end("a", "b");
    assertThat(moves.has("a", "b")).isTrue();
    moves.end("a", "b");
    assertThat(moves.has("a", "b")).isFalse();
    moves.end("a", "b");
    assertThat(moves.has("a", "b")).isFalse();
  }
}
